// What a cluster is known by, whatever its address: the uid of its kube-system namespace.

import type { ApiResource, Cancellation } from '@rectrace/kube';
import { ApiError } from '../errors.ts';
import { readObject } from '../list-watch/read-object.ts';
import type { Transport } from '../transport/transport.ts';

const NAMESPACES: ApiResource = {
  group: '',
  version: 'v1',
  kind: 'Namespace',
  resource: 'namespaces',
  singular: 'namespace',
  shortNames: [],
  categories: [],
  namespaced: false,
  verbs: ['get'],
};

/** undefined without the right to see it, and where there is none. @throws ApiError, TransportError, the signal's reason */
export async function clusterUid(transport: Transport, signal?: Cancellation): Promise<string | undefined> {
  try {
    const found = await readObject(transport, {
      resource: NAMESPACES,
      namespace: '',
      name: 'kube-system',
      metadataOnly: true,
      ...(signal === undefined ? {} : { signal }),
    });
    return found.kind === 'object' ? found.object.metadata.uid : undefined;
  } catch (error) {
    if (!(error instanceof ApiError) || error.status.code !== 403) throw error;
    return undefined;
  }
}
