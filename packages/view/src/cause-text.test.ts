import type { CauseKind, CycleDetail } from '@rectrace/trace';
import { expect, test } from 'vitest';
import { causeText, requestText } from './cause-text.ts';
import { sampleRef } from './testing/sample-objects.ts';

const ROOT = sampleRef('Deployment', 'web');
const POD = sampleRef('Pod', 'web-0');
const image = (path: readonly string[], before: string, after: string) => ({ path: ['spec', 'template', ...path, 'image'], before, after });

const ROWS: readonly (readonly [CauseKind, CycleDetail, string])[] = [
  ['created', { kind: 'created' }, 'Deployment/plain/web created by kubectl'],
  ['inProgress', { kind: 'inProgress' }, 'Deployment/plain/web was already in progress'],
  ['generation', { kind: 'generation', from: 3, to: 4 }, 'generation 3→4 by kubectl'],
  ['generation', { kind: 'generation', to: 2n ** 60n }, 'generation ?→1152921504606846976 by kubectl'],
  ['generation', { kind: 'template', diff: [] }, 'new pod template by kubectl'],
  ['generation', { kind: 'template', diff: [image(['containers', 'name=web'], 'app:1', 'app:2')] }, 'image of web app:1→app:2 by kubectl'],
  ['generation', { kind: 'template', diff: [{ path: ['spec', 'a'], after: 1 }] }, 'spec.a changed by kubectl'],
  [
    'generation',
    {
      kind: 'template',
      diff: [
        { path: ['spec', 'a'], after: 1 },
        { path: ['spec', 'b'], after: 1 },
      ],
    },
    '2 fields of the pod template changed by kubectl',
  ],
  ['generation', { kind: 'specChanged' }, 'spec changed by kubectl'],
  ['deletion', { kind: 'deletionAsked' }, 'deletion of Deployment/plain/web by kubectl'],
  ['deletion', { kind: 'deleting' }, 'Deployment/plain/web is being deleted'],
  ['deletion', { kind: 'deleted' }, 'Deployment/plain/web deleted'],
  ['expression', { kind: 'leftTerminal' }, 'Deployment/plain/web is no longer in its terminal state'],
  ['generation', { kind: 'told', text: 'generation 1→2 by somebody' }, 'generation 1→2 by somebody'],
  ['unprompted', { kind: 'hidden' }, 'an object that you may not get'],
];

test.each(ROWS.map(([kind, detail, text]) => ({ kind, detail, text })))('$kind: $text', ({ kind, detail, text }) => {
  expect(causeText({ kind, detail, change: 'c', ref: ROOT, writer: 'kubectl', initiators: [] })).toBe(text);
});

test('a member is named with its generation', () => {
  const cause = { kind: 'unprompted', change: 'c', ref: POD, initiators: [] } as const;
  expect(causeText({ ...cause, detail: { kind: 'generation', from: 1, to: 2 } })).toBe('Pod/plain/web-0 generation 1→2');
  expect(causeText({ ...cause, detail: { kind: 'incomplete' } })).toBe('Pod/plain/web-0 is no longer complete');
});

test('a request is about the root of its cycle', () => {
  const request = { kind: 'deletion', change: 'c', time: 0, detail: { kind: 'deletionAsked' } } as const;
  expect(requestText(request, { root: ROOT })).toBe('deletion of Deployment/plain/web');
});
