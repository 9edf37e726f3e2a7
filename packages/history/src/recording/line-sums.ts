// Sums by which a reader knows that a recording is as it was written: each line bears one as its last member, the CRC-32 of the text before that
// member, continued from the line before. Readers that do not know of it pass over it. A file whose header names no sums is read without.

import { crc32 } from 'node:zlib';
import type { Json } from '@rectrace/kube';
import { isJsonObject } from '@rectrace/kube';

/** In the header: which sums the lines bear. */
export const SUMS = { sums: 'crc32' } as const;

const MEMBER = /,"sum":"([0-9a-f]{8})"\}[ \t\r]*$/;
/** A sum and what may stand around it. */
const LONGEST_END = 64;
const CHANGED = 'the line is not as it was written, or lines before it are missing: its sum does not fit';

export class LineSums {
  #sum = 0;

  /** line: a JSON object with members. The same with its sum. */
  add(line: string): string {
    const text = line.slice(0, -1);
    this.#sum = crc32(text, this.#sum);
    return `${text},"sum":"${this.#sum.toString(16).padStart(8, '0')}"}`;
  }

  /** Why a line is not what was written; undefined: it is. */
  whyNot(bytes: Buffer): string | undefined {
    const end = bytes.subarray(-LONGEST_END).toString('latin1');
    const found = MEMBER.exec(end);
    if (found === null) return 'the line has no sum';
    this.#sum = crc32(bytes.subarray(0, bytes.length - end.length + found.index), this.#sum);
    return Number.parseInt(found[1] ?? '', 16) === this.#sum ? undefined : CHANGED;
  }
}

/** none: the lines bear no sums. wrong: the header is not as it was written. */
export type HeaderSums =
  | { readonly kind: 'none' }
  | { readonly kind: 'sums'; readonly sums: LineSums }
  | { readonly kind: 'wrong'; readonly reason: string };

/** What the header says of sums. Its own and the word for them stand and fall together, so that no changed byte hides that there are any. */
export function sumsOfHeader(header: Json, bytes: Buffer): HeaderSums {
  const named = isJsonObject(header) ? header['sums'] : undefined;
  const bears = isJsonObject(header) && header['sum'] !== undefined;
  if (named === undefined)
    return bears ? { kind: 'wrong', reason: 'the header has a sum and does not name its kind (sums)' } : { kind: 'none' };
  if (named !== SUMS.sums) return { kind: 'wrong', reason: `sums of the kind ${JSON.stringify(named)} are not known` };
  const sums = new LineSums();
  const reason = sums.whyNot(bytes);
  return reason === undefined ? { kind: 'sums', sums } : { kind: 'wrong', reason };
}
