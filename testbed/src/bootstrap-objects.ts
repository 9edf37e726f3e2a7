// What a fresh control plane is filled with: two nodes, two storage classes, and rights for the named users.

export const NODE_NAMES = ['node-a', 'node-b'] as const;

/** Provisioner and CSI driver of both storage classes; see volume-provisioner.ts. */
export const PROVISIONER = 'csi.testbed.rectrace.dev';

/** Token users that every control plane has beside `admin`: read-only, read-write (both everywhere), and one without any rights. */
export const NAMED_USERS = ['viewer', 'editor', 'stranger'] as const;

export interface BootstrapObject {
  /** Collection to POST to. */
  readonly path: string;
  readonly body: object;
}

export function bootstrapNodes(): BootstrapObject[] {
  return NODE_NAMES.map((name, index) => ({ path: '/api/v1/nodes', body: node(name, `192.0.2.${11 + index}`) }));
}

export function bootstrapObjects(): BootstrapObject[] {
  return [
    { path: '/apis/storage.k8s.io/v1/storageclasses', body: storageClass('standard', { bindingMode: 'Immediate', isDefault: true }) },
    {
      path: '/apis/storage.k8s.io/v1/storageclasses',
      body: storageClass('delayed', { bindingMode: 'WaitForFirstConsumer', isDefault: false }),
    },
    { path: '/apis/storage.k8s.io/v1/csidrivers', body: csiDriver() },
    {
      path: '/apis/rbac.authorization.k8s.io/v1/clusterrolebindings',
      body: clusterRoleBinding('testbed-viewer', { user: 'viewer', role: 'view' }),
    },
    {
      path: '/apis/rbac.authorization.k8s.io/v1/clusterrolebindings',
      body: clusterRoleBinding('testbed-editor', { user: 'editor', role: 'edit' }),
    },
  ];
}

function node(name: string, address: string): object {
  const resources = { cpu: '32', memory: '256Gi', 'ephemeral-storage': '1Ti', pods: '10000' };
  return {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: {
      name,
      labels: {
        'kubernetes.io/hostname': name,
        'kubernetes.io/os': 'linux',
        'kubernetes.io/arch': 'amd64',
        'topology.kubernetes.io/zone': 'zone-a',
      },
      annotations: { 'kwok.x-k8s.io/node': 'fake' },
    },
    status: {
      addresses: [
        { type: 'InternalIP', address },
        { type: 'Hostname', address: name },
      ],
      allocatable: resources,
      capacity: resources,
    },
  };
}

function storageClass(name: string, options: { readonly bindingMode: string; readonly isDefault: boolean }): object {
  return {
    apiVersion: 'storage.k8s.io/v1',
    kind: 'StorageClass',
    metadata: { name, ...(options.isDefault ? { annotations: { 'storageclass.kubernetes.io/is-default-class': 'true' } } : {}) },
    provisioner: PROVISIONER,
    reclaimPolicy: 'Delete',
    volumeBindingMode: options.bindingMode,
  };
}

/** Without it the controller manager would wait for attachments that nobody makes. */
function csiDriver(): object {
  return { apiVersion: 'storage.k8s.io/v1', kind: 'CSIDriver', metadata: { name: PROVISIONER }, spec: { attachRequired: false } };
}

function clusterRoleBinding(name: string, { user, role }: { readonly user: string; readonly role: string }): object {
  return {
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'ClusterRoleBinding',
    metadata: { name },
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: role },
    subjects: [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name: user }],
  };
}
