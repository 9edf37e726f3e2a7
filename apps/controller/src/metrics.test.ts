import { expect, test } from 'vitest';
import { Metrics } from './metrics.ts';

test('a scrape asks for the readings once and shows them', async () => {
  let asked = 0;
  const metrics = new Metrics(() => {
    asked += 1;
    return {
      historyBytes: 4096,
      dropped: { changes: 7, cycles: 2, gaps: 0, baselines: 0, roots: [] },
      traces: 3,
      roots: 5,
      openCycles: 1,
      leading: true,
      letGo: { evicted: 0, forgotten: 0 },
      watchRestarts: 8,
      relists: 9,
    };
  });
  const { text } = await metrics.text();
  expect(asked).toBe(1);
  for (const line of ['history_bytes 4096', 'history_dropped_changes 7', 'open_cycles 1', 'leading 1', 'relists 9'])
    expect(text).toContain(`rectrace_${line}\n`);
});
