// 'container web waiting (ContainerCreating)→running, ready', and the word for one container state.

import type { JsonObject, KubeObject } from '@rectrace/kube';
import { asJson, integerAt, isJsonObject, listAt, stringAt, valueAt } from '@rectrace/kube';
import type { FieldChange } from '@rectrace/trace';
import { sideOf } from './field-group.ts';

const LISTS = ['initContainerStatuses', 'containerStatuses', 'ephemeralContainerStatuses'] as const;

/** body: the Pod after the change. undefined where nothing of its state, readiness or restarts moved. */
export function containerPhrase(name: string, fields: readonly FieldChange[], body?: KubeObject): string | undefined {
  const before = sideOf(fields, 'before');
  const now = { ...sideOf(fields, 'after'), ...statusOf(body, name) };
  const parts = [statePart(before, now, fields), readyPart(before, now), restartPart(before, now)].filter((part) => part !== '');
  return parts.length === 0 ? undefined : `container ${name} ${parts.join(', ')}`;
}

/** 'running', 'waiting (CrashLoopBackOff)', 'terminated (Error, exit 1)', or '' where there is no state. */
function stateWord(status: JsonObject): string {
  const state = status['state'];
  if (!isJsonObject(state)) return '';
  if (isJsonObject(state['waiting'])) return withReason('waiting', stringAt(state, ['waiting', 'reason']));
  if (isJsonObject(state['terminated'])) return withReason('terminated', terminatedReason(state['terminated']));
  return isJsonObject(state['running']) ? 'running' : '';
}

function statePart(before: JsonObject, now: JsonObject, fields: readonly FieldChange[]): string {
  if (!fields.some((field) => field.path.length === 0 || field.path[0] === 'state')) return '';
  const [from, to] = [stateWord(before), stateWord(now)];
  if (from === to) return '';
  return from === '' ? to : `${from}→${to === '' ? 'unknown' : to}`;
}

function readyPart(before: JsonObject, now: JsonObject): string {
  if (before['ready'] === false && now['ready'] === true) return 'ready';
  return before['ready'] === true && now['ready'] === false ? 'no longer ready' : '';
}

function restartPart(before: JsonObject, now: JsonObject): string {
  const from = integerAt(before, ['restartCount']);
  const to = integerAt(now, ['restartCount']);
  return from === undefined || to === undefined || from === to ? '' : `restarts ${from}→${to}`;
}

function terminatedReason(terminated: JsonObject): string {
  const reason = stringAt(terminated, ['reason']) ?? '';
  const exit = integerAt(terminated, ['exitCode']);
  const exitText = exit === undefined || exit === 0 ? '' : `exit ${exit}`;
  return [reason, exitText].filter((part) => part !== '').join(', ');
}

function withReason(word: string, reason: string | undefined): string {
  return reason === undefined || reason === '' ? word : `${word} (${reason})`;
}

function statusOf(body: KubeObject | undefined, name: string): JsonObject {
  if (body === undefined) return {};
  for (const list of LISTS) {
    const found = listAt(asJson(body), ['status', list]).find((item) => valueAt(item, ['name']) === name);
    if (isJsonObject(found)) return found;
  }
  return {};
}
