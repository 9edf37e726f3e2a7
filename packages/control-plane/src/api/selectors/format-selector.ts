// A selector object as the text that requests carry.
import type { Json } from '@rectrace/kube';
import { isJsonObject, listAt, stringAt } from '@rectrace/kube';

/** '' for a selector that is absent or matches everything. */
export function formatSelectorText(selector: Json | undefined): string {
  if (!isJsonObject(selector)) return '';
  const labels = selector['matchLabels'];
  const equal = isJsonObject(labels) ? Object.entries(labels).map(([key, value]) => ({ key, text: `${key}=${String(value)}` })) : [];
  const others = listAt(selector, ['matchExpressions']).map(formatExpression);
  return [...equal, ...others]
    .toSorted((left, right) => (left.key < right.key ? -1 : 1))
    .map(({ text }) => text)
    .join(',');
}

function formatExpression(expression: Json): { readonly key: string; readonly text: string } {
  const key = stringAt(expression, ['key']) ?? '';
  const values = listAt(expression, ['values']).map(String).toSorted().join(',');
  const operator = stringAt(expression, ['operator']);
  if (operator === 'In' || operator === 'NotIn') return { key, text: `${key} ${operator.toLowerCase()} (${values})` };
  return { key, text: operator === 'Exists' ? key : `!${key}` };
}
