// A writer that tells of each commit before anything else can run: whoever is told knows exactly what the history holds.

import type { Commit, HistoryWriter } from '@rectrace/history';

export function tellingWriter(writer: HistoryWriter, tell: (commit: Commit) => void): HistoryWriter {
  return {
    get fence() {
      return writer.fence;
    },
    commit(commit) {
      writer.commit(commit);
      tell(commit);
    },
    close() {
      writer.close();
    },
  };
}
