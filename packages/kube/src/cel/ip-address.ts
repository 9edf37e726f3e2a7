// IP addresses and networks by the rules of Kubernetes' CEL: no leading zeros, no zones, no IPv4-mapped IPv6 addresses. A network keeps the
// bits behind its prefix.

export type IpValue = { readonly kind: 'ip'; readonly family: 4 | 6; readonly bits: bigint };
export type CidrValue = { readonly kind: 'cidr'; readonly ip: IpValue; readonly prefixLength: number };
export type InvalidAddress = { readonly kind: 'invalid'; readonly reason: string };

const OCTET = /^(0|[1-9][0-9]{0,2})$/;
const GROUP = /^[0-9a-fA-F]{1,4}$/;
const PREFIX_LENGTH = /^(0|[1-9][0-9]{0,2})$/;
const IPV6_GROUPS = 8;
/** No address is longer. */
const MAX_LENGTH = 64;

/** Reads an IPv4 or IPv6 address. */
export function parseIp(text: string): IpValue | InvalidAddress {
  if (text.length > MAX_LENGTH) return invalid('too long for an IP address');
  if (text.includes('%')) return invalid('zones are not allowed');
  const ip = text.includes(':') ? parseIpv6(text) : parseIpv4(text);
  if (ip.kind === 'ip' && ip.family === 6 && ip.bits >> 32n === 0xffffn) return invalid('IPv4-mapped IPv6 addresses are not allowed');
  return ip;
}

/** Reads address/prefix length. */
export function parseCidr(text: string): CidrValue | InvalidAddress {
  const slash = text.lastIndexOf('/');
  if (slash < 0) return invalid("there is no '/' before a prefix length");
  const ip = parseIp(text.slice(0, slash));
  if (ip.kind === 'invalid') return ip;
  const length = text.slice(slash + 1);
  if (!PREFIX_LENGTH.test(length) || Number(length) > width(ip)) return invalid(`the prefix length is not a number from 0 to ${width(ip)}`);
  return { kind: 'cidr', ip, prefixLength: Number(length) };
}

/** The canonical text: lower case, the longest run of zero groups as '::'. */
export function formatIp(ip: IpValue): string {
  if (ip.family === 4) return [24n, 16n, 8n, 0n].map((shift) => (ip.bits >> shift) & 0xffn).join('.');
  const groups = Array.from({ length: IPV6_GROUPS }, (_, index) => groupAt(ip, index));
  const { start, length } = longestZeroRun(groups);
  const hex = groups.map((group) => group.toString(16));
  if (length < 2) return hex.join(':');
  return `${hex.slice(0, start).join(':')}::${hex.slice(start + length).join(':')}`;
}

export function formatCidr(cidr: CidrValue): string {
  return `${formatIp(cidr.ip)}/${cidr.prefixLength}`;
}

/** The network with the bits behind its prefix cleared. */
export function maskCidr(cidr: CidrValue): CidrValue {
  const rest = BigInt(width(cidr.ip) - cidr.prefixLength);
  return { ...cidr, ip: { ...cidr.ip, bits: (cidr.ip.bits >> rest) << rest } };
}

export function cidrContainsIp(cidr: CidrValue, ip: IpValue): boolean {
  if (cidr.ip.family !== ip.family) return false;
  const rest = BigInt(width(ip) - cidr.prefixLength);
  return cidr.ip.bits >> rest === ip.bits >> rest;
}

export function cidrContainsCidr(outer: CidrValue, inner: CidrValue): boolean {
  return outer.prefixLength <= inner.prefixLength && cidrContainsIp(outer, inner.ip);
}

export function isUnspecified(ip: IpValue): boolean {
  return ip.bits === 0n;
}

export function isLoopback(ip: IpValue): boolean {
  return ip.family === 4 ? ip.bits >> 24n === 127n : ip.bits === 1n;
}

export function isLinkLocalUnicast(ip: IpValue): boolean {
  return ip.family === 4 ? ip.bits >> 16n === 0xa9fen : ip.bits >> 118n === 0x3fan;
}

export function isLinkLocalMulticast(ip: IpValue): boolean {
  return ip.family === 4 ? ip.bits >> 8n === 0xe00000n : ((ip.bits >> 112n) & 0xff0fn) === 0xff02n;
}

export function isGlobalUnicast(ip: IpValue): boolean {
  const broadcast = ip.family === 4 && ip.bits === 0xffffffffn;
  return !(broadcast || isUnspecified(ip) || isLoopback(ip) || isMulticast(ip) || isLinkLocalUnicast(ip));
}

function invalid(reason: string): InvalidAddress {
  return { kind: 'invalid', reason };
}

function width(ip: IpValue): number {
  return ip.family === 4 ? 32 : 128;
}

function isMulticast(ip: IpValue): boolean {
  return ip.family === 4 ? ip.bits >> 28n === 0xen : ip.bits >> 120n === 0xffn;
}

function parseIpv4(text: string): IpValue | InvalidAddress {
  const octets = text.split('.');
  if (octets.length !== 4) return invalid('expected four numbers with dots or an IPv6 address');
  if (!octets.every((octet) => OCTET.test(octet) && Number(octet) <= 255))
    return invalid('each part is a number from 0 to 255 without leading zeros');
  return { kind: 'ip', family: 4, bits: octets.reduce((bits, octet) => (bits << 8n) | BigInt(octet), 0n) };
}

function parseIpv6(text: string): IpValue | InvalidAddress {
  const halves = text.split('::');
  if (halves.length > 2) return invalid("'::' appears more than once");
  const [head, tail] = [groupsOf(halves[0] ?? ''), groupsOf(halves[1] ?? '')];
  if (head === undefined || tail === undefined) return invalid('each group has one to four hexadecimal digits');
  if (halves[1] !== undefined && halves[0]?.includes('.')) return invalid('an IPv4 part can only be the last');
  const given = head.length + tail.length;
  const fits = halves.length === 2 ? given < IPV6_GROUPS : given === IPV6_GROUPS;
  if (!fits) return invalid('an IPv6 address has eight groups');
  const groups = [...head, ...Array.from({ length: IPV6_GROUPS - given }, () => 0n), ...tail];
  return { kind: 'ip', family: 6, bits: groups.reduce((bits, group) => (bits << 16n) | group, 0n) };
}

/** The 16-bit groups of one side of '::'; the last may be an IPv4 address. */
function groupsOf(side: string): bigint[] | undefined {
  if (side === '') return [];
  const parts = side.split(':');
  const last = parts.at(-1) ?? '';
  const embedded = last.includes('.') ? parseIpv4(last) : undefined;
  if (embedded?.kind === 'invalid') return undefined;
  const plain = embedded === undefined ? parts : parts.slice(0, -1);
  if (!plain.every((part) => GROUP.test(part))) return undefined;
  const groups = plain.map((part) => BigInt(`0x${part}`));
  return embedded === undefined ? groups : [...groups, embedded.bits >> 16n, embedded.bits & 0xffffn];
}

function groupAt(ip: IpValue, index: number): bigint {
  return (ip.bits >> BigInt(16 * (IPV6_GROUPS - 1 - index))) & 0xffffn;
}

function longestZeroRun(groups: readonly bigint[]): { readonly start: number; readonly length: number } {
  const runs = groups.map((_, start) => {
    const end = groups.findIndex((group, index) => index >= start && group !== 0n);
    return { start, length: (end < 0 ? groups.length : end) - start };
  });
  return runs.reduce((best, run) => (run.length > best.length ? run : best), { start: 0, length: 0 });
}
