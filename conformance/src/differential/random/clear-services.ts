// Services of a round that is over go: each server gives out node ports at random, and the fewer are taken, the less often one that a request asks
// for is taken on one side alone.
import type { Json } from '@rectrace/kube';
import { listAt, stringAt } from '@rectrace/kube';
import type { Side } from './side.ts';

const WITHOUT_FINALIZERS = { metadata: { finalizers: null } };

export async function clearServices(namespace: string, sides: readonly Side[]): Promise<void> {
  const collection = `/api/v1/namespaces/${namespace}/services`;
  for (const { subject } of sides) {
    await subject.prepare({ method: 'DELETE', path: collection });
    const { body } = await subject.prepare({ path: collection });
    for (const item of listAt(body as Json, ['items'])) {
      const path = `${collection}/${stringAt(item, ['metadata', 'name']) ?? ''}`;
      await subject.prepare({ method: 'PATCH', path, contentType: 'application/merge-patch+json', body: WITHOUT_FINALIZERS });
    }
  }
}
