// Makes namespaces, through the API like any other client.
import type { InProcessClient } from '../in-process-client.ts';

/** One that is there already stays. @throws RangeError where the API refuses one */
export async function createNamespaces(client: InProcessClient, names: readonly string[]): Promise<void> {
  for (const name of names) {
    const { status, body } = await client.request({ method: 'POST', path: '/api/v1/namespaces', body: { metadata: { name } } });
    if (status !== 201 && body['reason'] !== 'AlreadyExists') throw new RangeError(`namespace ${name}: ${String(body['message'])}`);
  }
}
