// Claims, volumes and their classes.
import type { JsonObject } from '@rectrace/kube';
import type { FaultPlan } from './fault-plan.ts';

const spec = (change: JsonObject): JsonObject => ({ spec: change });

const CLAIM_SPEC = { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } };

const CLAIM: FaultPlan = {
  title: 'claims',
  api: '/api/v1',
  plural: 'persistentvolumeclaims',
  body: spec({ ...CLAIM_SPEC, storageClassName: 'c' }),
  created: {
    'no modes': spec({ accessModes: null }),
    'a mode of none': spec({ accessModes: ['Odd'] }),
    'one alone, with others': spec({ accessModes: ['ReadWriteOncePod', 'ReadWriteOnce'] }),
    'no size': spec({ resources: null }),
    'a size of nothing': spec({ resources: { requests: { storage: '0' } } }),
    'less than nothing': spec({ resources: { requests: { storage: '-1Gi' } } }),
    'a bad class': spec({ storageClassName: 'A_b' }),
    'a volume mode of none': spec({ volumeMode: 'Odd' }),
    'a bad selector': spec({ selector: { matchExpressions: [{ key: 'a', operator: 'Near' }] } }),
    'a source of nothing': spec({ dataSource: { kind: '', name: '' } }),
    'a source of another kind': spec({ dataSource: { kind: 'Pod', name: 'p' } }),
    'sources that differ': spec({
      dataSource: { kind: 'PersistentVolumeClaim', name: 'a' },
      dataSourceRef: { kind: 'PersistentVolumeClaim', name: 'b' },
    }),
    'a bad attributes class': spec({ volumeAttributesClassName: 'A_b' }),
  },
  changed: {
    'a larger size': spec({ resources: { requests: { storage: '2Gi' } } }),
    'a smaller size': spec({ resources: { requests: { storage: '1Mi' } } }),
    'the same size': spec({ resources: { requests: { storage: '1024Mi' } } }),
    'another class': spec({ storageClassName: 'd' }),
    'no class': spec({ storageClassName: null }),
    'another mode': spec({ accessModes: ['ReadOnlyMany'] }),
    'a volume': spec({ volumeName: 'v' }),
    'a volume mode': spec({ volumeMode: 'Block' }),
    'an attributes class': spec({ volumeAttributesClassName: 'a' }),
    'a beta class': { metadata: { annotations: { 'volume.beta.kubernetes.io/storage-class': 'x' } } },
    'a label': { metadata: { labels: { a: 'b' } } },
  },
  statuses: {
    bound: { phase: 'Bound', capacity: { storage: '1Gi' } },
    'a capacity below nothing': { capacity: { storage: '-1Gi' } },
    'resized somehow': { allocatedResourceStatuses: { storage: 'Odd' } },
    'resized of something else': { allocatedResourceStatuses: { cpu: 'NodeResizePending' } },
    'allocated of something else': { allocatedResources: { cpu: '1' } },
    'allocated below nothing': { allocatedResources: { storage: '-1' } },
  },
};

const BOUND: FaultPlan = {
  ...CLAIM,
  title: 'bound claims',
  body: spec({ ...CLAIM_SPEC, volumeName: 'v' }),
  status: { phase: 'Bound', capacity: { storage: '1Gi' } },
  created: {},
  changed: { ...CLAIM.changed, 'another volume': spec({ volumeName: 'w' }), 'a class': spec({ storageClassName: 'c' }) },
};

const VOLUME_SPEC = { capacity: { storage: '1Gi' }, accessModes: ['ReadWriteOnce'] };
const AFFINITY = { required: { nodeSelectorTerms: [{ matchExpressions: [{ key: 'a', operator: 'In', values: ['b'] }] }] } };

const VOLUME: FaultPlan = {
  title: 'volumes',
  api: '/api/v1',
  plural: 'persistentvolumes',
  namespaced: false,
  body: spec({ ...VOLUME_SPEC, hostPath: { path: '/x' } }),
  created: {
    'no capacity': spec({ capacity: null }),
    'no storage in it': spec({ capacity: { storage: null, cpu: '1' } }),
    'a capacity of nothing': spec({ capacity: { storage: '0' } }),
    'a capacity below nothing': spec({ capacity: { storage: '-1' } }),
    'no modes': spec({ accessModes: null }),
    'a mode of none': spec({ accessModes: ['Odd'] }),
    'nothing to lie on': spec({ hostPath: null }),
    'two to lie on': spec({ nfs: { server: 's', path: '/p' } }),
    'a reclaim of none': spec({ persistentVolumeReclaimPolicy: 'Odd' }),
    'the root recycled': spec({ persistentVolumeReclaimPolicy: 'Recycle', hostPath: { path: '/' } }),
    'a bad class': spec({ storageClassName: 'A_b' }),
    'a volume mode of none': spec({ volumeMode: 'Odd' }),
    'local without affinity': spec({ hostPath: null, local: { path: '/x' } }),
    'local without path': spec({ hostPath: null, local: { path: '' }, nodeAffinity: AFFINITY }),
    'affinity without terms': spec({ nodeAffinity: { required: { nodeSelectorTerms: [] } } }),
    'affinity of nothing': spec({ nodeAffinity: {} }),
    'a driver of nothing': spec({ hostPath: null, csi: { driver: '', volumeHandle: '' } }),
    'a driver with odd secrets': spec({
      hostPath: null,
      csi: { driver: 'a.b', volumeHandle: 'h', nodePublishSecretRef: { name: 'A_b' }, controllerExpandSecretRef: { namespace: 'n' } },
    }),
    'an attributes class without driver': spec({ volumeAttributesClassName: 'a' }),
    'a share of nothing': spec({ hostPath: null, nfs: { server: '', path: 'x' } }),
    'a path upwards': spec({ hostPath: { path: '/a/../b' } }),
    'mount options': spec({ mountOptions: ['ro'] }),
  },
  changed: {
    'another path': spec({ hostPath: { path: '/y' } }),
    'a larger capacity': spec({ capacity: { storage: '2Gi' } }),
    'another mode': spec({ accessModes: ['ReadOnlyMany'] }),
    'a claim': spec({ claimRef: { namespace: 'n', name: 'c' } }),
    'affinity at last': spec({ nodeAffinity: AFFINITY }),
    'a volume mode': spec({ volumeMode: 'Block' }),
    'another reclaim': spec({ persistentVolumeReclaimPolicy: 'Delete' }),
    'a label': { metadata: { labels: { 'a b': 'c' } } },
  },
  statuses: { released: { phase: 'Released' }, available: { phase: 'Available' } },
};

const CLASS: FaultPlan = {
  title: 'StorageClasses',
  api: '/apis/storage.k8s.io/v1',
  plural: 'storageclasses',
  namespaced: false,
  body: { provisioner: 'a.b/c', parameters: { p: 'q' } },
  created: {
    'no provisioner': { provisioner: null },
    'an odd provisioner': { provisioner: 'a b' },
    'a reclaim of none': { reclaimPolicy: 'Recycle' },
    'a binding of none': { volumeBindingMode: 'Odd' },
    'a parameter without name': { parameters: { '': 'x' } },
    'topology without values': { allowedTopologies: [{ matchLabelExpressions: [{ key: 'a b', values: [] }] }] },
    'topology twice': {
      allowedTopologies: [
        {
          matchLabelExpressions: [
            { key: 'a', values: ['x', 'x'] },
            { key: 'a', values: ['y'] },
          ],
        },
      ],
    },
  },
  changed: {
    'another provisioner': { provisioner: 'a.b/d' },
    'other parameters': { parameters: { p: 'r' } },
    'another reclaim': { reclaimPolicy: 'Retain' },
    'another binding': { volumeBindingMode: 'WaitForFirstConsumer' },
    expansion: { allowVolumeExpansion: true },
  },
};

export const STORAGE_FAULTS: readonly FaultPlan[] = [
  CLAIM,
  BOUND,
  VOLUME,
  {
    ...VOLUME,
    title: 'local volumes',
    body: spec({ ...VOLUME_SPEC, local: { path: '/x' }, nodeAffinity: AFFINITY }),
    created: {},
    changed: {
      'other affinity': spec({
        nodeAffinity: { required: { nodeSelectorTerms: [{ matchExpressions: [{ key: 'c', operator: 'Exists' }] }] } },
      }),
      'no affinity': spec({ nodeAffinity: null }),
    },
  },
  CLASS,
];
