import type { Json, KubeObject } from '@rectrace/kube';
import { compileExpression } from '@rectrace/kube';
import { describe, expect, it } from 'vitest';
import { builtinRules } from '../rules/builtin-rules.ts';
import { mergeRules } from '../rules/ownership-rules.ts';
import { parseRules } from '../rules/parse-rules.ts';
import { objectStates } from './object-states.ts';

const RULES = builtinRules();
const STATES = objectStates(RULES);

const GENERATION = 3;

function object(kind: string, spec: Json, status: Json): KubeObject {
  const [apiVersion = '', name = ''] = kind.split(' ');
  return { apiVersion, kind: name, metadata: { name: 'x', generation: GENERATION }, spec, status };
}

const replicas = (want: number, fields: Record<string, Json> = {}): Record<string, Json> => ({
  observedGeneration: GENERATION,
  replicas: want,
  readyReplicas: want,
  availableReplicas: want,
  updatedReplicas: want,
  ...fields,
});
const scheduled = (want: number, fields: Record<string, Json> = {}): Record<string, Json> => ({
  observedGeneration: GENERATION,
  desiredNumberScheduled: want,
  currentNumberScheduled: want,
  numberReady: want,
  numberAvailable: want,
  updatedNumberScheduled: want,
  ...fields,
});
const condition = (type: string, status = 'True', fields: Record<string, Json> = {}): Json => ({
  conditions: [{ type, status, ...fields }],
});

const DEPLOYMENT = 'apps/v1 Deployment';
const STATEFUL = 'apps/v1 StatefulSet';
const DAEMON = 'apps/v1 DaemonSet';
const INSTANCES = 'workloads.kubeblocks.io/v1 InstanceSet';
const CLUSTER = 'apps.kubeblocks.io/v1 Cluster';
const CUSTOM = 'db.example.com/v1 Database';
const JOB = 'batch/v1 Job';
const POD = 'v1 Pod';

/** expected: '' = terminal, else what it waits for. */
const ROWS: readonly [title: string, kind: string, spec: Json, status: Json, expected: string][] = [
  ['all counters equal', DEPLOYMENT, { replicas: 3 }, replicas(3), ''],
  ['no replicas field means one', DEPLOYMENT, {}, replicas(1), ''],
  ['scaled to zero without counters', DEPLOYMENT, { replicas: 0 }, { observedGeneration: GENERATION }, ''],
  ['a generation not observed', DEPLOYMENT, { replicas: 3 }, replicas(3, { observedGeneration: 2 }), 'observedGeneration 2 of 3'],
  ['no status', DEPLOYMENT, { replicas: 3 }, {}, 'observedGeneration 0 of 3'],
  ['too few ready', DEPLOYMENT, { replicas: 3 }, replicas(3, { readyReplicas: 2 }), 'readyReplicas 2 of 3'],
  ['too many ready', DEPLOYMENT, { replicas: 2 }, replicas(2, { readyReplicas: 3 }), 'readyReplicas 3, more than 2'],
  [
    'an old replica left',
    DEPLOYMENT,
    { replicas: 3 },
    replicas(3, { replicas: 4 }),
    '3 replicas wanted, 4 exist, 1 of an earlier template',
  ],
  ['a replica too many', DEPLOYMENT, { replicas: 1 }, replicas(1, { replicas: 2, updatedReplicas: 2 }), '1 replica wanted, 2 exist'],
  [
    'too many of a generation not observed',
    DEPLOYMENT,
    { replicas: 3 },
    replicas(3, { replicas: 5, observedGeneration: 2 }),
    'observedGeneration 2 of 3',
  ],
  [
    'a ReplicaSet scaled down',
    'apps/v1 ReplicaSet',
    { replicas: 0 },
    { observedGeneration: GENERATION, replicas: 2 },
    '0 replicas wanted, 2 exist',
  ],
  ['instances that are to stop', INSTANCES, { replicas: 3, stop: true }, replicas(3), '0 replicas wanted, 3 exist'],
  ['old pods', DEPLOYMENT, { replicas: 3 }, replicas(3, { updatedReplicas: 1 }), 'updatedReplicas 1 of 3'],
  ['old pods while paused', DEPLOYMENT, { replicas: 3, paused: true }, replicas(3, { updatedReplicas: 1 }), ''],
  ['a ReplicaSet scaled', 'apps/v1 ReplicaSet', { replicas: 3 }, replicas(3), ''],
  [
    'a ReplicaSet with none available',
    'apps/v1 ReplicaSet',
    { replicas: 3 },
    replicas(3, { availableReplicas: 0 }),
    'availableReplicas 0 of 3',
  ],
  [
    'ready still three of two',
    STATEFUL,
    { replicas: 2 },
    replicas(2, { readyReplicas: 3, currentRevision: 'a', updateRevision: 'a' }),
    'readyReplicas 3, more than 2',
  ],
  [
    'a rollout under way',
    STATEFUL,
    { replicas: 3 },
    replicas(3, { updatedReplicas: 2, currentRevision: 'a', updateRevision: 'b' }),
    'updatedReplicas 2 of 3',
  ],
  [
    'a rollout up to its partition',
    STATEFUL,
    { replicas: 3, updateStrategy: { type: 'RollingUpdate', rollingUpdate: { partition: 2 } } },
    replicas(3, { updatedReplicas: 1, currentRevision: 'a', updateRevision: 'b' }),
    '',
  ],
  [
    'a rollout short of its partition',
    STATEFUL,
    { replicas: 3, updateStrategy: { type: 'RollingUpdate', rollingUpdate: { partition: 1 } } },
    replicas(3, { updatedReplicas: 1, currentRevision: 'a', updateRevision: 'b' }),
    'updatedReplicas 1 of 2',
  ],
  [
    'a partition above the replicas',
    STATEFUL,
    { replicas: 3, updateStrategy: { rollingUpdate: { partition: 9 } } },
    replicas(3, { updatedReplicas: 0, currentRevision: 'a', updateRevision: 'b' }),
    '',
  ],
  [
    'old pods under OnDelete',
    STATEFUL,
    { replicas: 3, updateStrategy: { type: 'OnDelete' } },
    replicas(3, { updatedReplicas: 0, currentRevision: 'a', updateRevision: 'b' }),
    '',
  ],
  ['a daemon everywhere', DAEMON, {}, scheduled(4), ''],
  ['a daemon on no node', DAEMON, {}, scheduled(0), ''],
  ['a daemon not ready somewhere', DAEMON, {}, scheduled(4, { numberReady: 3 }), 'numberReady 3 of 4'],
  ['old daemons', DAEMON, {}, scheduled(4, { updatedNumberScheduled: 1 }), 'updatedNumberScheduled 1 of 4'],
  ['old daemons under OnDelete', DAEMON, { updateStrategy: { type: 'OnDelete' } }, scheduled(4, { updatedNumberScheduled: 1 }), ''],
  ['instances as wanted', INSTANCES, { replicas: 3 }, replicas(3), ''],
  ['old instances', INSTANCES, { replicas: 3 }, replicas(3, { updatedReplicas: 0 }), 'updatedReplicas 0 of 3'],
  ['old instances while paused', INSTANCES, { replicas: 3, paused: true }, replicas(3, { updatedReplicas: 0 }), ''],
  [
    'old instances under OnDelete',
    INSTANCES,
    { replicas: 3, instanceUpdateStrategy: { type: 'OnDelete' } },
    replicas(3, { updatedReplicas: 0 }),
    '',
  ],
  [
    'some instances to update',
    INSTANCES,
    { replicas: 3, instanceUpdateStrategy: { rollingUpdate: { replicas: 1 } } },
    replicas(3, { updatedReplicas: 1 }),
    '',
  ],
  ['stopped instances', INSTANCES, { replicas: 3, stop: true }, { observedGeneration: GENERATION }, ''],
  ['a job complete', JOB, {}, condition('Complete'), ''],
  ['a job failed', JOB, {}, condition('Failed'), ''],
  ['a job about to fail', JOB, {}, condition('FailureTarget'), 'no condition Complete and no condition Failed'],
  ['a job suspended', JOB, { suspend: true }, condition('Suspended'), ''],
  ['a pod ready', POD, {}, { phase: 'Running', ...(condition('Ready') as object) }, ''],
  [
    'a pod running but not ready',
    POD,
    {},
    { phase: 'Running', ...(condition('Ready', 'False') as object) },
    'condition Ready: status False',
  ],
  ['a pod done', POD, {}, { phase: 'Succeeded', ...(condition('Ready', 'False') as object) }, ''],
  ['a pod failed', POD, {}, { phase: 'Failed' }, ''],
  ['a pod without a status', POD, {}, {}, 'no condition Ready'],
  ['a Cluster running', CLUSTER, {}, { phase: 'Running', observedGeneration: 1 }, ''],
  ['a Cluster updating', CLUSTER, {}, { phase: 'Updating' }, 'phase Updating'],
  ['a Cluster without a status', CLUSTER, {}, {}, 'phase not set'],
  ['a custom kind ready', CUSTOM, {}, condition('Ready'), ''],
  ['a custom kind not ready', CUSTOM, {}, condition('Ready', 'Unknown'), 'condition Ready: status Unknown'],
  ['a custom kind available', CUSTOM, {}, condition('Available'), ''],
  ['a custom kind not available', CUSTOM, {}, condition('Available', 'False'), 'condition Available: status False'],
  [
    'a custom kind ready at an older generation',
    CUSTOM,
    {},
    { observedGeneration: 2, ...(condition('Ready') as object) },
    'condition Ready True: observedGeneration 2 of 3',
  ],
  [
    'a condition of an older generation',
    CUSTOM,
    {},
    condition('Ready', 'True', { observedGeneration: 2 }),
    'condition Ready True: observedGeneration 2 of 3',
  ],
  [
    'a condition of an older generation beside an observed one',
    CUSTOM,
    {},
    { observedGeneration: 3, ...(condition('Ready', 'True', { observedGeneration: 2 }) as object) },
    '',
  ],
  ['a custom kind that only observes', CUSTOM, {}, { observedGeneration: 2 }, 'observedGeneration 2 of 3'],
  ['a custom kind with other conditions', CUSTOM, {}, condition('Synced', 'False'), ''],
  ['a kind without a status', 'v1 ConfigMap', {}, {}, ''],
  ['nulls, as Go writes them', CUSTOM, {}, { conditions: null, observedGeneration: null }, ''],
  ['a null counter', DEPLOYMENT, { replicas: 3 }, replicas(3, { readyReplicas: null }), 'readyReplicas 0 of 3'],
  [
    'another Cluster kind',
    'cluster.x-k8s.io/v1beta1 Cluster',
    {},
    { phase: 'Provisioning', ...(condition('Ready', 'False') as object) },
    'condition Ready: status False',
  ],
];

describe('the built-in expressions', () => {
  it.each(Object.entries(RULES.expressions))('%s compiles', (_kind, { text }) => {
    expect(compileExpression(text)).toMatchObject({ kind: 'compiled' });
  });

  it.each(ROWS)('judge %s', (...row) => {
    const [, kind, spec, status, expected] = row;
    const verdict = STATES.verdictOf(object(kind, spec, status));
    expect(verdict).toEqual(expected === '' ? { kind: 'true' } : { kind: 'false', waitsFor: expected });
  });

  it('are, for a Cluster, as existing clients know it, and one for any other kind', () => {
    expect(RULES.expressions['Cluster.apps.kubeblocks.io']?.text).toBe('has(object.status.phase) && object.status.phase == "Running"');
    expect(STATES.verdictOf(object('v1 constructor', {}, condition('Ready', 'False'))).kind).toBe('false');
  });
});

describe('isComplete', () => {
  it('waits for pods and workloads only', () => {
    expect(STATES.isComplete(object(POD, {}, { phase: 'Pending' }))).toBe(false);
    expect(STATES.isComplete(object(DEPLOYMENT, { replicas: 3 }, replicas(3, { readyReplicas: 2 })))).toBe(false);
    expect(STATES.isComplete(object(INSTANCES, { replicas: 3 }, replicas(3)))).toBe(true);
    expect(STATES.isComplete(object(CUSTOM, {}, condition('Ready', 'False')))).toBe(true);
    expect(STATES.isComplete(object(CLUSTER, {}, { phase: 'Failed' }))).toBe(true);
    expect(STATES.isComplete(object('v1 PersistentVolumeClaim', {}, { phase: 'Pending' }))).toBe(true);
  });
});

describe('a user file', () => {
  const mine = (text: string) => objectStates(mergeRules([RULES, parseRules(`name: mine\n${text}`, { file: 'mine.yaml' })]));
  const DONE = object(CLUSTER, {}, { phase: 'Stopped' });

  it('replaces the expression of a kind, built-in or not, and of all that have none', () => {
    const states = mine('expressions:\n  Cluster.apps.kubeblocks.io: object.status.phase == "Stopped"\n  "*": "false"\n');
    expect(states.verdictOf(DONE)).toEqual({ kind: 'true' });
    expect(states.verdictOf(object('v1 ConfigMap', {}, {})).kind).toBe('false');
    expect(states.verdictOf(object(DEPLOYMENT, { replicas: 3 }, replicas(3))).kind).toBe('true');
  });

  it('says which kinds are waited for, and by what', () => {
    const states = mine('awaited: [Database.db.example.com]\nexpressions:\n  Pod: "true"\n');
    expect(states.isComplete(object(CUSTOM, {}, condition('Ready', 'False')))).toBe(false);
    expect(states.isComplete(object(POD, {}, { phase: 'Pending' }))).toBe(true);
  });

  it('is named where its expression fails on an object, which then is not where it should be', () => {
    const states = mine('awaited: [Cluster.apps.kubeblocks.io]\nexpressions:\n  Cluster.apps.kubeblocks.io: object.status.phase > 3\n');
    const verdict = states.verdictOf(DONE);
    expect(verdict).toMatchObject({
      kind: 'error',
      message: expect.stringMatching(/^mine\.yaml:4: expressions\.Cluster\.apps\.kubeblocks\.io: /),
    });
    expect(states.isComplete(DONE)).toBe(false);
  });

  it('says itself what it waits for', () => {
    const states = mine('expressions:\n  Deployment.apps: object.status.replicas == object.spec.replicas\n');
    const verdict = states.verdictOf(object(DEPLOYMENT, { replicas: 3 }, replicas(3, { replicas: 4 })));
    expect(verdict).toEqual({ kind: 'false', waitsFor: 'replicas 4, more than 3' });
  });

  it('needs no field to be there', () => {
    const states = mine('expressions:\n  Cluster.apps.kubeblocks.io: object.status.state == "Up"\n');
    expect(states.verdictOf(DONE)).toEqual({ kind: 'false', waitsFor: 'state not set' });
  });
});

it('without an expression for a kind or for any, everything is where it should be', () => {
  const states = objectStates(builtinRules(['kubeblocks']));
  expect(states.verdictOf(object('v1 ConfigMap', {}, {}))).toEqual({ kind: 'true' });
});
