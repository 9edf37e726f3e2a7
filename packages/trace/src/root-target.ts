// What is traced: a root by kind and name, whatever its uid, and when it counts as done.

import type { KubeObject } from '@rectrace/kube';
import type { Verdict } from './facts.ts';

export type RootTarget = {
  /** Stable key: 'Deployment.apps/plain/web' (formatObjectKey), with a suffix where one object has several traces. */
  readonly id: string;
  readonly group: string;
  readonly objectKind: string;
  readonly namespace: string;
  readonly name: string;
  /** The state evaluation expression, compiled. Absent = the kind's default. */
  readonly evaluate?: (object: KubeObject) => Verdict;
};
