import { SteppedClock } from '@rectrace/testing';
import { describe, expect, test } from 'vitest';
import { Reflection } from '../testing/reflection.ts';
import { ScriptedCollection } from '../testing/scripted-collection.ts';
import { expired } from '../testing/scripted-faults.ts';

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
      'Modified a@103 lateWatch',
      'Deleted b@104 lateWatch',
      'Added c@105 lateWatch',
    ]);
  });

  test('what happens after the watch began is no longer late', async () => {
    await using r = await resumed(() => undefined);
    r.take();
    r.server.write('a');
    await r.clock.advance(10);
    expect(r.take()).toEqual(['Modified a@106']);
  });

  test('where the past is compacted, what did not change is listed and the watch brings the rest', async () => {
    await using r = await resumed((server) => {
      server.write('d');
      server.compact();
    });
    expect(r.take()).toEqual([
      'Availability watched',
      'Modified a@103 lateWatch',
      'Deleted b@104 lateWatch',
      'Added c@105 lateWatch',
      'Added d@106 lateWatch',
    ]);
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
