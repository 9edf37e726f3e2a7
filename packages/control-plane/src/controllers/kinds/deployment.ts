// Deployments, as far as controllers read them.
import type { JsonObject, KubeObject } from '@rectrace/kube';
import { resourceOf } from '../runtime/resource.ts';
import type { Condition } from './condition.ts';
import type { StoredMeta } from './meta.ts';
import type { PodTemplate } from './replica-set.ts';

export type Deployment = KubeObject & {
  readonly metadata: StoredMeta;
  readonly spec: DeploymentSpec;
  readonly status?: DeploymentStatus;
};

export type DeploymentSpec = {
  readonly replicas: number;
  readonly selector: JsonObject;
  readonly template: PodTemplate;
  readonly strategy: DeploymentStrategy;
  readonly minReadySeconds?: number;
  readonly revisionHistoryLimit?: number;
  readonly paused?: boolean;
  readonly progressDeadlineSeconds?: number;
};

export type DeploymentStrategy =
  | { readonly type: 'Recreate' }
  | { readonly type: 'RollingUpdate'; readonly rollingUpdate: { readonly maxSurge: IntOrPercent; readonly maxUnavailable: IntOrPercent } };

/** 3 or '25%'. */
export type IntOrPercent = number | string;

/** Zero counts are left out. */
export type DeploymentStatus = {
  readonly observedGeneration?: number;
  readonly replicas?: number;
  readonly updatedReplicas?: number;
  readonly readyReplicas?: number;
  readonly availableReplicas?: number;
  readonly unavailableReplicas?: number;
  readonly terminatingReplicas?: number;
  readonly collisionCount?: number;
  readonly conditions?: readonly Condition[];
};

export const DEPLOYMENTS = resourceOf<Deployment>({ apiVersion: 'apps/v1', kind: 'Deployment', plural: 'deployments' });
