// Kinds, names, namespaces, contexts and traces of the cluster at hand, for completion. Where the cluster does not answer there are none.

import type { Surroundings } from '../surroundings.ts';

type Asked = { readonly current: string; readonly before: readonly string[]; readonly surroundings: Surroundings };

/** Words that begin with what stands there already, sorted. */
export async function liveCandidates(_what: 'object' | 'trace' | 'namespace' | 'context', _asked: Asked): Promise<readonly string[]> {
  return [];
}
