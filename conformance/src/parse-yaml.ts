// YAML as JSON values: all documents of a text, whole numbers of any size exact.

import type { Json } from '@rectrace/kube';
import { isJsonObject } from '@rectrace/kube';
import { parseAllDocuments } from 'yaml';

/** @throws Error naming the file and its first fault */
export function parseYaml(text: string, file: string): readonly Json[] {
  const documents = parseAllDocuments(text, { merge: true, intAsBigInt: true });
  if (!Array.isArray(documents)) return [];
  return documents.map((document) => {
    const fault = document.errors[0];
    if (fault !== undefined) throw new Error(`${file}: ${fault.message}`);
    return plainNumbers(document.toJS({ maxAliasCount: 10_000 }) as Json);
  });
}

/** Integers that a number can hold are numbers, as in JSON. */
function plainNumbers(value: Json): Json {
  if (typeof value === 'bigint') return BigInt.asIntN(54, value) === value ? Number(value) : value;
  if (Array.isArray(value)) return value.map(plainNumbers);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, plainNumbers(item)]));
}
