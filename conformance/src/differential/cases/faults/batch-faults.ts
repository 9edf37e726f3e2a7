// Jobs and CronJobs.
import type { JsonObject } from '@rectrace/kube';
import type { FaultPlan, Faults } from './fault-plan.ts';

const TEMPLATE = { spec: { containers: [{ name: 'a', image: 'x' }], restartPolicy: 'Never' } };

const spec = (change: JsonObject): JsonObject => ({ spec: change });
const indexed = (change: JsonObject): JsonObject => spec({ completionMode: 'Indexed', completions: 3, ...change });

const SPEC_FAULTS: Readonly<Record<string, JsonObject>> = {
  'below zero': {
    parallelism: -1,
    completions: -1,
    activeDeadlineSeconds: -1,
    backoffLimit: -1,
    ttlSecondsAfterFinished: -1,
  },
  'indexes without a mode': { backoffLimitPerIndex: 1, maxFailedIndexes: 1 },
  'failed indexes alone': { completionMode: 'Indexed', completions: 3, maxFailedIndexes: 1 },
  'a mode of none': { completionMode: 'Odd' },
  'no completions': { completionMode: 'Indexed', parallelism: 2 },
  'too many at once': { completionMode: 'Indexed', completions: 3, parallelism: 100_001 },
  'more failed than there are': { completionMode: 'Indexed', completions: 3, backoffLimitPerIndex: 1, maxFailedIndexes: 4 },
  'very many': { completionMode: 'Indexed', completions: 100_001, backoffLimitPerIndex: 1, parallelism: 10_001 },
  'managed by nobody': { managedBy: 'x' },
  'managed by an odd path': { managedBy: 'A_b/c d' },
  'managed by a long name': { managedBy: `example.com/${'a'.repeat(60)}` },
  'success without indexes': { successPolicy: { rules: [{ succeededCount: 1 }] } },
  'a replacement of none': { podReplacementPolicy: 'Odd' },
  'a restart policy of none': { template: { spec: { restartPolicy: 'Always' } } },
  'an odd restart policy': { template: { spec: { restartPolicy: 'Odd' } } },
  'a failure policy that restarts': {
    podFailurePolicy: { rules: [{ action: 'Ignore', onPodConditions: [{ type: 'A' }] }] },
    template: { spec: { restartPolicy: 'OnFailure' } },
  },
  'a failure policy with much amiss': {
    podFailurePolicy: {
      rules: [
        { action: '' },
        { action: 'Odd', onExitCodes: { operator: 'Odd' }, onPodConditions: [{ type: 'a b', status: 'Odd' }] },
        { action: 'FailIndex', onExitCodes: { operator: 'In', values: [2, 0, 2], containerName: 'gone' } },
        { action: 'Count', onExitCodes: { values: [1] } },
      ],
    },
  },
  'a failure policy that replaces': {
    podReplacementPolicy: 'TerminatingOrFailed',
    podFailurePolicy: { rules: [{ action: 'Ignore', onPodConditions: [{ type: 'A' }] }] },
  },
  'a bad container': { template: { spec: { containers: [{ name: 'A', image: 'x' }] } } },
};

const JOB_FAULTS: Faults = Object.fromEntries(Object.entries(SPEC_FAULTS).map(([title, change]) => [title, spec(change)]));

const success = (rule: JsonObject): JsonObject => indexed({ successPolicy: { rules: [rule] } });

const ended = (type: string, more: JsonObject = {}): JsonObject => ({
  conditions: [{ type, status: 'True', lastProbeTime: '2020-01-01T00:00:00Z', lastTransitionTime: '2020-01-01T00:00:00Z' }],
  ...more,
});

const JOB: FaultPlan = {
  title: 'Jobs',
  api: '/apis/batch/v1',
  plural: 'jobs',
  body: spec({ template: TEMPLATE }),
  created: {
    ...JOB_FAULTS,
    'a name with a dot': { metadata: { name: 'a.b' } },
    'a long indexed name': { ...indexed({}), metadata: { name: 'a'.repeat(63) } },
    'success of nothing': success({}),
    'success without rules': indexed({ successPolicy: { rules: [] } }),
    'success of odd indexes': success({ succeededIndexes: '1-x' }),
    'success of indexes out of order': success({ succeededIndexes: '1,1' }),
    'success of too many': success({ succeededCount: 4, succeededIndexes: '0-9' }),
    'success of more than its indexes': success({ succeededCount: 2, succeededIndexes: '1' }),
    'its own selector': spec({ selector: { matchLabels: { a: 'b' } } }),
    'its own selector, by hand': spec({
      manualSelector: true,
      selector: { matchLabels: { a: 'b' } },
      template: { metadata: { labels: { a: 'b' } } },
    }),
    'by hand without selector': spec({ manualSelector: true }),
    'by hand with another': spec({
      manualSelector: true,
      selector: { matchLabels: { a: 'c' } },
      template: { metadata: { labels: { a: 'b' } } },
    }),
    'a label that is generated': spec({ template: { metadata: { labels: { 'job-name': 'other' } } } }),
  },
  changed: {
    parallelism: spec({ parallelism: 5 }),
    completions: spec({ completions: 5 }),
    suspended: spec({ suspend: true }),
    'another image': spec({ template: { spec: { containers: [{ name: 'a', image: 'y' }] } } }),
    'another selector': spec({ selector: { matchLabels: { a: 'b' } } }),
    'another mode': spec({ completionMode: 'Indexed', completions: 1 }),
    'a manager': spec({ managedBy: 'example.com/x' }),
    'a failure policy': spec({ podFailurePolicy: { rules: [{ action: 'Ignore', onPodConditions: [{ type: 'A', status: 'True' }] }] } }),
    'a node selector': spec({ template: { spec: { nodeSelector: { a: 'b' } } } }),
    'a limit': spec({ backoffLimit: 9 }),
  },
  statuses: {
    running: { active: 1, startTime: '2020-01-01T00:00:00Z', ready: 1 },
    'below zero': { active: -1, succeeded: -1, failed: -1, ready: -1, terminating: -1 },
    'more ready than active': { active: 1, ready: 2 },
    'done at once': ended('Complete'),
    'failed at once': ended('Failed'),
    'done while it works': ended('Complete', { active: 1, startTime: '2020-01-01T00:00:00Z', completionTime: '2020-01-01T00:00:01Z' }),
    'ended before it began': { startTime: '2020-01-01T00:00:02Z', completionTime: '2020-01-01T00:00:01Z' },
    'uncounted pods twice': { uncountedTerminatedPods: { succeeded: ['a', 'a', ''], failed: ['a'] } },
    'indexes of none': { completedIndexes: '1', failedIndexes: '1' },
    'failed and to succeed': {
      conditions: ['Failed', 'FailureTarget', 'SuccessCriteriaMet'].map((type) => ({ type, status: 'True' })),
      startTime: '2020-01-01T00:00:00Z',
    },
  },
};

const SUSPENDED: FaultPlan = {
  title: 'suspended and indexed Jobs',
  api: '/apis/batch/v1',
  plural: 'jobs',
  body: indexed({ suspend: true, parallelism: 3, backoffLimitPerIndex: 1, template: TEMPLATE }),
  status: { succeeded: 2, failed: 1, completedIndexes: '0-1' },
  changed: {
    'a node selector': spec({ template: { spec: { nodeSelector: { a: 'b' } } } }),
    affinity: spec({ template: { spec: { affinity: { nodeAffinity: {} } } } }),
    labels: spec({ template: { metadata: { labels: { a: 'b' } } } }),
    'another image': spec({ template: { spec: { containers: [{ name: 'a', image: 'y' }] } } }),
    completions: spec({ completions: 5 }),
    'completions in tandem': spec({ completions: 5, parallelism: 5 }),
    'another limit': spec({ backoffLimitPerIndex: 2 }),
  },
  statuses: {
    'less failed': { failed: 0 },
    'less succeeded': { succeeded: 1 },
    'odd indexes': { completedIndexes: '2,1' },
    'indexes too large': { failedIndexes: '7' },
    'indexes twice': { failedIndexes: '1' },
    'many parts': { failedIndexes: '1-2-3' },
  },
};

export const BATCH_FAULTS: readonly FaultPlan[] = [
  JOB,
  SUSPENDED,
  {
    title: 'CronJobs',
    api: '/apis/batch/v1',
    plural: 'cronjobs',
    body: spec({ schedule: '* * * * *', jobTemplate: { spec: { template: TEMPLATE } } }),
    created: {
      ...Object.fromEntries(Object.entries(SPEC_FAULTS).map(([title, change]) => [title, spec({ jobTemplate: { spec: change } })])),
      ...Object.fromEntries(
        [
          '',
          'x',
          '* * * *',
          '60 * * * *',
          '* 24 * * *',
          '* * 0 * *',
          '* * * x *',
          '* * * jan-mar sun',
          '*/0 * * * *',
          '5-1 * * * *',
          '1-2-3 * * * *',
          '1/2/3 * * * *',
          '-1 * * * *',
          '1,,2 * * * *',
          '@daily',
          '@odd',
          '@every 1h',
          '@every x',
          'TZ=UTC * * * * *',
          'TZ=Odd/Place * * * * *',
          'TZ=UTC',
        ].map((schedule) => [`schedule ${schedule}`, spec({ schedule })]),
      ),
      ...Object.fromEntries(
        ['', 'UTC', 'Europe/Berlin', 'Odd/Place', 'Local', 'local', '../x', 'a//b', '-x', 'EST5EDT'].map((timeZone) => [
          `zone ${timeZone}`,
          spec({ timeZone }),
        ]),
      ),
      'a policy of none': spec({ concurrencyPolicy: 'Odd' }),
      'below zero': spec({ startingDeadlineSeconds: -1, successfulJobsHistoryLimit: -1, failedJobsHistoryLimit: -1 }),
      'a long name': { metadata: { name: 'a'.repeat(53) } },
      'a selector': spec({ jobTemplate: { spec: { selector: { matchLabels: { a: 'b' } }, manualSelector: true } } }),
    },
    changed: {
      schedule: spec({ schedule: '@hourly' }),
      'no schedule': spec({ schedule: 'x' }),
      'a zone': spec({ timeZone: 'Odd/Place' }),
      'a zone in the schedule': spec({ schedule: 'TZ=UTC * * * * *' }),
      'another image': spec({ jobTemplate: { spec: { template: { spec: { containers: [{ name: 'a', image: 'y' }] } } } } }),
    },
  },
];
