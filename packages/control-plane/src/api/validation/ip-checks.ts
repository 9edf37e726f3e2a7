// IP addresses and networks in fields that are older than strict rules for them: leading zeros are fine, and so is what an old object had.
import type { CidrValue, IpValue } from '@rectrace/kube';
import {
  cidrContainsIp,
  formatIp,
  isLinkLocalMulticast,
  isLinkLocalUnicast,
  isLoopback,
  isUnspecified,
  parseCidr,
  parseIp,
} from '@rectrace/kube';
import type { FieldError } from '../field-error.ts';
import { fits, invalidAt, invalidIf } from './checks.ts';
import { isIpAddress } from './ip-address.ts';
import { ipAddress } from './name-rules.ts';
import type { Spot } from './spot.ts';
import { textOf } from './spot.ts';

const MAPPED = /^(?:0{0,4}:){1,5}:?ffff:(?=\d+\.)/i;

/** Undefined for what is none. An IPv4 address may stand in an IPv6 one. */
export function looseIp(text: string): IpValue | undefined {
  if (!isIpAddress(text)) return undefined;
  const plain = text.replace(MAPPED, '').replaceAll(/(^|[.:])0+(?=\d+(?:\.|$))/g, '$1');
  const ip = parseIp(plain);
  return ip.kind === 'ip' ? ip : undefined;
}

export function isIpv6Text(text: string): boolean {
  return looseIp(text)?.family === 6;
}

/** Two addresses, one of each family. */
export function isDualStack(texts: readonly string[]): boolean {
  return new Set(texts.map(isIpv6Text)).size === 2;
}

/** `known`: texts of the old object, which are fine whatever they are. */
export function ipErrors(place: Spot, known: readonly string[] = []): readonly FieldError[] {
  return known.includes(textOf(place)) ? [] : fits({ ...place, value: textOf(place) }, ipAddress);
}

/** Undefined for what is none. Its bits behind the prefix are kept. */
export function looseCidr(text: string): CidrValue | undefined {
  const [, address = '', length = ''] = /^(.*)\/0*(\d+)$/.exec(text) ?? [];
  const ip = looseIp(address);
  if (ip === undefined) return undefined;
  const read = parseCidr(`${ip.family === 4 ? address.replaceAll(/(^|\.)0+(?=\d)/g, '$1') : address}/${length}`);
  return read.kind === 'cidr' ? read : undefined;
}

export function cidrErrors(place: Spot, known: readonly string[] = []): readonly FieldError[] {
  const text = textOf(place);
  if (known.includes(text) || looseCidr(text) !== undefined) return [];
  return [invalidAt({ ...place, value: text }, 'must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)')];
}

/** Whether the one network lies in the other and is smaller; undefined where one of them is none. */
export function isWithinCidr(inner: string, outer: string): boolean | undefined {
  const [small, large] = [looseCidr(inner), looseCidr(outer)];
  if (small === undefined || large === undefined) return undefined;
  return cidrContainsIp(large, small.ip) && large.prefixLength < small.prefixLength;
}

/** An address that something else than this machine can be reached at. */
export function endpointIpErrors(place: Spot): readonly FieldError[] {
  const text = textOf(place);
  const ip = looseIp(text);
  const shown = { ...place, value: text };
  if (ip === undefined) return [invalidAt(shown, 'must be a valid IP address')];
  return [
    ...invalidIf(isUnspecified(ip), shown, `may not be unspecified (${text})`),
    ...invalidIf(isLoopback(ip), shown, 'may not be in the loopback range (127.0.0.0/8, ::1/128)'),
    ...invalidIf(isLinkLocalUnicast(ip), shown, 'may not be in the link-local range (169.254.0.0/16, fe80::/10)'),
    ...invalidIf(isLinkLocalMulticast(ip), shown, 'may not be in the link-local multicast range (224.0.0.0/24, ff02::/10)'),
  ];
}

/** Of newer fields: in its canonical form. */
export function strictIpErrors(place: Spot): readonly FieldError[] {
  const text = textOf(place);
  const loose = ipErrors(place);
  if (loose.length > 0) return loose;
  const ip = parseIp(text);
  if (ip.kind === 'invalid') {
    const mapped = text.includes(':');
    return [invalidAt(place, mapped ? 'must not be an IPv4-mapped IPv6 address' : 'must not have leading 0s')];
  }
  return invalidIf(formatIp(ip) !== text, place, `must be in canonical form (${JSON.stringify(formatIp(ip))})`);
}
