// The root that a trace has recorded. Traces of one object share it where they judge it alike.

import { nameOfRoot } from '@rectrace/history';
import type { ApiResource } from '@rectrace/kube';
import { formatObjectKey } from '@rectrace/kube';
import type { RootTarget } from '@rectrace/trace';
import type { TraceTarget } from '@rectrace/trace-api';
import type { StateExpression } from './state-expression.ts';

export function rootOfTrace(
  target: TraceTarget,
  { resource, expression }: { readonly resource: ApiResource; readonly expression: StateExpression },
): RootTarget {
  const { group, kind } = resource;
  const namespace = resource.namespaced ? target.namespace : '';
  const key = formatObjectKey({ group, kind, namespace, name: target.name });
  const base = { group, objectKind: kind, namespace, name: target.name };
  if (expression.kind === 'default') return { id: nameOfRoot(key, undefined), ...base };
  return { id: nameOfRoot(key, expression.text), ...base, evaluate: expression.evaluate };
}
