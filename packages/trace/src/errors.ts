// Failures of this package, each with a stable code. None of them is worth a retry: the input has to change.

export class RulesFileError extends Error {
  readonly code = 'RULES_FILE_INVALID';
  readonly retryable = false;
  readonly file: string;
  /** 1-based; 0 where no line can be named. */
  readonly line: number;
  readonly key: string;

  constructor(reason: string, at: { readonly file: string; readonly line: number; readonly key: string }) {
    super(`${at.file}:${at.line}: ${at.key === '' ? '' : `${at.key}: `}${reason}`);
    this.name = 'RulesFileError';
    this.file = at.file;
    this.line = at.line;
    this.key = at.key;
  }
}
