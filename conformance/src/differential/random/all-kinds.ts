// All kinds of random sequences.
import type { RandomKind } from './random-kind.ts';
import { SIMPLE_KINDS } from './simple-kinds.ts';

export const RANDOM_KINDS: readonly RandomKind[] = SIMPLE_KINDS;
