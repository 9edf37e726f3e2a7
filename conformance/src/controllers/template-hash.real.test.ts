// ReplicaSets get the names that the real Deployment controller gives them: what is predicted bears the name that will be there.
import { controllerNames } from '@rectrace/control-plane';
import type { JsonObject } from '@rectrace/kube';
import type { ApiClient } from '@rectrace/testbed';
import { describeReal, namespaceFor, waitFor } from '@rectrace/testbed';
import { expect, test } from 'vitest';
import { startVirtualSide } from '../differential/virtual-side.ts';
import { POD_SPECS } from './pod-templates.ts';

type Listed = { readonly items: readonly { readonly metadata: { readonly name: string; readonly labels: { readonly case: string } } }[] };
const NAMES = Object.keys(POD_SPECS);

function deployment(index: number, spec: JsonObject): JsonObject {
  const labels = { app: `d${index}`, case: `d${index}` };
  const template = { metadata: { labels, annotations: { 'example.com/note': 'two words' } }, spec };
  return { metadata: { name: `d${index}` }, spec: { replicas: 0, selector: { matchLabels: { app: `d${index}` } }, template } };
}

/** Makes a Deployment of each. Case -> name of its ReplicaSet. */
async function namesIn(api: ApiClient, namespace: string): Promise<Readonly<Record<string, string>>> {
  for (const [index, spec] of Object.values(POD_SPECS).entries()) {
    await api.expect({ method: 'POST', path: `/apis/apps/v1/namespaces/${namespace}/deployments`, body: deployment(index, spec) });
  }
  const read = async (): Promise<Listed['items'] | undefined> => {
    const { items } = await api.expect<Listed>({ path: `/apis/apps/v1/namespaces/${namespace}/replicasets` });
    return items.length === NAMES.length ? items : undefined;
  };
  const items = await waitFor(read, { timeoutMs: 20_000, what: `a ReplicaSet for each of ${NAMES.length} Deployments` });
  return Object.fromEntries(items.map(({ metadata }) => [NAMES[Number(metadata.labels.case.slice(1))], metadata.name]));
}

describeReal('names of ReplicaSets', (plane) => {
  test('are those of the real controller, whatever the template says', async (context) => {
    const real = await namesIn(plane().api, await namespaceFor(plane(), context));
    const side = await startVirtualSide(1, { controllers: controllerNames() });
    context.onTestFinished(() => side.stop());
    expect(await namesIn(side.api, 'default')).toEqual(real);
  });
});
