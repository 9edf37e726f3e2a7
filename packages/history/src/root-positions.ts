// Positions of one root in a history that holds several: each root was followed at its own times, so each has its own places to go on from.

import type { HistoryReader } from './history-reader.ts';
import type { Commit, HistoryWriter, RecordedPosition } from './history-writer.ts';

/** A writer that keeps the positions of a commit under the root. */
export function writerOfRoot(writer: HistoryWriter, root: string): HistoryWriter {
  return {
    get fence() {
      return writer.fence;
    },
    commit(commit: Commit): void {
      writer.commit({ ...commit, positions: commit.positions.map((position) => ({ ...position, root })) });
    },
    close(): void {
      writer.close();
    },
  };
}

/** How far the collections were recorded for the root. */
export function positionsOfRoot(reader: Pick<HistoryReader, 'positions'>, root: string): readonly RecordedPosition[] {
  const ofRoot = reader.positions().filter((position) => position.root === root);
  return ofRoot.map(({ root: _root, ...position }) => position);
}
