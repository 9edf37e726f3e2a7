import type { ListPage, ListWatch } from '@rectrace/kube';
import { SteppedClock } from '@rectrace/testing';
import { describe, expect, test } from 'vitest';
import { ApiError } from '../errors.ts';
import { listed, Reflection } from '../testing/reflection.ts';
import { ScriptedCollection, WIDGETS, widget } from '../testing/scripted-collection.ts';
import { AT, cut, expired, tooLarge } from '../testing/scripted-faults.ts';

describe('a lost place', () => {
  test.each([
    ['as an answer', 'answer'],
    ['as an ERROR event', 'event'],
  ])('410 %s: every revision of who still lives is walked back', async (_title, how) => {
    await using r = await listed();
    r.server.cut(cut());
    r.server.write('a');
    r.server.write('a');
    r.server.write('c');
    r.server.write('c');
    r.server.skip(3);
    if (how === 'event') r.server.forget();
    else r.server.failWatches(expired());
    await r.clock.advance(2_000);
    expect(r.take()).toEqual([
      'ListBegin 109',
      'Listed b@102',
      'Modified a@103 walkBack',
      'Modified a@104 walkBack',
      'Added c@105 walkBack',
      'Modified c@106 walkBack',
      'ListEnd 109',
    ]);
    expect(r.server.lists.some(({ from }) => from.kind === 'notOlderThan' && from.resourceVersion === '102')).toBe(true);
    r.server.write('a');
    await r.clock.settle();
    expect(r.take()).toEqual(['Modified a@110']);
  });

  test('who went is found with the version of the deletion, its last revisions before it', async () => {
    await using r = await listed();
    r.server.cut(cut());
    r.server.skip(20);
    r.server.write('b');
    r.server.skip(20);
    r.server.remove('b');
    r.server.skip(20);
    r.server.forget();
    await r.clock.advance(2_000);
    expect(r.take()).toEqual(['ListBegin 164', 'Listed a@101', 'Modified b@123 walkBack', 'Deleted b@144 walkBack', 'ListEnd 164']);
  });

  test('a name with another uid is a deletion and a creation', async () => {
    await using r = await listed();
    r.server.cut(cut());
    r.server.write('b');
    r.server.remove('b');
    r.server.skip(5);
    r.server.write('b');
    r.server.write('b');
    r.server.forget();
    await r.clock.advance(2_000);
    expect(r.take()).toEqual([
      'ListBegin 111',
      'Listed a@101',
      'Modified b@103 walkBack',
      'Deleted b@104 walkBack',
      'Added b@110 walkBack',
      'Modified b@111 walkBack',
      'ListEnd 111',
    ]);
  });

  test('what was compacted is a gap of that object, and a deletion there is only known to have happened', async () => {
    await using r = await listed();
    r.server.cut(cut());
    r.server.write('a');
    r.server.remove('b');
    r.server.write('a');
    r.server.skip(10);
    r.server.compact();
    r.server.write('a');
    r.server.forget();
    await r.clock.advance(2_000);
    expect(r.take()).toEqual([
      'ListBegin 116',
      'Gap a/uid-1 101..105',
      'Modified a@105 walkBack',
      'Modified a@116 walkBack',
      'Gap b/uid-2 102..115',
      'Vanished b/uid-2 102..115',
      'Gap * 102..115',
      'ListEnd 116',
    ]);
  });

  test('who came and went within the break is found where the break is narrow enough to be searched', async () => {
    await using r = await listed();
    r.server.cut(cut());
    r.server.write('c');
    r.server.skip(3);
    r.server.write('c');
    r.server.remove('c');
    r.server.write('c');
    r.server.remove('c');
    r.server.forget();
    await r.clock.advance(5_000);
    expect(r.take()).toEqual([
      'ListBegin 110',
      'Listed a@101',
      'Listed b@102',
      'Added c@103 walkBack',
      'Modified c@107 walkBack',
      'Deleted c@108 walkBack',
      'Added c@109 walkBack',
      'Deleted c@110 walkBack',
      'ListEnd 110',
    ]);
    expect(r.counters.gaps).toBe(0);
  });

  test('a wide break is searched as far as time allows, and the gap that stays says where', async () => {
    await using r = await listed();
    r.server.cut(cut());
    r.server.delayMs = 100;
    r.server.skip(1_000);
    r.server.write('long');
    r.server.skip(2_000);
    r.server.remove('long');
    r.server.write('short');
    r.server.remove('short');
    r.server.skip(500);
    r.server.forget();
    await r.clock.advance(60_000);
    expect(r.take()).toEqual([
      'ListBegin 3606',
      'Listed a@101',
      'Listed b@102',
      'Added long@1103 walkBack',
      'Deleted long@3104 walkBack',
      'Gap * 102..3606',
      'ListEnd 3606',
    ]);
    expect(r.server.lists.length).toBeLessThan(200);
  });

  test('metadata only: who came and went is not searched for', async () => {
    await using r = await listed({ query: { resource: WIDGETS, namespace: 'plain', metadataOnly: true } });
    r.server.cut(cut());
    r.server.write('c');
    r.server.remove('c');
    r.server.forget();
    await r.clock.advance(5_000);
    expect(r.take()).toEqual(['ListBegin 104', 'Listed a@101', 'Listed b@102', 'Gap * 102..104', 'ListEnd 104']);
  });

  test('more revisions than allowed become a gap', async () => {
    await using r = await listed({ walkBack: { maxRevisionsPerObject: 2, concurrency: 1, searchMs: 0 } });
    r.server.cut(cut());
    for (let count = 0; count < 5; count += 1) r.server.write('a');
    r.server.forget();
    await r.clock.advance(2_000);
    expect(r.take()).toEqual([
      'ListBegin 107',
      'Listed b@102',
      'Gap a/uid-1 101..105',
      'Modified a@105 walkBack',
      'Modified a@106 walkBack',
      'Modified a@107 walkBack',
      'Gap * 102..104',
      'ListEnd 107',
    ]);
  });

  test('a list that breaks off in the middle of walking back tells nothing twice', async () => {
    await using r = await listed({ walkBack: { maxRevisionsPerObject: 100, concurrency: 1, searchMs: 0 } });
    r.server.cut(cut());
    r.server.write('a');
    r.server.write('a');
    r.server.write('b');
    r.server.write('b');
    r.server.forget();
    await r.clock.settle();
    const page = {
      resourceVersion: '106',
      items: [widget({ name: 'a', uid: 'uid-1', version: 104 }), widget({ name: 'b', uid: 'uid-2', version: 106 })],
    };
    r.server.failLists(
      { resourceVersion: '106', items: [] },
      page,
      { resourceVersion: '103', items: [widget({ name: 'a', uid: 'uid-1', version: 103 })] },
      cut(),
    );
    await r.clock.advance(5_000);
    expect(r.take()).toEqual([
      'ListBegin 106',
      'Modified a@103 walkBack',
      'Modified a@104 walkBack',
      'ListBegin 106',
      'Listed a@104',
      'Modified b@105 walkBack',
      'Modified b@106 walkBack',
      'ListEnd 106',
    ]);
  });

  test('a server that has not caught up is waited for, then asked consistently', async () => {
    await using r = await listed();
    r.server.failLists(tooLarge(), tooLarge(), tooLarge());
    r.server.cut(expired());
    await r.clock.advance(10_000);
    expect(r.server.lists.map(({ from }) => from.kind)).toEqual(['consistent', 'notOlderThan', 'notOlderThan', 'consistent', 'consistent']);
    expect(r.take()).toContain('ListEnd 102');
  });

  test('a server that refuses every watch with 410 is not flooded with lists', async () => {
    await using r = await listed();
    r.server.failWatches(...Array.from({ length: 100 }, expired));
    r.server.cut('close');
    await r.clock.advance(60_000);
    expect(r.server.watches.length).toBeLessThan(15);
    expect(r.server.lists.length).toBeLessThan(20);
  });

  test('nothing happened in the break: no gap', async () => {
    await using r = await listed();
    r.server.failWatches(expired());
    r.server.cut('close');
    await r.clock.advance(1_000);
    expect(r.take()).toEqual(['ListBegin 102', 'Listed a@101', 'Listed b@102', 'ListEnd 102']);
  });
});

describe('a server that answers no exact lists', () => {
  function without(server: ScriptedCollection, exact: () => AsyncIterable<ListPage>): ListWatch {
    return {
      list: (query, options) => (options.from.kind === 'exact' ? exact() : server.list(query, options)),
      watch: (query, options) => server.watch(query, options),
    };
  }

  function refused(): AsyncIterable<ListPage> {
    throw new ApiError({ code: 400, reason: 'BadRequest', message: 'resourceVersionMatch is not known' }, AT);
  }

  async function* latest(): AsyncGenerator<ListPage> {
    yield { resourceVersion: '999', items: [widget({ name: 'a', uid: 'uid-1', version: 998 })] };
  }

  test.each([
    ['by refusing them', refused],
    ['by ignoring what was asked', latest],
  ])('%s: what lies between is a gap, and it goes on', async (_title, exact) => {
    const clock = new SteppedClock(0);
    const server = new ScriptedCollection(clock);
    for (const name of ['a', 'b']) server.write(name);
    await using r = new Reflection({ clock, server, source: without(server, exact) });
    await clock.settle();
    r.take();
    server.cut(cut());
    server.write('a');
    server.write('a');
    server.remove('b');
    server.forget();
    await clock.advance(5_000);
    expect(r.take()).toEqual([
      'ListBegin 105',
      'Gap a/uid-1 101..104',
      'Modified a@104 walkBack',
      'Gap b/uid-2 102..105',
      'Vanished b/uid-2 102..105',
      'Gap * 102..105',
      'ListEnd 105',
    ]);
    server.write('a');
    await clock.settle();
    expect(r.take()).toEqual(['Modified a@106']);
  });

  test('resuming there lists what did not change, and watches', async () => {
    const clock = new SteppedClock(0);
    const server = new ScriptedCollection(clock);
    for (const name of ['a', 'b', 'a']) server.write(name);
    const resume = { resourceVersion: '102', known: [{ namespace: 'plain', name: 'a', uid: 'uid-1', resourceVersion: '101' }] };
    await using r = new Reflection({ clock, server, source: without(server, latest), resume });
    await clock.advance(1_000);
    expect(r.take()).toEqual(['Listed b@102', 'Availability watched', 'Modified a@103 lateWatch']);
  });
});
