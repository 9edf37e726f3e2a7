// What can go wrong with a snapshot, each with a stable code. Messages are one line and may be shown to users as they are.

export type SnapshotErrorCode = 'SNAPSHOT_EXISTS' | 'SNAPSHOT_NOT_WRITABLE' | 'SNAPSHOT_DAMAGED' | 'SNAPSHOT_FOREIGN';

/** path: the file concerned. retryable: whether the same call may succeed later without anyone changing its input. */
export class SnapshotError extends Error {
  override readonly name = 'SnapshotError';
  readonly code: SnapshotErrorCode;
  readonly path: string;
  readonly retryable: boolean;

  constructor(message: string, options: { readonly code: SnapshotErrorCode; readonly path: string; readonly cause?: unknown }) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = options.code;
    this.path = options.path;
    this.retryable = options.code === 'SNAPSHOT_NOT_WRITABLE';
  }
}

/** A snapshot would overwrite a file. */
export function snapshotExists(path: string): SnapshotError {
  return new SnapshotError(`snapshot ${path} exists already`, { code: 'SNAPSHOT_EXISTS', path });
}

/** The file cannot be created or written. */
export function snapshotNotWritable(path: string, cause: unknown): SnapshotError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new SnapshotError(`snapshot ${path} cannot be written: ${reason}`, { code: 'SNAPSHOT_NOT_WRITABLE', path, cause });
}

/** line: 1-based; offset: of its first byte. */
export function snapshotDamaged(
  path: string,
  { line, offset, reason }: { readonly line: number; readonly offset: number; readonly reason: string },
): SnapshotError {
  return new SnapshotError(`snapshot ${path} is damaged at line ${line} (byte ${offset}): ${reason}`, { code: 'SNAPSHOT_DAMAGED', path });
}

/** The file is no snapshot, or one of another version. */
export function snapshotForeign(path: string, reason: string): SnapshotError {
  return new SnapshotError(`${path}: ${reason}`, { code: 'SNAPSHOT_FOREIGN', path });
}
