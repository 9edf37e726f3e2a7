// All single faults.
import { BATCH_FAULTS } from './batch-faults.ts';
import { faultCases } from './fault-plan.ts';
import { NETWORK_FAULTS } from './network-faults.ts';
import { OTHER_FAULTS } from './other-faults.ts';
import { POD_FAULTS } from './pod-faults.ts';
import { SERVICE_FAULTS } from './service-faults.ts';
import { STORAGE_FAULTS } from './storage-faults.ts';
import { WORKLOAD_FAULTS } from './workload-faults.ts';

export const FAULT_CASES = faultCases([
  ...POD_FAULTS,
  ...WORKLOAD_FAULTS,
  ...BATCH_FAULTS,
  ...SERVICE_FAULTS,
  ...STORAGE_FAULTS,
  ...NETWORK_FAULTS,
  ...OTHER_FAULTS,
]);
