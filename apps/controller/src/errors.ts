// What can go wrong in the controller itself, each with a stable code and a message of one line.

export type ControllerErrorCode = 'OPTION_INVALID' | 'TLS_FILES_UNREADABLE' | 'ADDRESS_UNUSABLE' | 'STATUS_TOO_LARGE' | 'LEASE_LOST';

/** retryable: whether the same call may succeed later without anyone changing its input. */
export class ControllerError extends Error {
  override readonly name = 'ControllerError';
  readonly code: ControllerErrorCode;
  readonly retryable: boolean;

  constructor(message: string, options: { readonly code: ControllerErrorCode; readonly retryable?: boolean; readonly cause?: unknown }) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = options.code;
    this.retryable = options.retryable ?? false;
  }
}
