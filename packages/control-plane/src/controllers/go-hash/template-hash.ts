// The name part by which a Deployment's ReplicaSets are told apart, the same as upstream's for the same template.
// (ComputeHash in pkg/controller/controller_utils.go, 1.35; SafeEncodeString in k8s.io/apimachinery/pkg/util/rand.)
import type { JsonObject } from '@rectrace/kube';
import type { TypeTable } from '../../api/type-table.ts';
import { dumpStruct } from './dump-value.ts';

/** collisions: undefined where none was counted, which is not the same as none. */
export type TemplateHash = (template: JsonObject, collisions: number | undefined) => string;

const LETTERS = 'bcdfghjklmnpqrstvwxz2456789';
const FNV_OFFSET = 0x811c9dc5;
const FNV_PRIME = 0x01000193;
const COUNT_BYTES = 8;

export function templateHash(table: TypeTable): TemplateHash {
  return (template, collisions) => {
    const text = new TextEncoder().encode(dumpStruct(table, 'core.v1.PodTemplateSpec', template));
    return safeText(fnv32a([...text, ...countBytes(collisions)]));
  };
}

function countBytes(count: number | undefined): Uint8Array {
  if (count === undefined) return new Uint8Array();
  const bytes = new Uint8Array(COUNT_BYTES);
  new DataView(bytes.buffer).setUint32(0, count, true);
  return bytes;
}

function fnv32a(bytes: Iterable<number>): number {
  let hash = FNV_OFFSET;
  for (const byte of bytes) hash = Math.imul(hash ^ byte, FNV_PRIME) >>> 0;
  return hash;
}

/** Decimal digits as letters that make no words. */
function safeText(hash: number): string {
  return [...String(hash)].map((digit) => LETTERS[(digit.codePointAt(0) ?? 0) % LETTERS.length] ?? '').join('');
}
