// ip(), cidr() and what can be asked of them.

import type { Outcome } from '../cel-value.ts';
import { bool, failure, int, string } from '../cel-value.ts';
import type { CidrValue, IpValue } from '../ip-address.ts';
import {
  cidrContainsCidr,
  cidrContainsIp,
  formatCidr,
  formatIp,
  isGlobalUnicast,
  isLinkLocalMulticast,
  isLinkLocalUnicast,
  isLoopback,
  isUnspecified,
  maskCidr,
  parseCidr,
  parseIp,
} from '../ip-address.ts';
import type { Overload } from '../overload.ts';
import { anyCidr, anyIp, anyString, declareFunction, declareMethod, take1, take2 } from '../overload.ts';
import { BOOL, CIDR, INT, IP, STRING } from '../static-type.ts';

export const networkFunctions: readonly Overload[] = [
  declareFunction('ip', { takes: take1(anyString), result: IP, call: ([text]) => withIp(text, (ip) => ip) }),
  declareFunction('isIP', { takes: take1(anyString), result: BOOL, call: ([text]) => bool(parseIp(text).kind === 'ip') }),
  declareFunction('ip.isCanonical', {
    takes: take1(anyString),
    result: BOOL,
    call: ([text]) => withIp(text, (ip) => bool(formatIp(ip) === text)),
  }),
  declareFunction('string', { takes: take1(anyIp), result: STRING, call: ([ip]) => string(formatIp(ip)) }),
  declareMethod('family', { takes: take1(anyIp), result: INT, call: ([ip]) => int(ip.family) }),
  question('isUnspecified', isUnspecified),
  question('isLoopback', isLoopback),
  question('isLinkLocalMulticast', isLinkLocalMulticast),
  question('isLinkLocalUnicast', isLinkLocalUnicast),
  question('isGlobalUnicast', isGlobalUnicast),
  declareFunction('cidr', { takes: take1(anyString), result: CIDR, call: ([text]) => withCidr(text, (cidr) => cidr) }),
  declareFunction('isCIDR', { takes: take1(anyString), result: BOOL, call: ([text]) => bool(parseCidr(text).kind === 'cidr') }),
  declareFunction('string', { takes: take1(anyCidr), result: STRING, call: ([cidr]) => string(formatCidr(cidr)) }),
  declareMethod('containsIP', { takes: take2(anyCidr, anyIp), result: BOOL, call: ([cidr, ip]) => bool(cidrContainsIp(cidr, ip)) }),
  declareMethod('containsIP', {
    takes: take2(anyCidr, anyString),
    result: BOOL,
    call: ([cidr, text]) => withIp(text, (ip) => bool(cidrContainsIp(cidr, ip))),
  }),
  declareMethod('containsCIDR', {
    takes: take2(anyCidr, anyCidr),
    result: BOOL,
    call: ([outer, inner]) => bool(cidrContainsCidr(outer, inner)),
  }),
  declareMethod('containsCIDR', {
    takes: take2(anyCidr, anyString),
    result: BOOL,
    call: ([outer, text]) => withCidr(text, (inner) => bool(cidrContainsCidr(outer, inner))),
  }),
  declareMethod('ip', { takes: take1(anyCidr), result: IP, call: ([cidr]) => cidr.ip }),
  declareMethod('masked', { takes: take1(anyCidr), result: CIDR, call: ([cidr]) => maskCidr(cidr) }),
  declareMethod('prefixLength', { takes: take1(anyCidr), result: INT, call: ([cidr]) => int(cidr.prefixLength) }),
];

function question(name: string, holds: (ip: IpValue) => boolean): Overload {
  return declareMethod(name, { takes: take1(anyIp), result: BOOL, call: ([ip]) => bool(holds(ip)) });
}

function withIp(text: string, then: (ip: IpValue) => Outcome): Outcome {
  const ip = parseIp(text);
  return ip.kind === 'ip' ? then(ip) : failure(`the text is not an IP address: ${ip.reason}`);
}

function withCidr(text: string, then: (cidr: CidrValue) => Outcome): Outcome {
  const cidr = parseCidr(text);
  return cidr.kind === 'cidr' ? then(cidr) : failure(`the text is not a network in CIDR notation: ${cidr.reason}`);
}
