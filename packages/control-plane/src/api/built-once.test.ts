import { expect, test } from 'vitest';
import { builtOnce } from './built-once.ts';

test('whoever asks has what was built for the first', async () => {
  let builds = 0;
  const build = builtOnce(async () => {
    builds += 1;
    return { builds };
  });
  const [first, second] = await Promise.all([build(), build()]);
  expect([first === second, (await build()) === first, builds]).toEqual([true, true, 1]);
});

test('a build that failed is told to all who waited for it, and is not remembered', async () => {
  let builds = 0;
  const build = builtOnce(async () => {
    builds += 1;
    if (builds === 1) throw new Error('not yet');
    return builds;
  });
  const outcomes = await Promise.allSettled([build(), build()]);
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect([await build(), await build()]).toEqual([2, 2]);
});
