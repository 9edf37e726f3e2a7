// A range of IP addresses that single ones are given out of, as kube-apiserver's allocator sees it: without its first address and, for IPv4,
// without its last.
import { formatIp, parseCidr, parseIp } from '@rectrace/kube';

export type AddressRange = {
  readonly text: string;
  readonly family: 4 | 6;
  /** The first and the last address that may be given out. */
  readonly first: bigint;
  readonly last: bigint;
};

const WIDTH = { 4: 32n, 6: 128n } as const;
/** Of a larger IPv6 range only so much is used. */
const MOST_BITS = 63n;
/** Addresses in the lower part are left to clients that choose their own. */
const LEAST_RESERVED = 16n;
const MOST_RESERVED = 256n;
const RESERVED_SHARE = 16n;

/** @throws RangeError for what is no CIDR. */
export function parseRange(text: string): AddressRange {
  const cidr = parseCidr(text);
  if (cidr.kind === 'invalid') throw new RangeError(`${text}: ${cidr.reason}`);
  const { ip, prefixLength } = cidr;
  const free = WIDTH[ip.family] - BigInt(prefixLength);
  const bits = free > MOST_BITS ? MOST_BITS : free;
  const base = (ip.bits >> free) << free;
  const top = base + (1n << bits) - 1n;
  return { text, family: ip.family, first: base + 1n, last: ip.family === 4 ? top - 1n : top };
}

/** The network of that prefix length that an IPv4 address is in, e.g. '10.96.0.0/12'. */
export function networkAround(address: string, prefixLength: number): string {
  const { first } = parseRange(`${address}/${prefixLength}`);
  return `${formatIp({ kind: 'ip', family: 4, bits: first - 1n })}/${prefixLength}`;
}

/** The address that the API server's own Service has. */
export function firstAddress(text: string): string {
  const { family, first } = parseRange(text);
  return formatIp({ kind: 'ip', family, bits: first });
}

export function isWithin({ family, first, last }: AddressRange, address: string): boolean {
  const ip = parseIp(address);
  return ip.kind === 'ip' && ip.family === family && ip.bits >= first && ip.bits <= last;
}

/** The addresses from a random place in the upper part, then those of the lower part; each once. `next`: at least 0, below 1. */
export function* candidates(range: AddressRange, next: () => number): Generator<string> {
  const { family, first, last } = range;
  const size = last - first + 1n;
  const split = first + reservedOf(size);
  yield* around({ first: split, last }, { family, next });
  yield* around({ first, last: split - 1n }, { family, next });
}

function reservedOf(size: bigint): bigint {
  if (size < LEAST_RESERVED) return 0n;
  const share = size / RESERVED_SHARE;
  if (share < LEAST_RESERVED) return LEAST_RESERVED;
  return share > MOST_RESERVED ? MOST_RESERVED : share;
}

type Part = { readonly first: bigint; readonly last: bigint };

function* around({ first, last }: Part, { family, next }: { readonly family: 4 | 6; readonly next: () => number }): Generator<string> {
  const size = last - first + 1n;
  if (size <= 0n) return;
  const start = BigInt(Math.floor(next() * Number(size)));
  for (let step = 0n; step < size; step++) yield formatIp({ kind: 'ip', family, bits: first + ((start + step) % size) });
}
