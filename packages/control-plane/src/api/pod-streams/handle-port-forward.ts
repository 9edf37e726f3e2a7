// pods/portforward
import type { JsonObject } from '@rectrace/kube';
import type { ApiResponse } from '../api-request.ts';
import type { Environment } from '../environment.ts';
import { badRequest } from '../failures.ts';
import { nameOf, uidOf } from '../metadata.ts';
import { portAnswers } from '../pod-answers/find-answers.ts';
import type { PortAnswer } from '../pod-answers/pod-answers.ts';
import type { Target } from '../verbs/target.ts';
import { askedPod, checkHost } from './asked-pod.ts';
import { checkConnectable, checkMayCreate, checkUpgrade } from './check-connection.ts';
import { notScripted } from './not-scripted.ts';
import type { PortOutcome, PortsSession } from './pod-session.ts';

const MOST_PORT = 65_535;

/** @throws RequestRefused */
export function handlePortForward(environment: Environment, target: Target): ApiResponse {
  checkConnectable(target);
  const asked = portsIn(target.request.query);
  checkMayCreate(environment, target);
  const pod = askedPod(environment, target);
  checkHost(environment, pod);
  checkUpgrade(target);
  const answers = portAnswers(environment.answers, pod);
  const session: PortsSession = {
    kind: 'ports',
    asked,
    ...(answers.length === 0 ? { refusal: notScripted('ports', { pod }).status } : {}),
    answerOf: (port) => outcomeOf(answers, port, pod),
  };
  return { kind: 'session', status: 101, headers: {}, warnings: [...target.warnings], session };
}

function outcomeOf(answers: readonly PortAnswer[], port: number, pod: JsonObject): PortOutcome {
  const answer = answers.find((known) => known.port === port);
  if (answer !== undefined) return { kind: 'answered', answer };
  return { kind: 'failed', reason: `error forwarding port ${port} to pod ${nameOf(pod)}, uid ${uidOf(pod)}: no answer is scripted for it` };
}

/** @throws RequestRefused (400) */
function portsIn(query: URLSearchParams): readonly number[] {
  return query.getAll('ports').flatMap((text) => text.split(',').map(portOf));
}

function portOf(text: string): number {
  const problem = /^\d+$/.test(text) ? 'value out of range' : 'invalid syntax';
  if (/^\d+$/.test(text) && Number(text) <= MOST_PORT) return Number(text);
  throw badRequest(`cannot convert to []int32: strconv.ParseUint: parsing ${JSON.stringify(text)}: ${problem}`);
}
