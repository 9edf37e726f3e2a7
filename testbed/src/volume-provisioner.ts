// A dynamic provisioner: gives every claim that Kubernetes hands to it a volume, and removes volumes that are released.
// Claims of a WaitForFirstConsumer class are handed over once the scheduler has chosen a node.
import { setTimeout as sleep } from 'node:timers/promises';
import type { ApiClient, ApiList, ApiObject } from './api-client.ts';
import { PROVISIONER } from './bootstrap-objects.ts';

const CLAIMS = '/api/v1/persistentvolumeclaims';
const VOLUMES = '/api/v1/persistentvolumes';
const RETRY_MS = 200;

interface Claim extends ApiObject {
  readonly spec: {
    readonly accessModes?: readonly string[];
    readonly resources?: { readonly requests?: Readonly<Record<string, string>> };
    readonly storageClassName?: string;
    readonly volumeMode?: string;
    readonly volumeName?: string;
  };
}

interface Volume extends ApiObject {
  readonly spec: { readonly persistentVolumeReclaimPolicy?: string };
  readonly status?: { readonly phase?: string };
}

export interface VolumeProvisioner {
  stop(): Promise<void>;
}

/** Works until stopped; whatever fails is tried again. `log` is told what failed. */
export function startVolumeProvisioner(client: ApiClient, log: (line: string) => void): VolumeProvisioner {
  const stop = new AbortController();
  const loops = [
    follow<Claim>(CLAIMS, (claim) => provision(client, claim), { client, log, signal: stop.signal }),
    follow<Volume>(VOLUMES, (volume) => reclaim(client, volume), { client, log, signal: stop.signal }),
  ];
  return {
    stop: async () => {
      stop.abort();
      await Promise.all(loops);
    },
  };
}

interface Following {
  readonly client: ApiClient;
  readonly log: (line: string) => void;
  readonly signal: AbortSignal;
}

/** Lists, then watches; from the beginning again whenever that ends. */
async function follow<Item extends ApiObject>(path: string, handle: (item: Item) => Promise<void>, following: Following): Promise<void> {
  const { client, log, signal } = following;
  while (!signal.aborted) {
    try {
      const list = await client.expect<ApiList<Item>>({ path, signal });
      for (const item of list.items) await handle(item);
      const from = `${path}?watch=true&resourceVersion=${list.metadata.resourceVersion}`;
      for await (const line of client.watch<Item>({ path: from, signal })) {
        if (line.type === 'ERROR') break;
        if (line.type !== 'DELETED') await handle(line.object);
      }
    } catch (error) {
      if (!signal.aborted) log(`volume provisioner: ${error instanceof Error ? error.message : String(error)}`);
    }
    await sleep(RETRY_MS, undefined, { signal }).catch(() => undefined);
  }
}

async function provision(client: ApiClient, claim: Claim): Promise<void> {
  const annotations = claim.metadata.annotations ?? {};
  const wanted = annotations['volume.kubernetes.io/storage-provisioner'] === PROVISIONER;
  if (!wanted || claim.spec.volumeName !== undefined || claim.metadata.deletionTimestamp !== undefined) return;
  const name = `pvc-${claim.metadata.uid}`;
  await settle(client.request({ method: 'POST', path: VOLUMES, body: volumeFor(name, claim) }), [201, 409]);
}

async function reclaim(client: ApiClient, volume: Volume): Promise<void> {
  const ours = volume.metadata.annotations?.['pv.kubernetes.io/provisioned-by'] === PROVISIONER;
  const released = volume.status?.phase === 'Released' && volume.spec.persistentVolumeReclaimPolicy === 'Delete';
  if (!ours || !released || volume.metadata.deletionTimestamp !== undefined) return;
  await settle(client.request({ method: 'DELETE', path: `${VOLUMES}/${volume.metadata.name}` }), [200, 202, 404]);
}

/** @throws Error for any other status, which starts the loop again. */
async function settle(answer: ReturnType<ApiClient['request']>, accepted: readonly number[]): Promise<void> {
  const { status, body } = await answer;
  if (!accepted.includes(status)) throw new Error(`answered ${status}: ${JSON.stringify(body)}`);
}

function volumeFor(name: string, claim: Claim): object {
  return {
    apiVersion: 'v1',
    kind: 'PersistentVolume',
    metadata: { name, annotations: { 'pv.kubernetes.io/provisioned-by': PROVISIONER } },
    spec: {
      accessModes: claim.spec.accessModes,
      capacity: { storage: claim.spec.resources?.requests?.['storage'] },
      claimRef: {
        apiVersion: 'v1',
        kind: 'PersistentVolumeClaim',
        namespace: claim.metadata.namespace,
        name: claim.metadata.name,
        uid: claim.metadata.uid,
        resourceVersion: claim.metadata.resourceVersion,
      },
      csi: { driver: PROVISIONER, volumeHandle: name },
      persistentVolumeReclaimPolicy: 'Delete',
      storageClassName: claim.spec.storageClassName,
      volumeMode: claim.spec.volumeMode,
    },
  };
}
