// What objects that nobody traces cost a recorder that follows their collections. In a process of its own, under the controller's flags of Node.
import type { Benchmark } from '../benchmark.ts';
import { atMost } from '../figure.ts';
import { controllerFlags } from '../measure/controller-flags.ts';
import { runMeasured } from '../measure/measured-child.ts';

export type UntracedMeasured = {
  readonly objects: number;
  readonly rssAfterListMb: number;
  readonly rssMb: number;
  readonly peakMb: number;
  readonly heapMb: number;
};

const OBJECTS = 50_000;
const MOST_MB = 250;

export const untraced: Benchmark = {
  name: 'untraced',
  about: 'pure recorder: 50,000 untraced objects of at least 2 kB in watched kinds',
  needs: [],
  run: async ({ seed }) => {
    const args = [OBJECTS, seed].map(String);
    const { objects, rssAfterListMb, rssMb, peakMb, heapMb } = await runMeasured<UntracedMeasured>(
      new URL('./untraced-child.ts', import.meta.url),
      { args, flags: controllerFlags() },
    );
    return [
      { name: 'objects', value: objects, unit: '' },
      { name: 'RSS after the first lists', value: rssAfterListMb, unit: 'MB', target: atMost(MOST_MB) },
      { name: 'RSS after 10,000 more changes', value: rssMb, unit: 'MB', target: atMost(MOST_MB) },
      { name: 'RSS at its highest', value: peakMb, unit: 'MB', target: atMost(MOST_MB) },
      { name: 'heap alive', value: heapMb, unit: 'MB' },
      { name: 'heap alive per object', value: (heapMb * 1e6) / objects, unit: 'B' },
    ];
  },
};
