// Label selectors, both as objects (matchLabels, matchExpressions) and as kubectl's -l text.

import type { Json } from './json.ts';
import { isJsonObject, listAt, valueAt } from './json.ts';

export type Labels = { readonly [key: string]: string };
export type Requirement = {
  readonly key: string;
  readonly operator: 'In' | 'NotIn' | 'Exists' | 'DoesNotExist';
  readonly values: readonly string[];
};
export type LabelSelector = { readonly kind: 'selector'; readonly requirements: readonly Requirement[] };
export type SelectorResult = LabelSelector | { readonly kind: 'invalid'; readonly reason: string };

const OPERATORS = ['In', 'NotIn', 'Exists', 'DoesNotExist'] as const;

/** Reads spec.selector of a workload or policy; a plain map (Service) counts as matchLabels. An empty or absent selector has no requirement. */
export function parseSelectorObject(value: Json | undefined): SelectorResult {
  if (!isJsonObject(value)) return { kind: 'selector', requirements: [] };
  const structured = 'matchLabels' in value || 'matchExpressions' in value;
  const plain = structured ? valueAt(value, ['matchLabels']) : value;
  const requirements: Requirement[] = isJsonObject(plain)
    ? Object.entries(plain).map(([key, text]) => ({ key, operator: 'In', values: [String(text)] }))
    : [];
  for (const item of listAt(value, ['matchExpressions'])) {
    const key = valueAt(item, ['key']);
    const operator = OPERATORS.find((name) => name === valueAt(item, ['operator']));
    if (typeof key !== 'string' || operator === undefined)
      return { kind: 'invalid', reason: 'matchExpressions needs key and a known operator' };
    requirements.push({ key, operator, values: listAt(item, ['values']).map(String) });
  }
  return { kind: 'selector', requirements };
}

/** True where every requirement holds. A selector without requirements matches everything. */
export function matchesSelector(selector: LabelSelector, labels: Labels | undefined): boolean {
  return selector.requirements.every((requirement) => meets(requirement, labels ?? {}));
}

function meets({ key, operator, values }: Requirement, labels: Labels): boolean {
  const value = Object.hasOwn(labels, key) ? labels[key] : undefined;
  switch (operator) {
    case 'In':
      return value !== undefined && values.includes(value);
    case 'NotIn':
      return value === undefined || !values.includes(value);
    case 'Exists':
      return value !== undefined;
    case 'DoesNotExist':
      return value === undefined;
  }
}
