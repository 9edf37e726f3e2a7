// What is to be done next for a trace, as a value. One thing at a time: first its finalizer, then its status.

import type { Json, KubeObject } from '@rectrace/kube';
import { asJson, formatJson, jsonEquals, listAt, parseJson, stringAt, valueAt } from '@rectrace/kube';
import type { LocaleTable } from '@rectrace/trace';
import { describeChange } from '@rectrace/trace';
import type { Condition, ServedSchema } from '@rectrace/trace-api';
import { isAccepted, TRACE_FINALIZER, withoutPruned } from '@rectrace/trace-api';
import type { CycleWindow } from '../cycle-window.ts';
import { conditionsOf, truncatedFinding } from '../status/conditions.ts';
import { draftState } from '../status/draft-state.ts';
import { fitStatus } from '../status/fit-status.ts';
import type { ServedTrace } from './served-trace.ts';
import { bodySize, statusBody } from './trace-client.ts';
import type { Knowledge } from './trace-findings.ts';
import { findingsOf } from './trace-findings.ts';

const STATES = ['True', 'False', 'Unknown'] as const;

export type TraceJob =
  | { readonly kind: 'release' | 'claim'; readonly finalizers: readonly string[] }
  /** bytes: of the whole request. truncated: what the budget left out is said in it. */
  | { readonly kind: 'write'; readonly body: KubeObject; readonly bytes: number; readonly truncated: boolean }
  | { readonly kind: 'nothing' };

export type JobContext = {
  readonly knowledge: Knowledge;
  /** The changes of the cycle that the view shows; absent without a view. */
  readonly window: CycleWindow | undefined;
  readonly schema: ServedSchema;
  readonly texts: LocaleTable;
  /** Bytes of a request at most. */
  readonly statusBytes: number;
  /** Milliseconds since the epoch. */
  readonly now: number;
};

export function traceJob(trace: ServedTrace, context: JobContext): TraceJob {
  const { spec, foreign } = trace;
  const held = spec.finalizers.includes(TRACE_FINALIZER);
  if (spec.deleting)
    return held ? { kind: 'release', finalizers: spec.finalizers.filter((name) => name !== TRACE_FINALIZER) } : { kind: 'nothing' };
  if (foreign !== undefined) return { kind: 'nothing' };
  if (!held) return { kind: 'claim', finalizers: [...spec.finalizers, TRACE_FINALIZER] };
  return statusJob(trace, context);
}

function statusJob(trace: ServedTrace, { knowledge, window, schema, texts, statusBytes, now }: JobContext): TraceJob {
  const { view } = knowledge;
  const { generation, depth, locale } = trace.spec;
  const before = valueAt(asJson(trace.object), ['status']);
  const budget = statusBytes - bodySize(statusBody(trace.object, {}));
  const state =
    view?.ref === undefined || window === undefined
      ? undefined
      : draftState(view, { window, depth, describe: (change) => describeChange(change, texts, locale) });
  const findings = findingsOf(trace, knowledge);
  const status = (truncated: boolean) =>
    fitStatus(
      {
        observedGeneration: generation,
        conditions: conditionsOf([...findings, truncatedFinding(truncated, statusBytes)], {
          previous: conditionsIn(before),
          generation,
          now,
        }),
        ...(state === undefined ? {} : { state }),
      },
      budget,
    );
  // The condition that says "truncated" is longer than the one that does not: with it in place the answer stands.
  const roomy = status(true);
  const fitted = roomy.truncated ? roomy : status(false);
  if (!isAccepted(fitted.status, schema)) return { kind: 'nothing' };
  const wanted = withoutPruned(fitted.status, schema);
  if (jsonEquals(parseJson(formatJson(wanted)), before)) return { kind: 'nothing' };
  const body = statusBody(trace.object, wanted);
  return { kind: 'write', body, bytes: bodySize(body), truncated: fitted.truncated };
}

/** The conditions that a status has now, as far as a transition time can be taken over from them. */
function conditionsIn(status: Json | undefined): readonly Pick<Condition, 'type' | 'status' | 'lastTransitionTime'>[] {
  return listAt(status, ['conditions']).flatMap((item) => {
    const type = stringAt(item, ['type']);
    const lastTransitionTime = stringAt(item, ['lastTransitionTime']);
    const state = STATES.find((known) => known === stringAt(item, ['status']));
    return type === undefined || lastTransitionTime === undefined || state === undefined
      ? []
      : [{ type, status: state, lastTransitionTime }];
  });
}
