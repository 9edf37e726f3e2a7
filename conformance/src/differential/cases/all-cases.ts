// All the tables of cases.
import type { DifferentialCase } from '../differential-case.ts';
import { BASIC_CASES } from './basic-cases.ts';

export const ALL_CASES: readonly DifferentialCase[] = [...BASIC_CASES];
