// PodLogOptions, as the query of a request for logs carries them.
import { parseExactInstant } from '@rectrace/kube';
import { timeFault } from '../codec/time-scalar.ts';
import { badRequest, invalid } from '../failures.ts';
import type { FieldError } from '../field-error.ts';
import { forbiddenField, invalidValue } from '../field-error.ts';
import { booleanParameter, integerParameter } from '../options/query-parameters.ts';

export type LogOptions = {
  /** '' where the only one is meant. */
  readonly container: string;
  readonly follow: boolean;
  readonly previous: boolean;
  readonly timestamps: boolean;
  /** Lines from this moment on, in milliseconds since the epoch. */
  readonly since: number | undefined;
  readonly tailLines: number | undefined;
  readonly limitBytes: number | undefined;
};

type Sent = {
  readonly sinceSeconds: bigint | undefined;
  readonly sinceTime: number | undefined;
  readonly tailLines: bigint | undefined;
  readonly limitBytes: bigint | undefined;
};

/** `pod`: its name, which refusals tell. @throws RequestRefused (400, 422) */
export function logOptionsIn(query: URLSearchParams, { pod, now }: { readonly pod: string; readonly now: number }): LogOptions {
  const sent: Sent = {
    sinceSeconds: integerParameter(query, 'sinceSeconds'),
    sinceTime: timeParameter(query, 'sinceTime'),
    tailLines: integerParameter(query, 'tailLines'),
    limitBytes: integerParameter(query, 'limitBytes'),
  };
  // To choose a stream is a feature that 1.35 has switched off.
  const errors = [...numberErrors(sent), ...(query.has('stream') ? [forbiddenField('stream', 'may not be specified')] : [])];
  if (errors.length > 0) throw invalid({ group: '', kind: 'PodLogOptions', name: pod }, errors);
  return {
    container: query.get('container') ?? '',
    follow: booleanParameter(query, 'follow') ?? false,
    previous: booleanParameter(query, 'previous') ?? false,
    timestamps: booleanParameter(query, 'timestamps') ?? false,
    since: sent.sinceSeconds === undefined ? sent.sinceTime : now - Number(sent.sinceSeconds) * 1000,
    tailLines: sent.tailLines === undefined ? undefined : Number(sent.tailLines),
    limitBytes: sent.limitBytes === undefined ? undefined : Number(sent.limitBytes),
  };
}

function numberErrors({ sinceSeconds, sinceTime, tailLines, limitBytes }: Sent): readonly FieldError[] {
  const negative = tailLines !== undefined && tailLines < 0n;
  const both = sinceSeconds !== undefined && sinceTime !== undefined;
  return [
    ...(negative ? [invalidValue('tailLines', Number(tailLines), 'must be greater than or equal to 0')] : []),
    ...positiveErrors('limitBytes', limitBytes),
    ...(both ? [forbiddenField('[]', 'at most one of `sinceTime` or `sinceSeconds` may be specified')] : []),
    ...(both ? [] : positiveErrors('sinceSeconds', sinceSeconds)),
  ];
}

function positiveErrors(field: string, value: bigint | undefined): readonly FieldError[] {
  return value === undefined || value >= 1n ? [] : [invalidValue(field, Number(value), 'must be greater than 0')];
}

/** To the second, as the kubelet is asked. A time that is given as nothing counts as the first of all. @throws RequestRefused (400) */
function timeParameter(query: URLSearchParams, name: string): number | undefined {
  const text = query.get(name);
  if (text === null) return undefined;
  if (text === '' || text === 'null') return 0;
  const instant = parseExactInstant(text);
  const fault = timeFault(text);
  if (fault !== undefined || instant === undefined) throw badRequest(fault ?? `parsing time ${JSON.stringify(text)}: day out of range`);
  return instant.seconds * 1000;
}
