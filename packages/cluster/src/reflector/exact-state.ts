// One object as it was at one version of the past.

import type { Cancellation, KubeObject, ListWatch, ListWatchQuery } from '@rectrace/kube';
import { isExpiredError } from '../errors.ts';

/** absent: no object of that name then. expired: the server no longer holds that version. */
export type ExactState =
  | { readonly kind: 'present'; readonly object: KubeObject }
  | { readonly kind: 'absent' }
  | { readonly kind: 'expired' };

export type ExactQuery = {
  readonly source: ListWatch;
  readonly query: ListWatchQuery;
  readonly namespace: string;
  readonly name: string;
  readonly signal: Cancellation;
};

/** Reads by an exact list of the name. @throws ApiError other than 410, TransportError */
export async function readExact(resourceVersion: string, { source, query, namespace, name, signal }: ExactQuery): Promise<ExactState> {
  const byName = `metadata.name=${name}`;
  const fieldSelector = query.fieldSelector === undefined ? byName : `${query.fieldSelector},${byName}`;
  const ofName: ListWatchQuery = { ...query, namespace, fieldSelector };
  try {
    for await (const page of source.list(ofName, { from: { kind: 'exact', resourceVersion }, signal })) {
      const [object] = page.items;
      if (object !== undefined) return { kind: 'present', object };
    }
    return { kind: 'absent' };
  } catch (error) {
    if (isExpiredError(error)) return { kind: 'expired' };
    throw error;
  }
}
