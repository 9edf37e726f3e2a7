// Defaults of apps, batch and autoscaling.
import type { Draft } from '../draft.ts';
import { childOf, childrenOf, descend, ensureChild, fill, fillText } from '../draft.ts';
import { fillScalingBehavior } from './scaling-behavior.ts';
import type { DefaultsTable } from './type-defaults.ts';

const CLAIM = { kind: 'PersistentVolumeClaim', apiVersion: 'v1' };
const MOST_INT32 = 2 ** 31 - 1;

export const WORKLOAD_DEFAULTS: DefaultsTable = {
  'apps.v1.Deployment': (deployment) => {
    const spec = ensureChild(deployment, 'spec');
    fill(spec, 'replicas', 1);
    const strategy = ensureChild(spec, 'strategy');
    fillText(strategy, 'type', 'RollingUpdate');
    if (strategy['type'] === 'RollingUpdate') {
      const rolling = ensureChild(strategy, 'rollingUpdate');
      fill(rolling, 'maxUnavailable', '25%');
      fill(rolling, 'maxSurge', '25%');
    }
    fill(spec, 'revisionHistoryLimit', 10);
    fill(spec, 'progressDeadlineSeconds', 600);
  },
  'apps.v1.ReplicaSet': (set) => fill(ensureChild(set, 'spec'), 'replicas', 1),
  'apps.v1.DaemonSet': (set) => {
    fill(ensureChild(ensureChild(set, 'metadata'), 'annotations'), 'deprecated.daemonset.template.generation', '0');
    const spec = ensureChild(set, 'spec');
    const strategy = ensureChild(spec, 'updateStrategy');
    fillText(strategy, 'type', 'RollingUpdate');
    if (strategy['type'] === 'RollingUpdate') {
      const rolling = ensureChild(strategy, 'rollingUpdate');
      fill(rolling, 'maxUnavailable', 1);
      fill(rolling, 'maxSurge', 0);
    }
    fill(spec, 'revisionHistoryLimit', 10);
  },
  'apps.v1.StatefulSet': fillStatefulSet,
  'batch.v1.Job': fillJob,
  'batch.v1.CronJob': (job) => {
    const spec = ensureChild(job, 'spec');
    fillText(spec, 'concurrencyPolicy', 'Allow');
    fill(spec, 'suspend', false);
    fill(spec, 'successfulJobsHistoryLimit', 3);
    fill(spec, 'failedJobsHistoryLimit', 1);
  },
  'batch.v1.PodFailurePolicyOnPodConditionsPattern': (pattern) => fillText(pattern, 'status', 'True'),
  'autoscaling.v1.HorizontalPodAutoscaler': (scaler) => fill(ensureChild(scaler, 'spec'), 'minReplicas', 1),
  'autoscaling.v2.HorizontalPodAutoscaler': (scaler) => {
    const spec = ensureChild(scaler, 'spec');
    fill(spec, 'minReplicas', 1);
    const { metrics } = spec;
    if (!Array.isArray(metrics) || metrics.length === 0) {
      spec['metrics'] = [{ type: 'Resource', resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 80 } } }];
    }
    const behavior = childOf(spec, 'behavior');
    if (behavior !== undefined) fillScalingBehavior(behavior);
  },
};

function fillStatefulSet(set: Draft): void {
  const spec = ensureChild(set, 'spec');
  fillText(spec, 'podManagementPolicy', 'OrderedReady');
  const strategy = ensureChild(spec, 'updateStrategy');
  if (strategy['type'] === undefined || strategy['type'] === '') {
    strategy['type'] = 'RollingUpdate';
    fill(strategy, 'rollingUpdate', {});
  }
  const rolling = childOf(strategy, 'rollingUpdate');
  if (strategy['type'] === 'RollingUpdate' && rolling !== undefined) {
    fill(rolling, 'partition', 0);
  }
  if (childrenOf(spec, 'volumeClaimTemplates').length > 0)
    spec['volumeClaimTemplates'] = childrenOf(spec, 'volumeClaimTemplates').map((template) => ({ ...CLAIM, ...template }));
  const retention = ensureChild(spec, 'persistentVolumeClaimRetentionPolicy');
  fillText(retention, 'whenDeleted', 'Retain');
  fillText(retention, 'whenScaled', 'Retain');
  fill(spec, 'replicas', 1);
  fill(spec, 'revisionHistoryLimit', 10);
}

function fillJob(job: Draft): void {
  const spec = ensureChild(job, 'spec');
  if (spec['completions'] === undefined && spec['parallelism'] === undefined) spec['completions'] = 1;
  fill(spec, 'parallelism', 1);
  fill(spec, 'backoffLimit', spec['backoffLimitPerIndex'] === undefined ? 6 : MOST_INT32);
  const labels = descend(spec, 'template', 'metadata', 'labels');
  const metadata = ensureChild(job, 'metadata');
  if (labels !== undefined && childOf(metadata, 'labels') === undefined) metadata['labels'] = { ...labels };
  fill(spec, 'completionMode', 'NonIndexed');
  fill(spec, 'suspend', false);
  fill(spec, 'podReplacementPolicy', spec['podFailurePolicy'] === undefined ? 'TerminatingOrFailed' : 'Failed');
  fill(spec, 'manualSelector', false);
}
