// Which fields of an answer are compared as something else than what was sent.
import type { Json } from '@rectrace/kube';
import { isJsonList, isJsonObject } from '@rectrace/kube';
import type { Compared } from './side.ts';

/** Lists whose order is masked, too. */
const REORDERED = new Set(['managedFields', 'causes']);

/** Names of fields, one for each time. */
export function maskedFields({ sent, compared }: Compared): readonly string[] {
  return walk(sent, compared, '');
}

function walk(sent: Json, compared: Json, field: string): readonly string[] {
  if (sent === compared) return [];
  if (isJsonList(sent) && isJsonList(compared)) return ofLists(sent, compared, field);
  if (!isJsonObject(sent) || !isJsonObject(compared)) return [field];
  const [keys, others] = [Object.keys(sent), Object.keys(compared)];
  return keys.flatMap((key, index) => {
    const other = others[index] ?? '';
    return key === other ? walk(sent[key] ?? null, compared[other] ?? null, key) : [`names of fields in ${field}`];
  });
}

function ofLists(sent: readonly Json[], compared: readonly Json[], field: string): readonly string[] {
  const found = sent.flatMap((item, index) => walk(item, compared[index] ?? null, field));
  if (!REORDERED.has(field)) return found;
  // Without what differs in each entry, only the order is left.
  const times = found.filter((name) => name === 'time');
  return found.length === times.length ? times : [`${field} (order)`];
}
