// A root that retention takes whole, of both stores: nothing of it stays behind.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SteppedClock } from '@rectrace/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { History } from './fallback-history.ts';
import { MemoryHistory } from './memory-history.ts';
import { openSqliteHistory } from './sqlite/sqlite-history.ts';
import { memberOf, refTo, sampleChange, sampleCycle } from './testing/sample-changes.ts';

const HOUR = 3_600_000;

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'rectrace-forgotten-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

type Limited = { readonly limits: { readonly maxAgeMs: number }; readonly clock: SteppedClock };
const STORES: readonly (readonly [string, (options: Limited) => History])[] = [
  ['memory', (options) => new MemoryHistory(options)],
  ['SQLite', (options) => openSqliteHistory(join(folder, 'history.db'), options)],
];

describe.each(STORES)('%s', (_name, open) => {
  test('with an ended root its positions go, those of others and of all stay', async () => {
    const clock = new SteppedClock(1_000);
    const history = open({ limits: { maxAgeMs: HOUR }, clock });
    const nothing = { changes: [], members: [], cycles: [], withdrawn: [], gaps: [], positions: [], fence: history.fence };
    const place = { scope: 'pods@plain', resourceVersion: '8', epoch: 0 };
    const end = sampleChange({ uid: 'web', version: 2, type: 'Deletion' });
    const positions = [place, { ...place, root: 'web' }, { ...place, root: 'other' }];
    const cycles = [{ root: 'web', cycle: sampleCycle(refTo('web'), { number: 1, from: 1, to: 2 }) }];
    history.commit({ ...nothing, changes: [end], members: [memberOf('web', 'web')], cycles, positions });
    expect(history.positions()).toHaveLength(3);
    await clock.advance(2 * HOUR);
    history.commit(nothing);
    expect(history.root('web')).toBeUndefined();
    expect(history.positions()).toEqual([place, { ...place, root: 'other' }]);
    history.close();
  });
});
