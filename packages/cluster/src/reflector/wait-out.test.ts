import { SteppedClock } from '@rectrace/testing';
import { describe, expect, test } from 'vitest';
import { ApiError } from '../errors.ts';
import { listed, Reflection } from '../testing/reflection.ts';
import { ScriptedCollection } from '../testing/scripted-collection.ts';
import { AT, absent, cut, forbidden } from '../testing/scripted-faults.ts';
import { ScriptedNews } from '../testing/scripted-news.ts';

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

  test('404 is told once and asked again as soon as the kind is served', async () => {
    const clock = new SteppedClock(0);
    const server = new ScriptedCollection(clock);
    server.failLists(absent(), absent());
    const news = new ScriptedNews();
    await using r = new Reflection({ clock, server, news });
    await clock.advance(1_000);
    expect(r.take()).toEqual(['Availability absent']);
    news.read({ served: false });
    await clock.advance(1_000);
    expect(server.lists).toHaveLength(1);
    news.read({ served: true });
    await clock.advance(1_000);
    expect(r.take()).toEqual([]);
    expect(server.lists).toHaveLength(2);
    news.read({ served: true });
    await clock.advance(1_000);
    expect(r.take()).toEqual(['ListBegin 100', 'ListEnd 100', 'Availability watched']);
  });

  test('a kind that was found served while the refused request was under way is asked for again at once', async () => {
    const clock = new SteppedClock(0);
    const server = new ScriptedCollection(clock);
    const news = new ScriptedNews();
    server.delayMs = 100;
    server.failLists(absent());
    await using r = new Reflection({ clock, server, news });
    await clock.settle();
    news.read({ served: true });
    await clock.advance(300);
    expect(r.take()).toEqual(['Availability absent', 'ListBegin 100', 'ListEnd 100', 'Availability watched']);
  });

  test('a definition deleted before the watch told how its objects went ends them at once, and a gap names it', async () => {
    const news = new ScriptedNews();
    await using r = await listed({ news });
    r.server.cut('close');
    r.server.failWatches(absent());
    await r.clock.advance(1_000);
    expect(r.take()).toEqual(['Availability absent']);
    r.server.skip(10);
    news.deleteDefinition('110');
    await r.clock.advance(1_000);
    expect(r.messages).toContainEqual(
      expect.objectContaining({ kind: 'Gap', reason: 'the definition of Widget was deleted before the watch told how its objects went' }),
    );
    expect(r.take()).toEqual(['Gap * 102..110', 'Vanished a/uid-1 101..110', 'Vanished b/uid-2 102..110']);
    news.read({ served: false });
    await r.clock.advance(1_000);
    expect(r.take()).toEqual([]);
  });

  test('when the kind comes again, what came since its end is told, and no end twice', async () => {
    const news = new ScriptedNews();
    await using r = await listed({ news });
    r.server.cut('close');
    r.server.failWatches(absent());
    await r.clock.advance(1_000);
    r.server.remove('a');
    r.server.remove('b');
    news.deleteDefinition('104');
    await r.clock.advance(1_000);
    r.take();
    r.server.write('a');
    r.server.forget();
    news.read({ served: true });
    await r.clock.advance(5_000);
    expect(r.take()).toEqual(['ListBegin 105', 'Added a@105 walkBack', 'ListEnd 105', 'Availability watched']);
  });

  test('objects newer than the deletion that is known of are of the kind that came again: they go on', async () => {
    const news = new ScriptedNews();
    await using r = await listed({ news });
    r.server.cut('close');
    r.server.failWatches(absent());
    news.deleteDefinition('101');
    await r.clock.advance(1_000);
    expect(r.take()).toEqual(['Availability absent']);
  });

  test('what was stored of a kind whose definition was deleted ends once, and is not resumed from', async () => {
    const clock = new SteppedClock(0);
    const server = new ScriptedCollection(clock);
    server.skip(10);
    server.failLists(absent());
    const news = new ScriptedNews();
    const resume = { resourceVersion: '102', known: [{ namespace: 'plain', name: 'a', uid: 'uid-1', resourceVersion: '101' }] };
    await using r = new Reflection({ clock, server, news, resume });
    await clock.advance(1_000);
    news.deleteDefinition('108');
    await clock.advance(1_000);
    expect(r.take()).toEqual(['Availability absent', 'Gap * 102..108', 'Vanished a/uid-1 101..108']);
    server.write('b');
    news.read({ served: true });
    await clock.advance(1_000);
    expect(r.take()).toEqual(['Availability watched', 'Added b@111 lateWatch']);
  });

  test('a CRD whose deletion nobody sees ends its objects when the kind comes again', async () => {
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
    expect(r.take()).toEqual(['Availability watched', 'Modified a@103 lateWatch']);
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
