// The same requests to the real API server and to ours: every case of the tables, compared answer by answer.
import { describeReal } from '@rectrace/testbed';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ALL_CASES } from './cases/all-cases.ts';
import { playCase } from './play-case.ts';
import { type Sides, startSides } from './sides.ts';

describeReal('answers as the real server', () => {
  let sides: Sides | undefined;

  beforeAll(async () => {
    sides = await startSides(1);
  });

  afterAll(async () => {
    await sides?.stop();
  });

  test.each(ALL_CASES.map((one) => [`row ${one.row}: ${one.title}`, one] as const))('%s', async (_title, one) => {
    if (sides === undefined) throw new Error('no sides');
    expect(await playCase(sides, one)).toEqual([]);
  });
});
