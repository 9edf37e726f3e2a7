import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { CidrValue, IpValue } from './ip-address.ts';
import { cidrContainsCidr, cidrContainsIp, formatCidr, formatIp, maskCidr, parseCidr, parseIp } from './ip-address.ts';

function ip(text: string): IpValue {
  const parsed = parseIp(text);
  if (parsed.kind === 'invalid') throw new Error(`${text}: ${parsed.reason}`);
  return parsed;
}

function cidr(text: string): CidrValue {
  const parsed = parseCidr(text);
  if (parsed.kind === 'invalid') throw new Error(`${text}: ${parsed.reason}`);
  return parsed;
}

describe('addresses', () => {
  test.each([
    ['10.0.0.1', '10.0.0.1'],
    ['2001:DB8::ABCD', '2001:db8::abcd'],
    ['2001:db8:0:0:1:0:0:1', '2001:db8::1:0:0:1'],
    ['1:0:0:2:0:0:0:3', '1:0:0:2::3'],
    ['0:0:0:0:0:0:0:0', '::'],
    ['1:0:0:0:0:0:0:0', '1::'],
    ['1:2:3:4:5:6:7::', '1:2:3:4:5:6:7:0'],
    ['64:ff9b::1.2.3.4', '64:ff9b::102:304'],
  ])('%s is %s', (text, canonical) => {
    expect(formatIp(ip(text))).toBe(canonical);
  });

  test.each([
    ['', 'four numbers'],
    ['10.0.0', 'four numbers'],
    ['10.0.0.256', 'from 0 to 255'],
    ['10.0.0.01', 'leading zeros'],
    ['::ffff:10.0.0.1', 'IPv4-mapped'],
    ['fe80::1%eth0', 'zones'],
    ['1::2::3', 'more than once'],
    ['1:2:3:4:5:6:7:8::', 'eight groups'],
    ['1.2.3.4::', 'IPv4 part'],
    ['12345::', 'hexadecimal'],
    ['1'.repeat(100), 'too long'],
  ])('%s is refused: %s', (text, reason) => {
    expect(parseIp(text)).toMatchObject({ kind: 'invalid', reason: expect.stringContaining(reason) });
  });

  test('the canonical text reads back as the same address', () => {
    const addresses = fc.oneof(fc.ipV4(), fc.ipV6()).filter((text) => parseIp(text).kind === 'ip');
    fc.assert(
      fc.property(addresses, (text) => {
        expect(ip(formatIp(ip(text)))).toEqual(ip(text));
      }),
    );
  });
});

describe('networks', () => {
  test.each([
    ['192.168.77.1/18', '192.168.64.0/18'],
    ['10.0.0.1/0', '0.0.0.0/0'],
    ['10.0.0.1/32', '10.0.0.1/32'],
    ['2001:db8:ffff::1/33', '2001:db8:8000::/33'],
  ])('%s masked is %s', (text, masked) => {
    expect(formatCidr(maskCidr(cidr(text)))).toBe(masked);
  });

  test.each(['10.0.0.0', '10.0.0.0/', '10.0.0.0/33', '10.0.0.0/08', '10.0.0.0/-1', '::/129', '/8', 'x/8'])('%s is refused', (text) => {
    expect(parseCidr(text).kind).toBe('invalid');
  });

  test.each([
    ['10.0.0.0/8', '10.255.0.1', true],
    ['10.0.0.0/8', '11.0.0.1', false],
    ['10.9.9.9/8', '10.0.0.1', true],
    ['0.0.0.0/0', '::1', false],
    ['::/0', '::1', true],
  ])('%s holds %s: %s', (network, address, expected) => {
    expect(cidrContainsIp(cidr(network), ip(address))).toBe(expected);
  });

  test.each([
    ['10.0.0.0/8', '10.1.0.0/16', true],
    ['10.1.0.0/16', '10.0.0.0/8', false],
    ['10.1.0.0/16', '10.2.0.0/16', false],
    ['10.1.0.0/16', '10.1.0.0/16', true],
    ['::/0', '10.0.0.0/8', false],
  ])('%s holds %s: %s', (outer, inner, expected) => {
    expect(cidrContainsCidr(cidr(outer), cidr(inner))).toBe(expected);
  });
});
