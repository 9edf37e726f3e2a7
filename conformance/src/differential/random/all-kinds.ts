// All kinds of random sequences.
import { CUSTOM_KINDS } from './custom-kinds.ts';
import { PLATFORM_KINDS } from './platform-kinds.ts';
import type { RandomKind } from './random-kind.ts';
import { SIMPLE_KINDS } from './simple-kinds.ts';
import { WORKLOAD_KINDS } from './workload-kinds.ts';

export const RANDOM_KINDS: readonly RandomKind[] = [...SIMPLE_KINDS, ...WORKLOAD_KINDS, ...PLATFORM_KINDS, ...CUSTOM_KINDS];
