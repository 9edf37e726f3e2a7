// Positions of one root in a history that holds several: each root was followed at its own times, so each has its own places to go on from.

import type { HistoryReader } from './history-reader.ts';
import type { Commit, HistoryWriter, RecordedPosition } from './history-writer.ts';

const SEPARATOR = ' of ';

/** A writer that keeps the positions of a commit under the root. */
export function writerOfRoot(writer: HistoryWriter, root: string): HistoryWriter {
  return {
    get fence() {
      return writer.fence;
    },
    commit(commit: Commit): void {
      writer.commit({
        ...commit,
        positions: commit.positions.map((position) => ({ ...position, scope: position.scope + SEPARATOR + root })),
      });
    },
    close(): void {
      writer.close();
    },
  };
}

/** How far the collections were recorded for the root. */
export function positionsOfRoot(reader: Pick<HistoryReader, 'positions'>, root: string): readonly RecordedPosition[] {
  const suffix = SEPARATOR + root;
  return reader
    .positions()
    .filter(({ scope }) => scope.endsWith(suffix))
    .map((position) => ({ ...position, scope: position.scope.slice(0, -suffix.length) }));
}
