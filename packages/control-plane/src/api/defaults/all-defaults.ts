// All the tables of defaults.
import { CORE_DEFAULTS } from './core-defaults.ts';
import { OTHER_DEFAULTS } from './other-defaults.ts';
import { POD_DEFAULTS } from './pod-defaults.ts';
import type { DefaultsTable } from './type-defaults.ts';
import { WORKLOAD_DEFAULTS } from './workload-defaults.ts';

export const ALL_DEFAULTS: DefaultsTable = { ...CORE_DEFAULTS, ...POD_DEFAULTS, ...WORKLOAD_DEFAULTS, ...OTHER_DEFAULTS };
