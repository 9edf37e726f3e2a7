import type { Cycle, CycleInstant, CycleRequest } from '@rectrace/trace';
import { describe, expect, test } from 'vitest';
import { cycleJson } from './output-json.ts';
import { stepsOf } from './step.ts';
import { SAMPLE_STATES, sampleBody, sampleChange, sampleRef } from './testing/sample-objects.ts';
import { createTimeFormat } from './time-format.ts';
import { cycleTable, stepTable } from './timeline-view.ts';
import { cycleTurnLines, omittedRequestsLines } from './watch-line.ts';

const ROOT = sampleRef('Deployment', 'web');
const POD = sampleRef('Pod', 'web-0');
const OPTIONS = { time: createTimeFormat('UTC'), home: 'plain', now: 90_000 };
const NOTHING = { changes: [], cycles: [], gaps: [] };

const at = (time: number): CycleInstant => ({ time, position: { epoch: 0, version: String(time), offset: 0 } });
const unseen = (time: number): CycleInstant => ({ ...at(time), noLater: true });
const held = (time: number): CycleInstant => ({ ...at(time), noEarlier: true });
const request = (number: number): CycleRequest => ({
  kind: 'generation',
  change: `c${number}`,
  time: number,
  detail: { kind: 'generation', from: number, to: number + 1 },
});

function cycle(fields: Partial<Cycle>): Cycle {
  const cause = { kind: 'generation', change: 'c', ref: ROOT, initiators: [], detail: { kind: 'specChanged' } } as const;
  return { kind: 'cycle', number: 2, root: ROOT, state: 'closed', start: at(1_000), end: at(5_400), cause, requests: [], ...fields };
}

const rowsOf = (shown: Cycle): readonly (readonly string[])[] =>
  cycleTable([shown], NOTHING, OPTIONS).rows.map(({ cells }) => cells.map(({ text }) => text));

describe('a cycle whose start nobody saw', () => {
  const cases = [
    ['seen', cycle({}), '00:00:01    ', '4.40s', '1970-01-01T00:00:01.000Z', '1970-01-01T00:00:05.400Z'],
    ['with an unseen start', cycle({ start: unseen(1_000) }), '?', '?', null, '1970-01-01T00:00:05.400Z'],
    ['with an unseen end', cycle({ end: unseen(5_400) }), '00:00:01    ', '?', '1970-01-01T00:00:01.000Z', null],
    ['with an end that was held', cycle({ end: held(5_400) }), '00:00:01    ', '?', '1970-01-01T00:00:01.000Z', null],
    ['open', { ...cycle({ start: unseen(1_000), state: 'open' }), end: undefined } as unknown as Cycle, '?', '?', null, null],
  ] as const;

  test.each(cases)('%s: what is not known is told as unknown', (_title, shown, start, took, startJson, endJson) => {
    expect(rowsOf(shown)[0]?.slice(1, 3)).toEqual([start, took]);
    expect(cycleJson(shown)).toMatchObject({ start: startJson, end: endJson });
  });

  test('says by when it was there, and nothing of how long it took', () => {
    const shown = cycle({ start: unseen(1_000), end: unseen(5_400) });
    expect(cycleJson(shown)).toMatchObject({ startedBy: '1970-01-01T00:00:01.000Z', endedBy: '1970-01-01T00:00:05.400Z' });
    expect(cycleJson(cycle({}))).not.toHaveProperty('startedBy');
    const [started, ended] = [held(1_000), held(5_400)];
    expect(cycleJson(cycle({ start: started, end: ended }))).toMatchObject({
      start: null,
      startedAfter: '1970-01-01T00:00:01.000Z',
      end: null,
      endedAfter: '1970-01-01T00:00:05.400Z',
    });
    const line = (turn: 'opened' | 'closed', told: Cycle = shown): string =>
      cycleTurnLines(told, { ...OPTIONS, turn })
        .flat()
        .map(({ text }) => text)
        .join('');
    expect(line('opened')).toMatch(/ ▶ cycle 2 had started by then, nobody saw when: spec changed$/);
    expect(line('closed')).toMatch(/ ■ cycle 2 ended after an unknown time$/);
    expect(line('opened', cycle({ start: started }))).toMatch(/ ▶ cycle 2 starts then or later, nobody saw when: spec changed$/);
  });
});

test('a step between revisions without times of their own took an unknown time, not none', () => {
  const late = { certainty: 'recovered', noLater: true } as const;
  const changes = [
    sampleChange(POD, 4_000, { ...late, body: sampleBody(POD, { phase: 'Pending' }) }),
    sampleChange(POD, 4_000, { ...late, body: sampleBody(POD, { phase: 'Running', conditions: [{ type: 'Ready', status: 'True' }] }) }),
  ];
  const { rows } = stepTable(cycle({}), stepsOf(changes, { states: SAMPLE_STATES }), OPTIONS);
  expect(rows[0]?.cells.slice(0, 2).map(({ text }) => text)).toEqual(['?', '?']);
});

test('steps that are known to the second are told so', () => {
  const changes = [
    sampleChange(POD, 4_000, { certainty: 'recovered', body: sampleBody(POD, { phase: 'Pending' }) }),
    sampleChange(POD, 4_000, { certainty: 'recovered', body: sampleBody(POD, { phase: 'Running' }) }),
  ];
  const { rows } = stepTable(cycle({}), stepsOf(changes, { states: SAMPLE_STATES }), OPTIONS);
  expect(rows[0]?.cells.slice(0, 2).map(({ text }) => text)).toEqual(['+3.00s', '<1s']);
});

test('a step that began in an earlier cycle is told as one, by its whole length', () => {
  const pending = sampleBody(POD, { phase: 'Pending' });
  const before = [sampleChange(POD, 400, { body: pending })];
  const changes = [sampleChange(POD, 4_400, { body: sampleBody(POD, { phase: 'Running' }) })];
  const { rows } = stepTable(cycle({}), stepsOf(changes, { states: SAMPLE_STATES, before }), OPTIONS);
  expect(rows[0]?.cells.slice(0, 2).map(({ text }) => text)).toEqual(['before', '4.00s']);
});

test('a cycle that is over, nobody knows since when, is told so, also where its beginning was recorded', () => {
  const { end: _end, ...over } = cycle({});
  expect(rowsOf(over)[0]?.slice(1, 4)).toEqual(['00:00:01    ', '?', '? end unknown']);
  expect(cycleJson(over)).toMatchObject({ end: null, state: 'closed', reconstructed: false });
});

test('requests that were not kept are counted behind the first', () => {
  const shown = cycle({ requests: [request(1), request(40), request(41)], omittedRequests: 38 });
  expect(rowsOf(shown).map((cells) => cells[5])).toEqual([
    'spec changed',
    'generation 1→2',
    '38 more requests, not kept',
    'generation 40→41',
    'generation 41→42',
  ]);
  expect(cycleJson(shown)).toMatchObject({ omittedRequests: 38 });
  expect(cycleJson(cycle({}))).not.toHaveProperty('omittedRequests');
  const [line = []] = omittedRequestsLines(shown, { ...OPTIONS, at: 40 });
  expect(line.map(({ text }) => text).join('')).toMatch(/ » cycle 2: 38 more requests, not kept$/);
  expect(omittedRequestsLines(cycle({}), { ...OPTIONS, at: 40 })).toEqual([]);
});
