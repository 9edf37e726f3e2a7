// Failures of this package, each with a stable code. None of them is worth a retry: the input has to change.

export class DiffMismatchError extends Error {
  readonly code = 'DIFF_MISMATCH';
  readonly retryable = false;
  /** Where the changes lead through something that is not there. */
  readonly path: readonly string[];

  constructor(path: readonly string[]) {
    super(`the difference does not fit the object at ${path.length === 0 ? 'its root' : path.join('.')}`);
    this.name = 'DiffMismatchError';
    this.path = path;
  }
}
