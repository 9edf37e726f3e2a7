// A small operator written with the official JavaScript client, run as a program of its own: each Note gets as many ConfigMaps as it wants
// copies, by apply, and says in its status how many there are.
import {
  CoreV1Api,
  CustomObjectsApi,
  KubeConfig,
  type KubernetesObject,
  makeInformer,
  PatchStrategy,
  setHeaderOptions,
} from '@kubernetes/client-node';

type Note = KubernetesObject & {
  readonly spec: { readonly text: string; readonly copies: number };
  readonly status?: { readonly observedGeneration?: number };
};

const KIND = { group: 'paper.example.org', version: 'v1', plural: 'notes' };

const config = new KubeConfig();
config.loadFromCluster();
const core = config.makeApiClient(CoreV1Api);
const custom = config.makeApiClient(CustomObjectsApi);

const informer = makeInformer<Note>(config, `/apis/${KIND.group}/${KIND.version}/${KIND.plural}`, () =>
  custom.listClusterCustomObject(KIND),
);
for (const verb of ['add', 'update'] as const) informer.on(verb, (note) => void reconcile(note).catch(complain));
informer.on('error', complain);
await informer.start();

function complain(error: unknown): void {
  console.log(error instanceof Error ? error.message : String(error));
}

async function reconcile(note: Note): Promise<void> {
  const { name = '', namespace = '', generation } = note.metadata ?? {};
  if (note.status?.observedGeneration === generation) return;
  for (let copy = 0; copy < note.spec.copies; copy += 1) await applyCopy(note, `${name}-${copy}`);
  for (let copy = note.spec.copies; await exists(namespace, `${name}-${copy}`); copy += 1)
    await core.deleteNamespacedConfigMap({ name: `${name}-${copy}`, namespace });
  const status = { copies: note.spec.copies, observedGeneration: generation };
  await custom.patchNamespacedCustomObjectStatus(
    { ...KIND, namespace, name, body: { status } },
    setHeaderOptions('Content-Type', PatchStrategy.MergePatch),
  );
}

async function applyCopy(note: Note, name: string): Promise<void> {
  const { name: owner = '', namespace = '', uid = '' } = note.metadata ?? {};
  const apiVersion = `${KIND.group}/${KIND.version}`;
  const ownerReferences = [{ apiVersion, kind: 'Note', name: owner, uid, controller: true, blockOwnerDeletion: true }];
  const body = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, ownerReferences }, data: { text: note.spec.text } };
  await core.patchNamespacedConfigMap(
    { name, namespace, body, fieldManager: 'paper', force: true },
    setHeaderOptions('Content-Type', PatchStrategy.ServerSideApply),
  );
}

async function exists(namespace: string, name: string): Promise<boolean> {
  const { items } = await core.listNamespacedConfigMap({ namespace, fieldSelector: `metadata.name=${name}` });
  return items.length > 0;
}
