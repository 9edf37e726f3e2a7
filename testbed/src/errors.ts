// What can go wrong in the testbed. Every failure has a stable code.

/** Codes of {@link TestbedError}: none of them is worth a retry without a change, except `TIMED_OUT`. */
export type TestbedErrorCode = 'BUILD_FAILED' | 'COMPONENT_ENDED' | 'TIMED_OUT' | 'REQUEST_FAILED' | 'USAGE';

/** A failure of the testbed itself, in one line; `detail` holds what the failing program printed last. */
export class TestbedError extends Error {
  readonly code: TestbedErrorCode;
  readonly detail: string;

  constructor(code: TestbedErrorCode, message: string, options: { readonly detail?: string; readonly cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'TestbedError';
    this.code = code;
    this.detail = options.detail ?? '';
  }
}
