// @rectrace/history: what was recorded, kept and read back: ports, stores, recording files, and the loop from messages to a store.

export { revised, storedOf } from './change-identity.ts';
export { ensureFolder } from './ensure-folder.ts';
export { HistoryError, type HistoryErrorCode } from './errors.ts';
export { FallbackHistory, type FallbackHistoryOptions, type FallbackNotice, type History, type Unpersisted } from './fallback-history.ts';
export type { ChangeQuery, Dropped, HistoryReader, KnownRoot, LatestQuery, RootEntry } from './history-reader.ts';
export type { Commit, HistoryWriter, RecordedPosition, RecordedSpan } from './history-writer.ts';
export { keyedRedactor } from './keyed-redactor.ts';
export { MemoryHistory, type MemoryHistoryOptions } from './memory-history.ts';
export { MergedReader, type MergedReaderOptions } from './merged-reader.ts';
export { readTextFile, refuseNamedPipe } from './named-pipe.ts';
export { type LinesEnd, type OpenedLines, openLines } from './recording/line-source.ts';
export { type OpenedRecording, openRecording, type Recording, type RecordingEnd } from './recording/open-recording.ts';
export { formatEnd, isEnd, type RecordingHeader } from './recording/recording-header.ts';
export { RecordingWriter, type RecordingWriterOptions } from './recording/recording-writer.ts';
export { openRedactionKey, type RedactionKey } from './redaction-key.ts';
export { type KnownObject, type RecordedPlace, ResumePlaces } from './resume-places.ts';
export type { RetentionLimits } from './retention.ts';
export { keyOfRoot, nameOfRoot, objectOfRoot } from './root-name.ts';
export { writerOfRoot } from './root-positions.ts';
export { type Fold, type RecordingRun, type RunRecordingOptions, runRecording, type TellWhen } from './run-recording.ts';
export { type LastWriter, lastWriter } from './sqlite/last-writer.ts';
export type { Repair } from './sqlite/repair.ts';
export {
  historyPath,
  openSqliteHistory,
  readSqliteHistory,
  type SqliteHistory,
  type SqliteHistoryOptions,
} from './sqlite/sqlite-history.ts';
export type { SqliteReader } from './sqlite/sqlite-reader.ts';
