import { formatJson, parseJson } from '@rectrace/kube';
import { expect, test } from 'vitest';
import type { Cycle } from '../cycle.ts';
import { readCycle } from './read-cycle.ts';

const REF = { group: 'apps', version: 'v1', kind: 'Deployment', namespace: 'plain', name: 'web', uid: 'u' };
const BASE = { kind: 'cycle', number: 1, root: REF, state: 'open', start: { time: 1, position: { epoch: 0, version: '1', offset: 0 } } };

test('a cycle is read as it is written, integers beyond 2^53 and all', () => {
  const detail = { kind: 'generation', from: 2n ** 60n, to: 2n ** 60n + 1n };
  const cycle = { ...BASE, cause: { kind: 'generation', change: 'c', ref: REF, initiators: [], detail }, requests: [] } as unknown as Cycle;
  expect(readCycle(parseJson(formatJson(cycle)))).toEqual(cycle);
});

test('causes and requests that an earlier version put in words are read with these words', () => {
  const cause = { kind: 'generation', change: 'c', ref: REF, initiators: [], text: 'generation 1→2 by kubectl', writer: 'kubectl' };
  const request = { kind: 'deletion', change: 'd', time: 5, text: 'deletion of Deployment/plain/web' };
  const { text, ...restOfCause } = cause;
  const { text: asked, ...restOfRequest } = request;
  expect(readCycle(parseJson(JSON.stringify({ ...BASE, cause, requests: [request] })))).toEqual({
    ...BASE,
    cause: { ...restOfCause, detail: { kind: 'told', text } },
    requests: [{ ...restOfRequest, detail: { kind: 'told', text: asked } }],
  });
});
