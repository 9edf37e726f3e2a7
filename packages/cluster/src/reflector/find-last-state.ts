// When did an object go? Halves the versions between one where it lived and one where it was gone, by exact lists.

import type { KubeObject } from '@rectrace/kube';
import type { ExactState } from './exact-state.ts';

/** Of the versions in between: the last living state found, and the first version without any. */
export type LastState =
  | { readonly kind: 'found'; readonly object: KubeObject; readonly goneAt: string }
  /** The last state is no longer held. exact: it is the one at livedAt, so nothing happened between that and goneAt. */
  | { readonly kind: 'unknown'; readonly goneAt: string; readonly exact: boolean; readonly reason: string };

export type LastStateQuery = {
  /** Decimal version at which an object of the name lived. */
  readonly livedAt: string;
  /** Decimal version, later, at which there was none. */
  readonly goneAt: string;
  read(resourceVersion: string): Promise<ExactState>;
};

/** At most log2 of the distance reads, and one more. */
export async function findLastState({ livedAt, goneAt, read }: LastStateQuery): Promise<LastState> {
  const search: Search = { low: BigInt(livedAt), high: BigInt(goneAt), last: undefined, reason: '' };
  while (search.high - search.low > 1n) await narrow(search, read);
  const untouched = search.low === BigInt(livedAt);
  if (untouched) accept(search, await read(livedAt));
  const goneAtVersion = search.high.toString();
  if (search.last !== undefined) return { kind: 'found', object: search.last, goneAt: goneAtVersion };
  return { kind: 'unknown', goneAt: goneAtVersion, exact: untouched, reason: search.reason };
}

type Search = { low: bigint; high: bigint; last: KubeObject | undefined; reason: string };

async function narrow(search: Search, read: (resourceVersion: string) => Promise<ExactState>): Promise<void> {
  const middle = (search.low + search.high) / 2n;
  const state = await read(middle.toString());
  if (state.kind === 'absent') search.high = middle;
  else {
    search.low = middle;
    accept(search, state);
  }
}

function accept(search: Search, state: ExactState): void {
  search.last = state.kind === 'present' ? state.object : undefined;
  if (state.kind === 'unanswered') search.reason = state.reason;
}
