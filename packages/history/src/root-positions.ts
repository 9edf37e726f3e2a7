// What a history that holds several roots keeps for one of them alone: each root was followed at its own times, so each has its own places to go
// on from, its own gaps of whole collections, and the times in which it was recorded.

import type { Clock } from '@rectrace/kube';
import type { HistoryReader } from './history-reader.ts';
import type { Commit, HistoryWriter, RecordedPosition } from './history-writer.ts';

const NOTHING: Omit<Commit, 'fence'> = { changes: [], members: [], cycles: [], withdrawn: [], gaps: [], positions: [] };

/**
 * A writer that keeps what it is given as of the root, recorded from now on until its last commit or its closing. One that was never committed
 * to leaves nothing.
 */
export function writerOfRoot(
  writer: HistoryWriter,
  { root, clock }: { readonly root: string; readonly clock: Pick<Clock, 'now'> },
): HistoryWriter {
  const from = clock.now();
  let open = false;
  const keep = (commit: Commit): void => writer.commit({ ...commit, spans: [{ root, from, until: Math.max(from, clock.now()) }] });
  return {
    get fence() {
      return writer.fence;
    },
    commit(commit: Commit): void {
      open = true;
      keep({
        ...commit,
        positions: commit.positions.map((position) => ({ ...position, root })),
        gaps: commit.gaps.map((gap) => (gap.ref === undefined ? { ...gap, id: `${gap.id} ${root}`, root } : gap)),
      });
    },
    close(): void {
      try {
        if (open) keep({ ...NOTHING, fence: writer.fence });
      } finally {
        open = false;
        writer.close();
      }
    },
  };
}

/** How far the collections were recorded for the root. */
export function positionsOfRoot(reader: Pick<HistoryReader, 'positions'>, root: string): readonly RecordedPosition[] {
  const ofRoot = reader.positions().filter((position) => position.root === root);
  return ofRoot.map(({ root: _root, ...position }) => position);
}
