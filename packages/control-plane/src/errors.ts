// Failures of this package, each with a stable code.
import type { FieldError } from '@rectrace/kube';
import type { StatusBody } from './api/status.ts';

/** A request that is answered with a Status of failure; thrown anywhere in the API and answered in one place. Retrying is up to the client. */
export class RequestRefused extends Error {
  readonly code = 'REQUEST_REFUSED';
  readonly retryable = false;
  readonly status: StatusBody;
  /** What is wrong with the object, where the status says that. */
  readonly invalid: InvalidObject | undefined;

  constructor(status: StatusBody, invalid?: InvalidObject) {
    super(status.message);
    this.name = 'RequestRefused';
    this.status = status;
    this.invalid = invalid;
  }
}

export type InvalidObject = {
  readonly group: string;
  readonly kind: string;
  readonly name: string;
  readonly errors: readonly FieldError[];
};

/** The server can't listen where it was told to. */
export class ListenFailed extends Error {
  readonly code = 'LISTEN_FAILED';
  readonly retryable = false;
  readonly port: number;

  constructor({ host, port, cause }: { readonly host: string; readonly port: number; readonly cause: Error & { readonly code?: string } }) {
    super(cause.code === 'EADDRINUSE' ? `port ${port} of ${host} is in use` : `cannot listen on ${host}:${port}: ${cause.message}`, {
      cause,
    });
    this.name = 'ListenFailed';
    this.port = port;
  }
}

/** An object that a new control plane is to start with is none of its kind, or there are two of its name. */
export class ContentRefused extends Error {
  readonly code = 'CONTENT_REFUSED';
  readonly retryable = false;
  /** e.g. 'Pod shop/web'. */
  readonly object: string;

  /** `others`: how many more are refused. */
  constructor(object: string, { reason, others }: { readonly reason: string; readonly others: number }) {
    super(`${object} cannot be taken: ${reason}${others === 0 ? '' : ` (and ${others} more)`}`);
    this.name = 'ContentRefused';
    this.object = object;
  }
}
