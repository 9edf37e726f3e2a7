// The log that a script has for a container.
import type { JsonObject } from '@rectrace/kube';
import { stringAt } from '@rectrace/kube';
import type { Environment } from '../environment.ts';
import { millisOf } from '../metadata.ts';
import { firstAnswer } from '../pod-answers/find-answers.ts';
import { containerStatus } from './asked-pod.ts';
import type { MomentLine } from './container-log.ts';
import { linesInTime, startOf } from './container-log.ts';

export type AskedLines = { readonly pod: JsonObject; readonly container: string; readonly previous: boolean };

/** In the order of their time; undefined where nothing is scripted. */
export function scriptedLog({ answers }: Environment, { pod, container, previous }: AskedLines): readonly MomentLine[] | undefined {
  const lines = firstAnswer(answers, { pod, container }, previous ? 'previousLogs' : 'logs');
  if (lines === undefined) return undefined;
  const created = millisOf(stringAt(pod, ['metadata', 'creationTimestamp']) ?? '');
  return linesInTime(lines, startOf(containerStatus(pod, container), { created, previous }));
}
