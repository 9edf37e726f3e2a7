// All single faults.
import { BATCH_FAULTS } from './batch-faults.ts';
import { faultCases } from './fault-plan.ts';
import { POD_FAULTS } from './pod-faults.ts';
import { WORKLOAD_FAULTS } from './workload-faults.ts';

export const FAULT_CASES = faultCases([...POD_FAULTS, ...WORKLOAD_FAULTS, ...BATCH_FAULTS]);
