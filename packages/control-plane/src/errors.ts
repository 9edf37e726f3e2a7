// Failures of this package, each with a stable code.
import type { StatusBody } from './api/status.ts';

/** A request that is answered with a Status of failure; thrown anywhere in the API and answered in one place. Retrying is up to the client. */
export class RequestRefused extends Error {
  readonly code = 'REQUEST_REFUSED';
  readonly retryable = false;
  readonly status: StatusBody;

  constructor(status: StatusBody) {
    super(status.message);
    this.name = 'RequestRefused';
    this.status = status;
  }
}
