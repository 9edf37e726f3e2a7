// A scenario: what somebody does to a cluster with the real controllers, and when it has come to rest. Both servers get it.
import type { ApiClient } from '@rectrace/testbed';
import { waitFor } from '@rectrace/testbed';

export type ClusterUnderTest = {
  readonly api: ApiClient;
  readonly namespace: string;
};

export type Scenario = {
  readonly title: string;
  /** Ends when all has come to rest. @throws where it does not */
  readonly play: (cluster: ClusterUnderTest) => Promise<void>;
};

const WITHIN_MS = 60_000;

/** Objects as scenarios read them. */
export type Read = {
  readonly metadata: {
    readonly name: string;
    readonly generation?: number;
    readonly annotations?: Readonly<Record<string, string>>;
    readonly ownerReferences?: readonly object[];
  };
  readonly spec?: { readonly replicas?: number; readonly [field: string]: unknown };
  readonly status?: { readonly [field: string]: unknown };
};

export async function make({ api }: ClusterUnderTest, path: string, body: object): Promise<void> {
  await api.expect({ method: 'POST', path, body });
}

export async function change({ api }: ClusterUnderTest, path: string, patch: object): Promise<void> {
  await api.expect({ method: 'PATCH', path, body: patch });
}

export async function remove({ api }: ClusterUnderTest, path: string, propagationPolicy = 'Background'): Promise<void> {
  await api.expect({ method: 'DELETE', path, body: { apiVersion: 'v1', kind: 'DeleteOptions', propagationPolicy } });
}

export async function itemsOf({ api }: ClusterUnderTest, path: string): Promise<readonly Read[]> {
  return (await api.expect<{ readonly items: readonly Read[] }>({ path })).items;
}

/** Until the object is as wanted. @throws TestbedError TIMED_OUT, naming `path` */
export async function until({ api }: ClusterUnderTest, path: string, wanted: (object: Read) => boolean): Promise<void> {
  const holds = async (): Promise<boolean> => {
    const { status, body } = await api.request({ path });
    return status === 200 && wanted(body as Read);
  };
  await waitFor(holds, { timeoutMs: WITHIN_MS, everyMs: 50, what: path });
}

export async function untilGone({ api }: ClusterUnderTest, path: string): Promise<void> {
  await waitFor(async () => (await api.request({ path })).status === 404, {
    timeoutMs: WITHIN_MS,
    everyMs: 50,
    what: `the end of ${path}`,
  });
}

/** Until the list is as wanted. */
export async function untilItems(cluster: ClusterUnderTest, path: string, wanted: (items: readonly Read[]) => boolean): Promise<void> {
  await waitFor(async () => wanted(await itemsOf(cluster, path)), { timeoutMs: WITHIN_MS, everyMs: 50, what: `the items of ${path}` });
}
