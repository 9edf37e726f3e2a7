// Why an operation of a JSON patch does not fit, in the words of the API server's library.
import type { Json } from '@rectrace/kube';
import { isJsonList, isJsonObject, valueAt } from '@rectrace/kube';
import jsonpatch, { type Operation } from 'fast-json-patch';

const MISSING = 'missing value';

/** `document`: as it was before the operation. */
export function misfitWords(document: Json, operation: Operation): string {
  const { op, path } = operation;
  switch (op) {
    case 'add':
      return placeWords(document, path, { missing: `add operation does not apply: doc is missing path: "${path}"`, prefix: 'add' });
    case 'remove':
      return placeWords(document, path, { missing: `remove operation does not apply: doc is missing path: "${path}"`, prefix: 'remove' });
    case 'replace':
      return `replace operation does not apply: doc is missing ${hasParent(document, path) ? 'key' : 'path'}: ${path}: ${MISSING}`;
    case 'test':
      return testWords(document, path);
    case 'move':
    case 'copy':
      return fromWords(document, operation);
    default:
      return `Unexpected kind: ${op}`;
  }
}

type Place = { readonly missing: string; readonly prefix: string };

function placeWords(document: Json, path: string, { missing, prefix }: Place): string {
  if (!hasParent(document, path)) return `${missing}: ${MISSING}`;
  const index = indexWords(document, path);
  const why = index ?? `Unable to remove nonexistent key: ${keyOf(path)}: ${MISSING}`;
  return `error in ${prefix} for path: '${path}': ${why}`;
}

function testWords(document: Json, path: string): string {
  if (path !== '' && !hasParent(document, path)) return `test operation does not apply: is missing path: ${path}: ${MISSING}`;
  const index = path === '' || valueAt(parentOf(document, path), [keyOf(path)]) !== undefined ? undefined : indexWords(document, path);
  return index === undefined ? `testing value ${path} failed: test failed` : `error in test for path: '${path}': ${index}`;
}

function fromWords(document: Json, operation: Extract<Operation, { op: 'move' | 'copy' }>): string {
  const { op, from, path } = operation;
  if (!hasParent(document, from)) return `${op} operation does not apply: doc is missing from path: ${from}: ${MISSING}`;
  if (!hasParent(document, path)) return `${op} operation does not apply: doc is missing destination path: ${path}: ${MISSING}`;
  const why = indexWords(document, from) ?? `Unable to remove nonexistent key: ${keyOf(from)}: ${MISSING}`;
  return op === 'move' ? `error in move for path: '${keyOf(from)}': ${why}` : `error in copy for from: '${from}': ${why}`;
}

/** Of an index that a list does not have; undefined where the parent is no list. */
function indexWords(document: Json, path: string): string | undefined {
  const key = keyOf(path);
  if (!isJsonList(parentOf(document, path))) return undefined;
  if (!/^-?[0-9]+$/.test(key)) return `strconv.Atoi: parsing ${JSON.stringify(key)}: invalid syntax`;
  return `Unable to access invalid index: ${key}: invalid index referenced`;
}

function stepsOf(path: string): readonly string[] {
  return path.split('/').slice(1).map(jsonpatch.unescapePathComponent);
}

/** The last step. */
export function keyOf(path: string): string {
  return stepsOf(path).at(-1) ?? '';
}

/** What the last step leads from. */
export function parentOf(document: Json, path: string): Json | undefined {
  let current: Json | undefined = document;
  for (const step of stepsOf(path).slice(0, -1)) current = isJsonList(current) ? current[Number(step)] : valueAt(current, [step]);
  return current;
}

function hasParent(document: Json, path: string): boolean {
  const parent = parentOf(document, path);
  return isJsonObject(parent) || isJsonList(parent);
}
