// A ReconciliationTrace as this controller serves it: the object, what it asks for, and what became of that.

import type { FoundKind } from '@rectrace/cluster';
import type { KubeObject } from '@rectrace/kube';
import type { TraceSpec } from '@rectrace/trace-api';
import type { StateExpression } from './state-expression.ts';

export type ServedTrace = {
  /** As last seen or written. */
  readonly object: KubeObject;
  readonly spec: TraceSpec;
  readonly found: FoundKind;
  readonly expression: StateExpression;
  /** Id of the recorded root; absent while the target's kind is unknown, and of a trace that is being deleted. */
  readonly root?: string;
  /** Who else writes the status; absent where nobody does. */
  readonly foreign?: string;
  /** resourceVersion of our last write, whose echo needs no answer. */
  readonly written?: string;
};

/** 'namespace/name': the key of a trace. */
export function traceKey({ metadata }: Pick<KubeObject, 'metadata'>): string {
  return `${metadata.namespace ?? ''}/${metadata.name}`;
}
