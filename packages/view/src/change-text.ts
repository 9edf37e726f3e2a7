// What one change says in one line: 'replicas 2→3', 'Pulled: Container image … (x3)', 'created, replicas 3', 'deleted'.

import type { KubeObject } from '@rectrace/kube';
import { asJson, integerAt, listAt, stringAt } from '@rectrace/kube';
import type { Change, EventDetails, ObjectStates } from '@rectrace/trace';
import { readinessOf } from '@rectrace/trace';
import { cleanLine } from './clean-text.ts';
import { diffPhrase } from './diff-phrase.ts';

/** states: what readiness goes by. all: every phrase of the diff, not only the most telling. */
export type ChangeTextOptions = { readonly states: ObjectStates; readonly all?: boolean | undefined };

/** Never empty and never more than one line. */
export function changeText(change: Change, options: ChangeTextOptions): string {
  switch (change.type) {
    case 'Event':
      return change.event === undefined ? 'event' : eventText(change.event);
    case 'Present':
      return `present, ${stateText(change.body, options.states)}`;
    case 'Creation':
      return ['created', ...gistOf(change.body)].join(', ');
    case 'Deletion':
      return change.certainty === 'inferred' ? 'deleted (nobody saw when: gone at the next list)' : 'deleted';
    case 'Update':
      return updateText(change, options);
  }
}

/** 'Reason: message (x3)'. */
export function eventText({ reason, message, count, type }: EventDetails): string {
  const warning = type === 'Warning' ? 'Warning ' : '';
  const times = count > 1 ? ` (x${count})` : '';
  const text = [reason, message].filter((part) => part !== '').join(': ');
  return cleanLine(`${warning}${text === '' ? 'event' : text}${times}`);
}

function updateText(change: Change, { all = false }: ChangeTextOptions): string {
  const text = diffPhrase(change.diff, { all, ...(change.body === undefined ? {} : { body: change.body }) });
  if (text !== '') return cleanLine(text);
  if (change.certainty === 'reconstructed' && change.diff.length === 0) return 'written, what changed is not known';
  return change.diff.length > 0 || change.noise !== undefined ? 'only times or bookkeeping fields' : 'no field differs';
}

function stateText(body: KubeObject | undefined, states: ObjectStates): string {
  if (body === undefined) return 'state unknown';
  const { status, reason } = readinessOf(body, states);
  const text = [status, reason === status ? '' : reason].filter((part) => part !== '').join(' ');
  return text === '' ? 'no state of its own' : text;
}

/** What matters of a new object. */
function gistOf(body: KubeObject | undefined): readonly string[] {
  if (body === undefined) return [];
  const object = asJson(body);
  const replicas = integerAt(object, ['spec', 'replicas']);
  const node = stringAt(object, ['spec', 'nodeName']);
  const images = [...listAt(object, ['spec', 'template', 'spec', 'containers']), ...listAt(object, ['spec', 'containers'])];
  const named = images.flatMap((container) => stringAt(container, ['image']) ?? []);
  return [
    ...(replicas === undefined ? [] : [`replicas ${replicas}`]),
    ...(node === undefined ? [] : [`on ${node}`]),
    ...(named.length === 0 ? [] : [`image ${named.join(', ')}`]),
  ];
}
