// One object as it was at one version of the past.

import type { Cancellation, KubeObject, ListWatch, ListWatchQuery } from '@rectrace/kube';
import { ApiError, isExpiredError, reasonOf } from '../errors.ts';

/** absent: no object of that name then. unanswered: the server no longer holds that version, or never answers such lists; reason says which. */
export type ExactState =
  | { readonly kind: 'present'; readonly object: KubeObject }
  | { readonly kind: 'absent' }
  | { readonly kind: 'unanswered'; readonly reason: string };

export type ExactQuery = {
  readonly source: ListWatch;
  readonly query: ListWatchQuery;
  readonly namespace: string;
  readonly name: string;
  readonly signal: Cancellation;
};

/** What servers answer that know no exact lists or no field selectors: some aggregated APIs. */
const UNSUPPORTED = new Set([400, 405, 406, 422, 501]);

/** Reads by an exact list of the name. @throws other ApiErrors, TransportError */
export async function readExact(resourceVersion: string, { source, query, namespace, name, signal }: ExactQuery): Promise<ExactState> {
  const byName = `metadata.name=${name}`;
  const fieldSelector = query.fieldSelector === undefined ? byName : `${query.fieldSelector},${byName}`;
  const ofName: ListWatchQuery = { ...query, namespace, fieldSelector };
  try {
    for await (const page of source.list(ofName, { from: { kind: 'exact', resourceVersion }, signal })) {
      if (page.resourceVersion !== resourceVersion) return { kind: 'unanswered', reason: 'the API server does not answer exact lists' };
      const object = page.items.find(({ metadata }) => metadata.name === name);
      if (object !== undefined) return { kind: 'present', object };
    }
    return { kind: 'absent' };
  } catch (error) {
    const reason = whyUnanswered(error);
    if (reason === undefined) throw error;
    return { kind: 'unanswered', reason };
  }
}

/** Why an exact list has no answer; undefined where the error says something else. */
export function whyUnanswered(error: unknown): string | undefined {
  if (isExpiredError(error)) return 'the API server no longer holds the versions in between (410)';
  if (error instanceof ApiError && UNSUPPORTED.has(error.status.code))
    return `the API server does not answer exact lists: ${reasonOf(error)}`;
  return undefined;
}
