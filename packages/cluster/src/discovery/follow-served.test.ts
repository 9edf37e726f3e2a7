import { SteppedClock } from '@rectrace/testing';
import { describe, expect, test } from 'vitest';
import { ConnectionCut } from '../errors.ts';
import { ScriptedCollection } from '../testing/scripted-collection.ts';
import { ScriptedTransport } from '../testing/scripted-transport.ts';
import { Discovery } from './discovery.ts';
import { followServed } from './follow-served.ts';

type Following = AsyncDisposable & {
  readonly clock: SteppedClock;
  readonly definitions: ScriptedCollection;
  readonly discovery: Discovery;
  readonly problems: readonly string[];
  /** Seconds after the start at which what is served was read. */
  readonly readAt: number[];
  serve(answer: object | Error): void;
};

function groups(...names: readonly string[]): object {
  const items = names.map((name) => ({
    metadata: { name },
    versions: [
      { version: 'v1', resources: [{ resource: 'widgets', responseKind: { kind: 'Widget' }, scope: 'Namespaced', singularResource: '' }] },
    ],
  }));
  return { kind: 'APIGroupDiscoveryList', items };
}

async function follow(prepare: (definitions: ScriptedCollection) => void = () => undefined): Promise<Following> {
  const clock = new SteppedClock(0);
  const definitions = new ScriptedCollection(clock);
  prepare(definitions);
  const transport = new ScriptedTransport({ '/api': groups() });
  const readAt: number[] = [];
  let answer: object | Error = groups();
  transport.answer('/apis', () => {
    readAt.push(clock.now() / 1_000);
    return answer;
  });
  const discovery = new Discovery(transport);
  await discovery.served();
  readAt.length = 0;
  const stop = new AbortController();
  const problems: string[] = [];
  const problem = (reason: string): void => void problems.push(reason);
  const running = followServed({ discovery, source: definitions, clock, random: () => 0.5, problem, signal: stop.signal });
  await clock.settle();
  return {
    clock,
    definitions,
    discovery,
    problems,
    readAt,
    serve(next) {
      answer = next;
    },
    async [Symbol.asyncDispose]() {
      stop.abort();
      await running;
    },
  };
}

describe('what is served is read', () => {
  test('every minute, and three times after a change of a definition', async () => {
    await using f = await follow();
    await f.clock.advance(1_000);
    f.definitions.write('widgets.example.org');
    await f.clock.advance(60_000);
    expect(f.readAt).toEqual([1.3, 2.5, 6, 60]);
  });

  test('soon after each of several changes, the later ones not held up by the readings for the first', async () => {
    await using f = await follow();
    f.definitions.write('widgets.example.org');
    await f.clock.advance(2_000);
    f.definitions.remove('widgets.example.org');
    await f.clock.advance(20_000);
    expect(f.readAt).toEqual([0.3, 1.5, 2.3, 3.5, 7]);
  });

  test('also while definitions change without a pause, but not after each of the changes', async () => {
    await using f = await follow();
    for (let count = 0; count < 30; count += 1) {
      f.definitions.write('widgets.example.org');
      await f.clock.advance(100);
    }
    expect(f.readAt.length).toBeGreaterThanOrEqual(7);
    expect(f.readAt.length).toBeLessThanOrEqual(15);
  });

  test('where the first list of definitions has one that was not served yet', async () => {
    await using f = await follow((definitions) => definitions.write('widgets.example.org'));
    await f.clock.advance(10_000);
    expect(f.readAt).toEqual([0.3, 1.5, 5]);
  });

  test('a reading that fails is a problem, and the next one is made', async () => {
    await using f = await follow();
    f.serve(new ConnectionCut('cut'));
    f.definitions.write('widgets.example.org');
    await f.clock.advance(1_000);
    expect(f.problems).toEqual(['cut']);
    f.serve(groups('example.org'));
    await f.clock.advance(1_000);
    expect(f.discovery.latest?.resources.map(({ group }) => group)).toEqual(['example.org']);
  });

  test('a definition that goes is known as deleted', async () => {
    await using f = await follow();
    f.definitions.write('widgets.example.org');
    await f.clock.settle();
    f.definitions.remove('widgets.example.org');
    await f.clock.settle();
    expect(f.discovery.definitions.deletedAt({ group: 'example.org', resource: 'widgets' })).toBe('102');
  });
});
