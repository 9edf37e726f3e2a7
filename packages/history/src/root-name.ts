// How a root is named in a history: by its object and, where it is judged by an expression of its own, by that too. Two ways to judge one object
// have cycles of their own, and never write into one another's.

import { createHash } from 'node:crypto';
import { type ObjectKey, parseObjectKey } from '@rectrace/kube';

const HASH_DIGITS = 8;
const HASH = new RegExp(`#[0-9a-f]{${HASH_DIGITS}}$`);

/** key: the object's ('Deployment.apps/plain/web'); expression: CEL text, absent = the default of the kind. */
export function nameOfRoot(key: string, expression: string | undefined): string {
  if (expression === undefined) return key;
  return `${key}#${createHash('sha256').update(expression).digest('hex').slice(0, HASH_DIGITS)}`;
}

/** The key of the object that a root's name is made of. */
export function keyOfRoot(id: string): string {
  return id.replace(HASH, '');
}

/** The object that a root's name is made of; undefined where it is none of ours. */
export function objectOfRoot(id: string): ObjectKey | undefined {
  return parseObjectKey(keyOfRoot(id));
}
