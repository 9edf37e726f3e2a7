// Steps of random stories of one object: who sends what, and how.
import fc from 'fast-check';
import type { Body } from '../cases/apply-bodies.ts';

export type ApplyStep = {
  readonly manager: string;
  readonly how: 'apply' | 'force' | 'patch' | 'status' | 'forget';
  /** What is applied or patched, without kind and name. */
  readonly fields: Body;
};

const MANAGERS = ['one', 'two', 'three'];

/** The same steps for the same seed. */
export function makeSteps(
  fields: fc.Arbitrary<Body>,
  { seed, steps }: { readonly seed: number; readonly steps: number },
): readonly ApplyStep[] {
  const how = fc.oneof(
    { arbitrary: fc.constant('apply' as const), weight: 10 },
    { arbitrary: fc.constant('force' as const), weight: 5 },
    { arbitrary: fc.constant('patch' as const), weight: 3 },
    { arbitrary: fc.constant('status' as const), weight: 2 },
    { arbitrary: fc.constant('forget' as const), weight: 1 },
  );
  return fc.sample(fc.record({ manager: fc.constantFrom(...MANAGERS), how, fields }), { seed, numRuns: steps });
}
