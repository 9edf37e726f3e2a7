import type { KubeObject } from '@rectrace/kube';
import { asUid } from '@rectrace/kube';
import { inZone } from '@rectrace/testing';
import type { Cycle, TerminalState } from '@rectrace/trace';
import { builtinRules, objectStates } from '@rectrace/trace';
import { expect, test } from 'vitest';
import { rootJson, rootsTable } from '../roots-table.ts';
import { rootSince } from './root-since.ts';

const REF = { group: 'apps', version: 'v1', kind: 'Deployment', namespace: 'plain', name: 'web', uid: asUid('u') };
const STATES = objectStates(builtinRules());
const YES = { kind: 'terminal' } as const;
const NO = { kind: 'root', says: 'replicas 2 of 3' } as const;

function written(...entries: readonly object[]): KubeObject {
  const metadata = { name: 'web', namespace: 'plain', uid: 'u', creationTimestamp: '2026-11-30T10:00:00Z', managedFields: entries };
  return { apiVersion: 'apps/v1', kind: 'Deployment', metadata } as KubeObject;
}

function cycle(state: Cycle['state'], end?: number): Cycle {
  return { state, start: { time: 1_000 }, ...(end === undefined ? {} : { end: { time: end } }) } as Cycle;
}

const WRITES = [
  { manager: 'kubectl', time: '2026-11-30T11:00:00Z' },
  { manager: 'kubectl-scale', time: '2026-11-30T12:00:00Z', subresource: 'scale' },
  { manager: 'kube-controller-manager', time: '2026-11-30T13:00:00Z', subresource: 'status' },
];

test.each([
  ['terminal, nothing recorded', YES, undefined, Date.UTC(2026, 10, 30, 13)],
  ['terminal, a cycle has ended', YES, cycle('closed', 5_000), 5_000],
  ['terminal, an open cycle is all that is known', YES, cycle('open'), Date.UTC(2026, 10, 30, 13)],
  ['not terminal, nothing recorded', NO, undefined, Date.UTC(2026, 10, 30, 12)],
  ['not terminal, a cycle is open', NO, cycle('open'), 1_000],
  ['not terminal, only an earlier cycle is known', NO, cycle('closed', 5_000), Date.UTC(2026, 10, 30, 12)],
])('%s', (_what, state, latest, since) => {
  expect(rootSince(written(...WRITES), { state, cycle: latest, members: [], states: STATES })).toBe(since);
});

test('a write without a zone tells no time, wherever it is read', () => {
  const root = written({ manager: 'kubectl', time: '2026-11-30T23:00:00' });
  const told = { state: NO, cycle: undefined, members: [], states: STATES };
  expect(inZone('Asia/Tokyo', () => rootSince(root, told))).toBe(Date.UTC(2026, 10, 30, 10));
});

const at = (hour: number): string => `2026-11-30T${hour}:00:00Z`;
const turned = (type: string, hour: number): object => ({ conditions: [{ type, status: 'True', lastTransitionTime: at(hour) }] });
const POD = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'web-1', namespace: 'plain', uid: 'p', creationTimestamp: at(14) } };
const MEMBER = { kind: 'member', ref: REF, says: '', more: 0 } as const;
const FAILED = { kind: 'failed', says: '' } as const;
const custom = (status: object, ...entries: readonly object[]): KubeObject =>
  ({ ...written(...entries), apiVersion: 'example.com/v1', kind: 'Widget', status }) as KubeObject;
const asked = { manager: 'kubectl', time: at(11) };

test.each<[what: string, KubeObject, TerminalState, readonly KubeObject[], hour: number]>([
  ['a kind without writes or status: its creation', written(), YES, [], 10],
  ['a condition that turned', custom(turned('Ready', 12), asked), YES, [], 12],
  ['a condition that turned before it was last asked for something', custom(turned('Ready', 10), asked), YES, [], 11],
  [
    'a Pod of its tree that got ready later',
    written(...WRITES),
    YES,
    [{ ...POD, status: { phase: 'Running', ...turned('Ready', 15) } } as KubeObject],
    15,
  ],
  [
    'a failure that nothing dates but its status',
    custom({ phase: 'Failed' }, asked, { ...asked, subresource: 'status', time: at(12) }),
    FAILED,
    [],
    12,
  ],
  ['the first member that holds it up', written(...WRITES), MEMBER, [{ ...POD, status: { phase: 'Pending' } } as KubeObject], 14],
])('%s tells since when', (_what, object, state, members, hour) => {
  expect(rootSince(object, { state, cycle: undefined, members, states: STATES })).toBe(Date.UTC(2026, 10, 30, hour));
});

test('what is not known is a question mark, and absent from JSON', () => {
  const root = {
    ref: REF,
    state: YES,
    since: rootSince(undefined, { state: YES, cycle: undefined, members: [], states: STATES }),
    reason: '',
  };
  const { rows } = rootsTable([root], { now: 9_000, namespaces: false });
  expect(rows[0]?.cells.map(({ text }) => text)).toEqual(['Deployment/web', '✓ yes', '?', '']);
  expect(Object.keys(rootJson(root))).toEqual(['object', 'terminal', 'failed', 'reason']);
});
