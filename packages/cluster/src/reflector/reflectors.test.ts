import type { ListWatch } from '@rectrace/kube';
import { SteppedClock } from '@rectrace/testing';
import type { RecorderMessage } from '@rectrace/trace';
import { describe, expect, test } from 'vitest';
import { ApiError, ConnectionCut } from '../errors.ts';
import { describeMessage } from '../testing/reflection.ts';
import { ScriptedCollection, WIDGETS } from '../testing/scripted-collection.ts';
import type { ReflectorsOptions } from './reflectors.ts';
import { Reflectors } from './reflectors.ts';

const GADGETS = { ...WIDGETS, kind: 'Gadget', resource: 'gadgets' };
const widgets = { resource: WIDGETS, namespace: 'plain' };
const gadgets = { resource: GADGETS, namespace: 'plain' };

type Running = AsyncDisposable & {
  readonly clock: SteppedClock;
  readonly widgets: ScriptedCollection;
  readonly gadgets: ScriptedCollection;
  readonly reflectors: Reflectors;
  /** What came since the last call, ticks left out. */
  take(): readonly string[];
  readonly messages: RecorderMessage[];
};

function start(options: Partial<ReflectorsOptions> & { readonly read?: boolean } = {}): Running {
  const clock = new SteppedClock(0);
  const collections = { widgets: new ScriptedCollection(clock), gadgets: new ScriptedCollection(clock) };
  const of = (resource: string): ScriptedCollection => (resource === 'gadgets' ? collections.gadgets : collections.widgets);
  const source: ListWatch = {
    list: (query, how) => of(query.resource.resource).list(query, how),
    watch: (query, how) => of(query.resource.resource).watch(query, how),
  };
  const reflectors = new Reflectors({ source, clock, random: () => 0.5, ...options });
  const messages: RecorderMessage[] = [];
  const read = async (): Promise<void> => {
    for await (const message of reflectors.messages()) messages.push(message);
  };
  const reading = options.read === false ? Promise.resolve() : read();
  return {
    clock,
    ...collections,
    reflectors,
    messages,
    take: () =>
      messages
        .splice(0)
        .filter(({ kind }) => kind !== 'Tick')
        .map(describeMessage),
    async [Symbol.asyncDispose]() {
      await reflectors.close();
      await reading;
    },
  };
}

test('several collections come in one stream; one asked for twice is followed once', async () => {
  await using r = start();
  r.widgets.write('a');
  r.gadgets.write('g');
  r.reflectors.want(widgets);
  r.reflectors.want(gadgets);
  r.reflectors.want(widgets);
  await r.clock.settle();
  expect(r.take().toSorted()).toEqual(
    [
      'Availability watched',
      'Availability watched',
      'ListBegin 101',
      'ListBegin 101',
      'ListEnd 101',
      'ListEnd 101',
      'Listed a@101',
      'Listed g@101',
    ].toSorted(),
  );
  expect(r.widgets.watches).toHaveLength(1);
  expect(r.reflectors.stats().map(({ scope, objects, place }) => [scope, objects, place])).toEqual([
    ['gadgets.example.org@plain', 1, '101'],
    ['widgets.example.org@plain', 1, '101'],
  ]);
});

test('a dropped collection is watched no longer, the others go on', async () => {
  await using r = start();
  r.reflectors.want(widgets);
  r.reflectors.want(gadgets);
  await r.clock.settle();
  r.take();
  r.reflectors.drop({ group: 'example.org', resource: 'widgets', namespace: 'plain' });
  await r.clock.settle();
  r.widgets.write('a');
  r.gadgets.write('g');
  await r.clock.settle();
  expect(r.widgets.openWatches).toBe(0);
  expect(r.take()).toEqual(['Added g@101']);
});

test('asked for again with bodies it goes on from its place, and nothing is told twice', async () => {
  await using r = start();
  r.widgets.write('a');
  r.reflectors.want({ ...widgets, metadataOnly: true });
  await r.clock.settle();
  r.widgets.write('a');
  await r.clock.settle();
  r.take();
  r.reflectors.want(widgets);
  r.widgets.write('a');
  await r.clock.settle();
  expect(r.take()).toEqual(['ListBegin 102', 'Listed a@102', 'ListEnd 102', 'Availability watched', 'Modified a@103']);
  expect(r.widgets.lists.map(({ query }) => query.metadataOnly === true)).toEqual([true, false]);
});

test('a reader that is slow pauses the watches; nothing is dropped', async () => {
  await using r = start({ queueLimit: 5, read: false });
  r.reflectors.want(widgets);
  await r.clock.settle();
  for (let count = 0; count < 100; count += 1) r.widgets.write('a');
  await r.clock.settle();
  expect(r.reflectors.waiting).toBe(5);
  const versions: string[] = [];
  for await (const message of r.reflectors.messages()) {
    if (message.kind === 'Observed') versions.push(message.object.metadata.resourceVersion ?? '');
    if (versions.length === 100) break;
  }
  expect(versions).toEqual(Array.from({ length: 100 }, (_, index) => String(101 + index)));
});

test('time is told every half second, one tick at a time where nobody reads', async () => {
  await using r = start();
  await r.clock.advance(2_100);
  expect(r.messages.map(({ kind, receivedAt }) => [kind, receivedAt])).toEqual([500, 1_000, 1_500, 2_000].map((at) => ['Tick', at]));
  await using idle = start({ read: false });
  const first = idle.reflectors.messages().next();
  await idle.clock.advance(60_000);
  await first;
  expect(idle.reflectors.waiting).toBeLessThanOrEqual(1);
});

test('a restored storage is one epoch, whoever notices it first', async () => {
  await using r = start();
  for (const server of [r.widgets, r.gadgets]) for (let count = 0; count < 9; count += 1) server.write('a');
  r.reflectors.want(widgets);
  r.reflectors.want(gadgets);
  await r.clock.settle();
  r.take();
  for (const server of [r.widgets, r.gadgets]) {
    server.restore(103);
    server.cut(new ConnectionCut('cut'));
  }
  await r.clock.advance(5_000);
  expect(r.take().filter((line) => line === 'EpochBegin')).toHaveLength(1);
});

test('a resource that is served in another version from now on is asked for in that', async () => {
  let version = 'v1';
  await using r = start({ currentResource: (resource) => ({ ...resource, version }) });
  r.reflectors.want(widgets);
  await r.clock.settle();
  version = 'v2';
  r.widgets.failWatches(new ApiError({ code: 404, reason: 'NotFound', message: 'gone' }, { method: 'GET', path: '/' }));
  r.widgets.cut('close');
  await r.clock.advance(70_000);
  expect(r.widgets.lists.at(-1)?.query.resource.version).toBe('v2');
  expect(r.take()).toContain('Availability absent');
});

describe('a defect of a source', () => {
  test('reaches the reader', async () => {
    const clock = new SteppedClock(0);
    const broken: ListWatch = {
      list: () => {
        throw new TypeError('defect');
      },
      watch: () => {
        throw new TypeError('defect');
      },
    };
    const reflectors = new Reflectors({ source: broken, clock, random: () => 0 });
    reflectors.want(widgets);
    await expect(reflectors.messages().next()).rejects.toThrow('defect');
    await reflectors.close();
  });
});
