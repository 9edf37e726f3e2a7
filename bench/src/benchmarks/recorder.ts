// The pure recorder: what a change costs and weighs in trees of 10 to 100,000 objects. Each size has a process of its own.
import type { Benchmark } from '../benchmark.ts';
import type { Figure } from '../figure.ts';
import { atMost } from '../figure.ts';
import { runMeasured } from '../measure/measured-child.ts';

export type RecorderMeasured = {
  readonly nodes: number;
  readonly changes: number;
  readonly cpuMicrosPerChange: number;
  readonly wallMicrosPerChange: number;
  readonly heapPerNode: number;
  readonly heapGrowthPerChange: number;
  /** A told change as JSON, without its body. */
  readonly bytesTold: number;
  /** Growth of the SQLite history's file per change. */
  readonly bytesStored: number;
};

const SIZES = [10, 1_000, 10_000, 100_000];
const CHANGES = 20_000;
const FLAT_WITHIN = 2;

export const recorder: Benchmark = {
  name: 'recorder',
  about: 'pure recorder: changes/s on one core and bytes/change for trees of 10, 1k, 10k and 100k objects',
  needs: [],
  run: async ({ seed, log }) => {
    const measured: RecorderMeasured[] = [];
    for (const nodes of SIZES) {
      log(`recorder: ${nodes} objects`);
      const args = [nodes, CHANGES, seed].map(String);
      measured.push(
        await runMeasured<RecorderMeasured>(new URL('./recorder-child.ts', import.meta.url), {
          args,
          flags: ['--max-old-space-size=8192'],
        }),
      );
    }
    const costs = measured.map(({ cpuMicrosPerChange }) => cpuMicrosPerChange);
    const flat: Figure = {
      name: 'dearest to cheapest change',
      value: Math.max(...costs) / Math.min(...costs),
      unit: 'x',
      target: atMost(FLAT_WITHIN),
    };
    return [...measured.flatMap(figuresOf), flat];
  },
};

function figuresOf(measured: RecorderMeasured): readonly Figure[] {
  const { nodes, cpuMicrosPerChange, heapPerNode, heapGrowthPerChange, bytesTold, bytesStored } = measured;
  const of = `${nodes.toLocaleString('en')} objects:`;
  return [
    { name: `${of} changes per CPU second`, value: 1e6 / cpuMicrosPerChange, unit: '/s' },
    { name: `${of} CPU per change`, value: cpuMicrosPerChange, unit: 'µs' },
    { name: `${of} a change without its body`, value: bytesTold, unit: 'B' },
    { name: `${of} a change in the SQLite history`, value: bytesStored, unit: 'B' },
    { name: `${of} heap kept per change`, value: heapGrowthPerChange, unit: 'B' },
    { name: `${of} heap per object`, value: heapPerNode, unit: 'B' },
  ];
}
