// What can go wrong with a history or a recording file, each with a stable code. Messages are one line and may be shown to users as they are.

export type HistoryErrorCode =
  | 'HISTORY_IN_USE'
  | 'HISTORY_FENCED'
  | 'HISTORY_FULL'
  | 'HISTORY_READ_ONLY'
  | 'HISTORY_UNAVAILABLE'
  | 'HISTORY_CLOSED'
  | 'HISTORY_DAMAGED'
  | 'HISTORY_TOO_NEW'
  | 'HISTORY_MISSING'
  | 'HISTORY_LIMIT_TOO_SMALL'
  | 'RECORDING_EXISTS'
  | 'RECORDING_NOT_WRITABLE';

/** retryable: whether the same call may succeed later without anyone changing its input. path: the file or folder concerned, '' for none. */
export class HistoryError extends Error {
  override readonly name = 'HistoryError';
  readonly code: HistoryErrorCode;
  readonly path: string;
  readonly retryable: boolean;

  constructor(
    message: string,
    options: { readonly code: HistoryErrorCode; readonly path?: string; readonly retryable?: boolean; readonly cause?: unknown },
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = options.code;
    this.path = options.path ?? '';
    this.retryable = options.retryable ?? false;
  }
}

/** Another process holds the store. owner: what that process said of itself, '' where unknown. */
export function historyInUse(path: string, owner: string): HistoryError {
  const by = owner === '' ? 'another rectrace process' : `another rectrace process (${owner})`;
  return new HistoryError(`history ${path} is in use by ${by}`, { code: 'HISTORY_IN_USE', path, retryable: true });
}

/** A writer with a newer fence has committed: this one no longer leads. */
export function historyFenced(fence: number, newest: number): HistoryError {
  return new HistoryError(`history refused a commit: fence ${fence} is older than ${newest}, another recorder has taken over`, {
    code: 'HISTORY_FENCED',
  });
}

/** The disk or the database's own limit is full. */
export function historyFull(path: string, cause: unknown): HistoryError {
  return new HistoryError(`history ${path} cannot be written: the disk is full`, { code: 'HISTORY_FULL', path, retryable: true, cause });
}

/** The file, its folder or its file system refuses writes. */
export function historyReadOnly(path: string, cause: unknown): HistoryError {
  return new HistoryError(`history ${path} cannot be written: the file or its folder is read-only`, {
    code: 'HISTORY_READ_ONLY',
    path,
    retryable: true,
    cause,
  });
}

/** Any other failure of the storage below (an I/O error, a lock held too long). */
export function historyUnavailable(path: string, cause: unknown): HistoryError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new HistoryError(`history ${path} cannot be used: ${reason}`, { code: 'HISTORY_UNAVAILABLE', path, retryable: true, cause });
}

/** Used after close(). */
export function historyClosed(path: string): HistoryError {
  return new HistoryError(`history ${path} is closed`, { code: 'HISTORY_CLOSED', path });
}

/** The file does not hold what was written to it. */
export function historyDamaged(path: string, reason: string, cause?: unknown): HistoryError {
  return new HistoryError(`history ${path} is damaged: ${reason}`, { code: 'HISTORY_DAMAGED', path, cause });
}

/** Written by a newer rectrace. */
export function historyTooNew(path: string, version: number, known: number): HistoryError {
  return new HistoryError(
    `history ${path} has format ${version}, this rectrace knows up to ${known}: use a newer rectrace or another state folder`,
    {
      code: 'HISTORY_TOO_NEW',
      path,
    },
  );
}

/** Opened for reading where there is no file. */
export function historyMissing(path: string): HistoryError {
  return new HistoryError(`there is no history at ${path}`, { code: 'HISTORY_MISSING', path });
}

/** A byte limit below what a store needs to work at all. */
export function historyLimitTooSmall(bytes: number, least: number): HistoryError {
  return new HistoryError(`history limit of ${bytes} bytes is too small: the least is ${least}`, { code: 'HISTORY_LIMIT_TOO_SMALL' });
}

/** A recording would overwrite a file. */
export function recordingExists(path: string): HistoryError {
  return new HistoryError(`recording ${path} exists already`, { code: 'RECORDING_EXISTS', path });
}

/** The recording file cannot be created or appended to. */
export function recordingNotWritable(path: string, cause: unknown): HistoryError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new HistoryError(`recording ${path} cannot be written: ${reason}${wayOut(cause)}`, {
    code: 'RECORDING_NOT_WRITABLE',
    path,
    retryable: true,
    cause,
  });
}

/** What helps against a limit; other reasons say it themselves. */
function wayOut(cause: unknown): string {
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  if (code === 'EFBIG') return '; raise the limit of a file (ulimit -f), or record to a .gz';
  return code === 'ENOSPC' || code === 'EDQUOT' ? '; make room, or record to another disk' : '';
}
