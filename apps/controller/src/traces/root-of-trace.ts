// The root that a trace has recorded. Traces of one object share it where they judge it alike.

import { createHash } from 'node:crypto';
import type { ApiResource } from '@rectrace/kube';
import type { RootTarget } from '@rectrace/trace';
import { targetKey } from '@rectrace/trace';
import type { StateExpression } from './state-expression.ts';
import type { TraceTarget } from './trace-spec.ts';

/** The id ends in a hash of the expression where the trace has one of its own. */
export function rootOfTrace(
  target: TraceTarget,
  { resource, expression }: { readonly resource: ApiResource; readonly expression: StateExpression },
): RootTarget {
  const { group, kind } = resource;
  const namespace = resource.namespaced ? target.namespace : '';
  const key = targetKey({ group, kind, namespace, name: target.name });
  const base = { group, objectKind: kind, namespace, name: target.name };
  if (expression.kind === 'default') return { id: key, ...base };
  const hash = createHash('sha256').update(expression.text).digest('hex').slice(0, 8);
  return { id: `${key}#${hash}`, ...base, evaluate: expression.evaluate };
}
