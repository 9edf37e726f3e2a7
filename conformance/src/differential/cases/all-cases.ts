// All the tables of cases.
import type { DifferentialCase } from '../differential-case.ts';
import { ACCESS_CASES } from './access-cases.ts';
import { ADMISSION_CASES } from './admission-cases.ts';
import { APPLY_CASES } from './apply-cases.ts';
import { AUTOSCALER_CASES } from './autoscaler-cases.ts';
import { BASIC_CASES } from './basic-cases.ts';
import { CREATE_CASES } from './create-cases.ts';
import { CUSTOM_CASES } from './custom-cases.ts';
import { DEFINITION_CASES } from './definition-cases.ts';
import { DELETE_CASES } from './delete-cases.ts';
import { FAULT_CASES } from './faults/all-faults.ts';
import { MANAGER_CASES } from './manager-cases.ts';
import { PARAM_CASES } from './param-cases.ts';
import { POD_SPEC_CASES } from './pod-spec-cases.ts';
import { READ_CASES } from './read-cases.ts';
import { SCHEMA_CASES } from './schema-cases.ts';
import { SCHEMA_UPDATE_CASES } from './schema-update-cases.ts';
import { SERVICE_CASES } from './service-cases.ts';
import { SIGNING_CASES } from './signing-cases.ts';
import { STRATEGIC_CASES } from './strategic-cases.ts';
import { WARNING_CASES } from './warning-cases.ts';
import { WATCH_CASES } from './watch-cases.ts';
import { WRITE_CASES } from './write-cases.ts';

export const ALL_CASES: readonly DifferentialCase[] = [
  ...BASIC_CASES,
  ...ACCESS_CASES,
  ...ADMISSION_CASES,
  ...PARAM_CASES,
  ...CREATE_CASES,
  ...READ_CASES,
  ...WRITE_CASES,
  ...AUTOSCALER_CASES,
  ...DELETE_CASES,
  ...POD_SPEC_CASES,
  ...FAULT_CASES,
  ...SERVICE_CASES,
  ...WARNING_CASES,
  ...SIGNING_CASES,
  ...WATCH_CASES,
  ...DEFINITION_CASES,
  ...CUSTOM_CASES,
  ...SCHEMA_CASES,
  ...SCHEMA_UPDATE_CASES,
  ...APPLY_CASES,
  ...MANAGER_CASES,
  ...STRATEGIC_CASES,
];
