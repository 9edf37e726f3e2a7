// When the controllers of a fresh control plane have done their first work.
import type { ApiClient, ApiObject } from './api-client.ts';
import { type BootstrapObject, bootstrapNodes, NODE_NAMES } from './bootstrap-objects.ts';
import { waitFor } from './wait-for.ts';

const READY_WITHIN_MS = 60_000;

/** What is there already stays as it is. */
export async function createAll(api: ApiClient, objects: readonly BootstrapObject[]): Promise<void> {
  await Promise.all(objects.map((object) => create(api, object)));
}

async function create(api: ApiClient, { path, body }: BootstrapObject): Promise<void> {
  const { name } = (body as ApiObject).metadata;
  const { status } = await api.request({ path: `${path}/${name}` });
  if (status !== 200) await api.expect({ method: 'POST', path, body });
}

interface Node extends ApiObject {
  readonly spec?: { readonly taints?: readonly unknown[] };
  readonly status?: { readonly conditions?: readonly { readonly type: string; readonly status: string }[] };
}

/** Nodes are Ready and without taints, and a pod can be created in `default`. */
export async function controllersReady(api: ApiClient): Promise<void> {
  await createAll(api, bootstrapNodes());
  const answers = async (path: string): Promise<boolean> => (await api.request({ path })).status === 200;
  const nodeReady = async (name: string): Promise<boolean> => {
    const { spec, status } = await api.expect<Node>({ path: `/api/v1/nodes/${name}` });
    const ready = status?.conditions?.some(({ type, status: value }) => type === 'Ready' && value === 'True') ?? false;
    return ready && spec?.taints === undefined;
  };
  await Promise.all([
    ...NODE_NAMES.map((name) => waitFor(() => nodeReady(name), { timeoutMs: READY_WITHIN_MS, what: `node ${name} to be ready` })),
    waitFor(() => answers('/api/v1/namespaces/default/serviceaccounts/default'), {
      timeoutMs: READY_WITHIN_MS,
      what: 'the default ServiceAccount',
    }),
    waitFor(() => answers('/api/v1/namespaces/default/configmaps/kube-root-ca.crt'), {
      timeoutMs: READY_WITHIN_MS,
      what: 'kube-root-ca.crt',
    }),
  ]);
}
