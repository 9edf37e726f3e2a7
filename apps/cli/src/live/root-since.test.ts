import type { KubeObject } from '@rectrace/kube';
import { asUid } from '@rectrace/kube';
import { inZone } from '@rectrace/testing';
import type { Cycle } from '@rectrace/trace';
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
  ['terminal, nothing recorded', YES, undefined, undefined],
  ['terminal, a cycle has ended', YES, cycle('closed', 5_000), 5_000],
  ['terminal, an open cycle is all that is known', YES, cycle('open'), undefined],
  ['not terminal, nothing recorded', NO, undefined, Date.UTC(2026, 10, 30, 12)],
  ['not terminal, a cycle is open', NO, cycle('open'), 1_000],
  ['not terminal, only an earlier cycle is known', NO, cycle('closed', 5_000), Date.UTC(2026, 10, 30, 12)],
])('%s', (_what, state, latest, since) => {
  expect(rootSince(written(...WRITES), { state, cycle: latest, states: STATES })).toBe(since);
});

test('a write without a zone tells no time, wherever it is read', () => {
  const root = written({ manager: 'kubectl', time: '2026-11-30T11:00:00' });
  expect(inZone('Asia/Tokyo', () => rootSince(root, { state: NO, cycle: undefined, states: STATES }))).toBeUndefined();
});

test('what is not known is a question mark, and absent from JSON', () => {
  const root = { ref: REF, state: YES, since: rootSince(written(), { state: YES, cycle: undefined, states: STATES }), reason: '' };
  const { rows } = rootsTable([root], { now: 9_000, namespaces: false });
  expect(rows[0]?.cells.map(({ text }) => text)).toEqual(['Deployment/web', '✓ yes', '?', '']);
  expect(Object.keys(rootJson(root))).toEqual(['object', 'terminal', 'failed', 'reason']);
});
