// The pure recorder: what a change costs and weighs in one tree of 10 to 100,000 objects, and in many trees. Each has a process of its own.
import type { Benchmark } from '../benchmark.ts';
import type { Figure } from '../figure.ts';
import { atMost } from '../figure.ts';
import { runMeasured } from '../measure/measured-child.ts';

export type RecorderMeasured = {
  readonly trees: number;
  /** In all trees together. */
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

const GROVES = [
  { trees: 1, nodes: 10 },
  { trees: 1, nodes: 1_000 },
  { trees: 1, nodes: 10_000 },
  { trees: 1, nodes: 100_000 },
  { trees: 1_000, nodes: 8 },
];
const CHANGES = 20_000;
const FLAT_WITHIN = 2;

export const recorder: Benchmark = {
  name: 'recorder',
  about: 'pure recorder: changes/s on one core and bytes/change for a tree of 10, 1k, 10k and 100k objects, and for 1k trees',
  needs: [],
  run: async ({ seed, log }) => {
    const measured: RecorderMeasured[] = [];
    for (const { trees, nodes } of GROVES) {
      log(`recorder: ${trees} x ${nodes} objects`);
      const args = [trees, nodes, CHANGES, seed].map(String);
      measured.push(
        await runMeasured<RecorderMeasured>(new URL('./recorder-child.ts', import.meta.url), {
          args,
          flags: ['--max-old-space-size=8192'],
        }),
      );
    }
    const costs = (groves: readonly RecorderMeasured[]): readonly number[] => groves.map(({ cpuMicrosPerChange }) => cpuMicrosPerChange);
    const single = costs(measured.filter(({ trees }) => trees === 1));
    const dearest = { name: 'one tree: dearest to cheapest change', value: Math.max(...single) / Math.min(...single), unit: 'x' };
    const many = Math.max(...costs(measured.filter(({ trees }) => trees > 1)));
    return [
      ...measured.flatMap(figuresOf),
      { ...dearest, target: atMost(FLAT_WITHIN) },
      { name: 'many trees to the cheapest change of one', value: many / Math.min(...single), unit: 'x' },
    ];
  },
};

function figuresOf(measured: RecorderMeasured): readonly Figure[] {
  const { trees, nodes, cpuMicrosPerChange, heapPerNode, heapGrowthPerChange, bytesTold, bytesStored } = measured;
  const of = trees === 1 ? `${nodes.toLocaleString('en')} objects:` : `${trees.toLocaleString('en')} trees of ${nodes / trees} objects:`;
  return [
    { name: `${of} changes per CPU second`, value: 1e6 / cpuMicrosPerChange, unit: '/s' },
    { name: `${of} CPU per change`, value: cpuMicrosPerChange, unit: 'µs' },
    { name: `${of} a change without its body`, value: bytesTold, unit: 'B' },
    { name: `${of} a change in the SQLite history`, value: bytesStored, unit: 'B' },
    { name: `${of} heap kept per change`, value: heapGrowthPerChange, unit: 'B' },
    { name: `${of} heap per object`, value: heapPerNode, unit: 'B' },
  ];
}
