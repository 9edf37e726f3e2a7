// The one order of everything recorded: (epoch, resourceVersion), with foreign revision domains anchored where they arrived.

import { compareDecimals } from '@rectrace/kube';

/**
 * version: the decimal resourceVersion of the main revision domain; for a foreign domain (a separate Events etcd, an aggregated API, a
 * non-numeric version) the highest main version seen when the message arrived, with offset > 0 counting arrivals after it.
 */
export type Position = { readonly epoch: number; readonly version: string; readonly offset: number };

/** Offsets are below it: formatPosition has eight hexadecimal digits for them. */
const MOST_ARRIVALS = 0xffff_ffff;

/** Negative, zero or positive as left stands before, at or after right. */
export function comparePositions(left: Position, right: Position): number {
  if (left.epoch !== right.epoch) return left.epoch - right.epoch;
  const order = compareDecimals(left.version, right.version);
  return order === 0 ? left.offset - right.offset : order;
}

/** The latest position before another one of its epoch, whatever stands there. */
export function positionBefore({ epoch, version, offset }: Position): Position {
  if (offset > 0) return { epoch, version, offset: offset - 1 };
  const before = BigInt(version) - 1n;
  return { epoch, version: before < 0n ? '0' : String(before), offset: MOST_ARRIVALS };
}

/** Text whose plain byte order is the order of positions: epoch, length of the version, version, offset. Keys rows of a store. */
export function formatPosition({ epoch, version, offset }: Position): string {
  const digits = version.replace(/^0+(?=.)/, '');
  return `${hex(epoch, 4)}.${hex(digits.length, 2)}.${digits}.${hex(offset, 8)}`;
}

/** The inverse of formatPosition. */
export function parsePosition(text: string): Position {
  const [epoch = '0', , version = '0', offset = '0'] = text.split('.');
  return { epoch: Number.parseInt(epoch, 16), version, offset: Number.parseInt(offset, 16) };
}

function hex(value: number, width: number): string {
  return value.toString(16).padStart(width, '0');
}
