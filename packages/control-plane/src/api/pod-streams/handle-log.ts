// pods/log
import type { JsonObject } from '@rectrace/kube';
import type { ApiResponse } from '../api-request.ts';
import type { Environment } from '../environment.ts';
import { badRequest } from '../failures.ts';
import { negotiateAnswer } from '../verbs/negotiate.ts';
import type { Target } from '../verbs/target.ts';
import { askedContainer, askedPod, containerStatus, hostOf } from './asked-pod.ts';
import type { Following, MomentLine } from './container-log.ts';
import { logBytes, tellLog } from './container-log.ts';
import { followLog } from './follow-log.ts';
import { logOptionsIn } from './log-options.ts';
import { logRefusal } from './log-refusal.ts';
import { notScripted } from './not-scripted.ts';
import { scriptedLog } from './scripted-log.ts';

/** @throws RequestRefused */
export function handleLog(environment: Environment, target: Target): ApiResponse {
  negotiateAnswer(environment, target);
  const { request, info } = target;
  const options = logOptionsIn(request.query, { pod: info.name, now: environment.clock.now() });
  const pod = askedPod(environment, target);
  const container = askedContainer(pod, options.container);
  const head = { status: 200, headers: {}, warnings: [...target.warnings] };
  if (hostOf(environment, pod) === undefined) return { ...head, kind: 'empty', status: 204 };
  const lines = linesOf(environment, { pod, container, previous: options.previous });
  const { signal } = request;
  // Nothing more comes of a container that was there before.
  const follows = options.follow && !options.previous;
  const told = follows
    ? followLog(environment, { pod, container, lines, options, signal })
    : tellLog(lines, options, nothingLater(environment));
  return { ...head, kind: 'bytes', contentType: 'text/plain', chunks: logBytes(told, options) };
}

type Asked = { readonly pod: JsonObject; readonly container: string; readonly previous: boolean };

/** @throws RequestRefused as the API server passes on what a kubelet refuses, and where nothing is scripted. */
function linesOf(environment: Environment, { pod, container, previous }: Asked): readonly MomentLine[] {
  const refusal = logRefusal({ pod, container, status: containerStatus(pod, container), previous });
  if (refusal !== undefined) throw badRequest(refusal);
  const lines = scriptedLog(environment, { pod, container, previous });
  if (lines === undefined) throw notScripted(previous ? 'the previous logs' : 'the logs', { pod, container });
  return lines;
}

function nothingLater({ clock }: Environment): Following {
  return { clock, wait: () => Promise.resolve(), endedAt: () => clock.now() };
}
