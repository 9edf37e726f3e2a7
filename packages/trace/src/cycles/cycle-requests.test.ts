import { asUid } from '@rectrace/kube';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Cycle, CycleRequest } from '../cycle.ts';
import { requestCount, withRequest } from './cycle-requests.ts';
import { signalsBetween } from './cycle-signals.ts';

type Requests = ReturnType<typeof withRequest>;

const request = (number: number): CycleRequest => ({
  kind: 'generation',
  change: `c${number}`,
  time: number,
  detail: { kind: 'specChanged' },
});

function asked(times: number, { requests, omittedRequests }: Requests = { requests: [] }): Requests {
  let all: Requests = omittedRequests === undefined ? { requests } : { requests, omittedRequests };
  for (let number = requestCount(all); number < times; number += 1) all = withRequest(all, request(number));
  return all;
}

it('keeps the first and the newest requests, and counts the others', () => {
  expect(asked(21)).toEqual({ requests: Array.from({ length: 21 }, (_, number) => request(number)) });
  const { requests, omittedRequests } = asked(1_000);
  expect(requests.map(({ change }) => change)).toEqual(['c0', ...Array.from({ length: 20 }, (_, index) => `c${980 + index}`)]);
  expect(omittedRequests).toBe(979);
});

it('cuts what an earlier version kept whole, and counts on wherever it goes on', () => {
  const whole = Array.from({ length: 500 }, (_, number) => request(number));
  fc.assert(
    fc.property(fc.nat(60), fc.nat(60), (before, after) => {
      expect(asked(before + after, asked(before))).toEqual(asked(before + after));
      expect(withRequest({ requests: whole.slice(0, before + 22) }, request(before + 22))).toEqual(asked(before + 23));
    }),
  );
});

it('a request beyond what is kept is signalled like any other', () => {
  const ref = { group: 'apps', version: 'v1', kind: 'Deployment', namespace: 'plain', name: 'web', uid: asUid('d') };
  const cycle = (requests: Requests): Cycle => ({
    kind: 'cycle',
    number: 1,
    root: ref,
    state: 'open',
    start: { time: 0, position: { epoch: 0, version: '1', offset: 0 } },
    cause: { kind: 'created', change: 'c', ref, initiators: [], detail: { kind: 'created' } },
    ...requests,
  });
  const between = (left: Requests, right: Requests) =>
    signalsBetween('r', { before: { closed: undefined, open: cycle(left) }, after: { closed: undefined, open: cycle(right) } });
  expect(between(asked(40), asked(41)).map(({ kind }) => kind)).toEqual(['requested']);
  expect(between(asked(41), asked(40)).map(({ kind }) => kind)).toEqual(['revised']);
});
