import { SteppedClock } from '@rectrace/testing';
import { describe, expect, test } from 'vitest';
import { AnswerGarbled, ApiError } from '../errors.ts';
import { listed, Reflection } from '../testing/reflection.ts';
import { ScriptedCollection, widget } from '../testing/scripted-collection.ts';
import { AT, cut, expired } from '../testing/scripted-faults.ts';

describe('the first list and the watch', () => {
  test('what is there is listed, and that it can be seen is told', async () => {
    const clock = new SteppedClock(0);
    const server = new ScriptedCollection(clock);
    server.write('a');
    server.write('b');
    await using r = new Reflection({ clock, server });
    await clock.settle();
    expect(r.take()).toEqual(['ListBegin 102', 'Listed a@101', 'Listed b@102', 'ListEnd 102', 'Availability watched']);
  });

  test('what comes is observed, a bookmark moves the place', async () => {
    await using r = await listed();
    r.server.write('a');
    r.server.write('c');
    r.server.remove('b');
    r.server.skip(10);
    r.server.bookmark();
    await r.clock.settle();
    expect(r.take()).toEqual(['Modified a@103', 'Added c@104', 'Deleted b@105', 'Bookmark 115']);
    r.server.cut('close');
    await r.clock.advance(200);
    expect(r.server.watches.map(({ from }) => from)).toEqual(['102', '115']);
  });

  test('a page token that expired starts the list over from a consistent read', async () => {
    const clock = new SteppedClock(0);
    const server = new ScriptedCollection(clock);
    for (const name of ['a', 'b', 'c']) server.write(name);
    server.pageSize = 2;
    server.failLists({ resourceVersion: '103', items: [widget({ name: 'a', uid: 'uid-1', version: 101 })] }, expired());
    await using r = new Reflection({ clock, server });
    await clock.advance(1_000);
    expect(r.take()).toEqual([
      'ListBegin 103',
      'Listed a@101',
      'ListBegin 103',
      'Listed a@101',
      'Listed b@102',
      'Listed c@103',
      'ListEnd 103',
      'Availability watched',
    ]);
    expect(server.lists.every(({ from }) => from.kind === 'consistent')).toBe(true);
  });

  test('the same version twice and older versions are told once and counted', async () => {
    await using r = await listed();
    r.server.write('a');
    await r.clock.settle();
    for (const version of [103, 101, 103])
      r.server.send({ kind: 'Modified', object: widget({ name: 'a', uid: 'uid-1', version }), receivedAt: 0 });
    r.server.send({ kind: 'Deleted', object: widget({ name: 'b', uid: 'uid-2', version: 102 }), receivedAt: 0 });
    await r.clock.settle();
    expect(r.take()).toEqual(['Modified a@103']);
    expect(r.counters.droppedOlder).toBe(4);
  });

  test('another uid under a known name ends the known object', async () => {
    await using r = await listed();
    r.server.send({ kind: 'Modified', object: widget({ name: 'a', uid: 'uid-9', version: 110 }), receivedAt: 0 });
    await r.clock.settle();
    expect(r.take()).toEqual(['Vanished a/uid-1 101..110', 'Modified a@110']);
  });
});

describe('a watch that ends', () => {
  test('cleanly closed watches are reopened from their place, slower and slower where they tell nothing', async () => {
    await using r = await listed();
    r.server.failWatches(...Array.from({ length: 200 }, () => 'close' as const));
    r.server.cut('close');
    await r.clock.advance(60_000);
    expect(r.server.watches.length).toBeLessThan(20);
    expect(r.server.watches.every(({ from }) => from === '102')).toBe(true);
    expect(r.take()).toEqual([]);
  });

  test.each([
    ['a cut connection', cut],
    ['a server error', (): ApiError => new ApiError({ code: 500, reason: 'InternalError', message: 'boom' }, AT)],
    ['garbage', (): AnswerGarbled => new AnswerGarbled('no JSON')],
  ])('%s: goes on from the last good version, nothing is lost', async (_title, error) => {
    await using r = await listed();
    r.server.write('a');
    await r.clock.settle();
    r.server.cut(error());
    r.server.write('a');
    r.server.write('c');
    await r.clock.advance(1_000);
    expect(r.take()).toEqual(['Modified a@103', 'Modified a@104', 'Added c@105']);
    expect(r.counters.relists).toBe(0);
  });

  test('garbage at one place again and again gives the place up and walks back', async () => {
    await using r = await listed();
    r.server.cut(new AnswerGarbled('no JSON'));
    r.server.failWatches(...Array.from({ length: 7 }, () => new AnswerGarbled('no JSON')));
    r.server.write('a');
    r.server.write('a');
    await r.clock.advance(120_000);
    expect(r.take()).toEqual([
      'Availability failing',
      'ListBegin 104',
      'Listed b@102',
      'Modified a@103 walkBack',
      'Modified a@104 walkBack',

      'ListEnd 104',
      'Availability watched',
    ]);
  });

  test('a watch that is silent for too long is cut and reopened', async () => {
    await using r = await listed();
    r.server.bookmark();
    await r.clock.settle();
    r.server.kill();
    r.server.write('a');
    await r.clock.advance(89_000);
    expect(r.take()).toEqual([]);
    await r.clock.advance(2_000);
    expect(r.take()).toEqual(['Modified a@103 lateWatch']);
    expect(r.server.openWatches).toBe(1);
  });

  test('without bookmarks a silent collection moves its place by a list and a fresh watch', async () => {
    await using r = await listed();
    r.server.skip(50);
    await r.clock.advance(90_000 + 6_000);
    expect(r.take()).toEqual(['Bookmark 152']);
    r.server.forget(140);
    r.server.cut(cut());
    await r.clock.advance(2_000);
    expect(r.counters.relists).toBe(0);
  });

  test('a list that shows something new does not move the place: the watch tells it', async () => {
    await using r = await listed();
    r.server.kill();
    r.server.write('a');
    r.server.skip(50);
    await r.clock.advance(90_000 + 6_000);
    expect(r.take()).toEqual(['Modified a@103']);
  });
});

describe('a restored storage', () => {
  test('a version below the place begins an epoch with a first list', async () => {
    await using r = await listed();
    for (let count = 0; count < 20; count += 1) r.server.write('a');
    await r.clock.settle();
    r.take();
    r.server.restore(102);
    r.server.write('b');
    r.server.cut(cut());
    await r.clock.advance(5_000);
    expect(r.take()).toEqual(['EpochBegin', 'ListBegin 103', 'Listed a@101', 'Listed b@103', 'ListEnd 103']);
    r.server.write('a');
    await r.clock.settle();
    expect(r.take()).toEqual(['Modified a@104']);
  });

  test('one old answer is not yet a restored storage', async () => {
    await using r = await listed();
    r.server.failLists({ resourceVersion: '90', items: [] });
    r.server.cut(cut());
    await r.clock.advance(5_000);
    expect(r.take()).toEqual([]);
    expect(r.server.openWatches).toBe(1);
  });
});
