// Cycles as they were stored or sent, also by versions that put a cause in words where its detail is now.

import type { Json } from '@rectrace/kube';
import { isJsonObject, listAt, stringAt, valueAt } from '@rectrace/kube';
import type { Cycle } from '../cycle.ts';

/** value: a cycle as formatJson writes it. */
export function readCycle(value: Json): Cycle {
  const cause = valueAt(value, ['cause']);
  const current = isJsonObject(cause) && isJsonObject(cause['detail']);
  if (current || !isJsonObject(value)) return value as unknown as Cycle;
  const requests = listAt(value, ['requests']).map(withDetail);
  return { ...value, cause: withDetail(cause ?? {}), requests } as unknown as Cycle;
}

function withDetail(told: Json): Json {
  if (!isJsonObject(told)) return told;
  const { text: _text, ...rest } = told;
  return { ...rest, detail: { kind: 'told', text: stringAt(told, ['text']) ?? '' } };
}
