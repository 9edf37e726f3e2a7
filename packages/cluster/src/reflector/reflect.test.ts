import type { ListPage, ListWatch } from '@rectrace/kube';
import { describe, expect, test } from 'vitest';
import { AnswerGarbled, ApiError, ConnectionCut } from '../errors.ts';
import { SteppedClock } from '../stepped-clock.ts';
import { Reflection } from './reflection.ts';
import { EXPIRED, ScriptedCollection, TOO_LARGE, WIDGETS, widget } from './scripted-collection.ts';

const AT = { method: 'GET', path: '/widgets' };
const expired = (): ApiError => new ApiError(EXPIRED, AT);
const forbidden = (): ApiError => new ApiError({ code: 403, reason: 'Forbidden', message: 'widgets is forbidden' }, AT);
const absent = (): ApiError => new ApiError({ code: 404, reason: 'NotFound', message: 'not found' }, AT);
const cut = (): ConnectionCut => new ConnectionCut('cut');

/** a@101 and b@102 listed, the watch open at 102, nothing told yet. */
async function listed(options: ConstructorParameters<typeof Reflection>[0] = {}): Promise<Reflection> {
  const clock = new SteppedClock(Date.UTC(2026, 0, 1));
  const server = new ScriptedCollection(clock);
  server.write('a');
  server.write('b');
  const reflection = new Reflection({ ...options, clock, server });
  await clock.settle();
  expect(reflection.take()).toEqual(['ListBegin 102', 'Listed a@101', 'Listed b@102', 'ListEnd 102', 'Availability watched']);
  return reflection;
}

describe('the first list and the watch', () => {
  test('what is there is listed in pages, what comes is observed, a bookmark moves the place', async () => {
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
    expect(r.take()).toEqual(['Modified a@103']);
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
    const tooLarge = (): ApiError => new ApiError(TOO_LARGE, AT);
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
    expect(r.take()).toEqual(['Listed b@102', 'Availability watched', 'Modified a@103']);
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

describe('rights and presence', () => {
  test('403 is told once, asked again every five minutes, and ends when granted', async () => {
    const clock = new SteppedClock(0);
    const server = new ScriptedCollection(clock);
    server.failLists(forbidden(), forbidden());
    await using r = new Reflection({ clock, server });
    await clock.advance(290_000);
    expect(r.take()).toEqual(['Availability forbidden']);
    expect(server.lists.length).toBe(1);
    await clock.advance(400_000);
    expect(r.take()).toEqual(['ListBegin 100', 'ListEnd 100', 'Availability watched']);
  });

  test('404 is told once and asked again when what is served changes', async () => {
    const clock = new SteppedClock(0);
    const server = new ScriptedCollection(clock);
    server.failLists(absent(), absent());
    const changes: (() => void)[] = [];
    await using r = new Reflection({ clock, server, whenServedChanges: () => new Promise((resolve) => changes.push(resolve)) });
    await clock.advance(1_000);
    expect(r.take()).toEqual(['Availability absent']);
    changes.shift()?.();
    await clock.advance(1_000);
    expect(r.take()).toEqual([]);
    changes.shift()?.();
    await clock.advance(1_000);
    expect(r.take()).toEqual(['ListBegin 100', 'ListEnd 100', 'Availability watched']);
  });

  test('a CRD removed and created again while followed ends the objects that were there', async () => {
    await using r = await listed();
    r.server.cut('close');
    r.server.failWatches(absent());
    await r.clock.advance(1_000);
    expect(r.take()).toEqual(['Availability absent']);
    r.server.remove('a');
    r.server.remove('b');
    r.server.forget();
    await r.clock.advance(70_000);
    expect(r.take()).toEqual([
      'ListBegin 104',
      'Deleted a@103 walkBack',
      'Deleted b@104 walkBack',

      'ListEnd 104',
      'Availability watched',
    ]);
  });

  test('a server that stays away is told as failing once, and as watched when it is back', async () => {
    await using r = await listed();
    r.server.failLists(...Array.from({ length: 6 }, cut));
    r.server.cut(cut());
    await r.clock.advance(4_000);
    expect(r.take()).toEqual(['Availability failing']);
    r.server.write('a');
    await r.clock.advance(60_000);
    expect(r.take()).toEqual(['Availability watched', 'Modified a@103']);
  });

  test('Retry-After is waited out', async () => {
    await using r = await listed();
    r.server.failWatches(new ApiError({ code: 429, reason: 'TooManyRequests', message: 'busy', retryAfterSeconds: 7 }, AT));
    r.server.cut('close');
    await r.clock.advance(6_900);
    expect(r.server.watches.length).toBe(2);
    await r.clock.advance(1_000);
    expect(r.server.watches.length).toBe(3);
  });
});

describe('resuming from a stored place', () => {
  const known = [
    { namespace: 'plain', name: 'a', uid: 'uid-1', resourceVersion: '101' },
    { namespace: 'plain', name: 'b', uid: 'uid-2', resourceVersion: '102' },
  ];

  async function resumed(prepare: (server: ScriptedCollection) => void): Promise<Reflection> {
    const clock = new SteppedClock(0);
    const server = new ScriptedCollection(clock);
    server.write('a');
    server.write('b');
    server.write('a');
    server.remove('b');
    server.write('c');
    prepare(server);
    const reflection = new Reflection({ clock, server, resume: { resourceVersion: '102', known } });
    await clock.advance(2_000);
    return reflection;
  }

  test('the state at the place is listed, the watch brings what came since', async () => {
    await using r = await resumed(() => undefined);
    expect(r.take()).toEqual([
      'ListBegin 102',
      'Listed a@101',
      'Listed b@102',
      'ListEnd 102',
      'Availability watched',
      'Modified a@103',
      'Deleted b@104',
      'Added c@105',
    ]);
  });

  test('where the past is compacted, what did not change is listed and the watch brings the rest', async () => {
    await using r = await resumed((server) => {
      server.write('d');
      server.compact();
    });
    expect(r.take()).toEqual(['Availability watched', 'Modified a@103', 'Deleted b@104', 'Added c@105', 'Added d@106']);
  });

  test('where the watch is refused, the known objects are walked back', async () => {
    await using r = await resumed((server) => server.forget());
    expect(r.take()).toEqual([
      'ListBegin 102',
      'Listed a@101',
      'Listed b@102',
      'ListEnd 102',
      'Availability watched',
      'ListBegin 105',
      'Modified a@103 walkBack',
      'Added c@105 walkBack',
      'Deleted b@104 walkBack',
      'ListEnd 105',
    ]);
  });

  test('objects that lived at the place but were not named are no creations', async () => {
    const clock = new SteppedClock(0);
    const server = new ScriptedCollection(clock);
    for (const name of ['a', 'b', 'c', 'd']) server.write(name);
    server.write('b');
    server.write('c');
    server.write('c');
    server.write('e');
    server.failLists(expired());
    server.forget();
    await using r = new Reflection({ clock, server, resume: { resourceVersion: '104', known: [] } });
    await clock.advance(2_000);
    expect(r.take()).toEqual([
      'Listed a@101',
      'Listed d@104',
      'Availability watched',
      'ListBegin 108',
      'Listed a@101',
      'Listed d@104',
      'Modified b@105 walkBack',
      'Modified c@106 walkBack',
      'Modified c@107 walkBack',
      'Added e@108 walkBack',
      'ListEnd 108',
    ]);
  });

  test('where all is gone, gaps name what may be missing', async () => {
    await using r = await resumed((server) => {
      server.skip(10);
      server.compact();
      server.forget();
    });
    expect(r.take()).toEqual([
      'Availability watched',
      'ListBegin 115',
      'Modified a@103 walkBack',
      'Gap c/uid-3 102..105',
      'Added c@105 walkBack',
      'Gap b/uid-2 102..115',
      'Vanished b/uid-2 102..115',
      'Gap * 103..115',
      'ListEnd 115',
    ]);
  });
});
