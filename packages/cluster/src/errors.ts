// Failures on the way to a cluster, each a class with a stable code and a message of one line: what, where, how to mend.

import type { Status } from '@rectrace/kube';
import { isExpired } from '@rectrace/kube';

/** Every error of this package. retryable: the same call may succeed later without anybody changing anything. */
export abstract class ClusterError extends Error {
  abstract readonly code: string;
  abstract readonly retryable: boolean;

  constructor(message: string, cause?: unknown) {
    super(oneLine(message), cause === undefined ? undefined : { cause });
    this.name = new.target.name;
  }
}

/** The API server answered, and the answer is a refusal. */
export class ApiError extends ClusterError {
  readonly code = 'API_REFUSED';
  readonly retryable: boolean;
  readonly status: Status;
  readonly method: string;
  readonly path: string;

  constructor(status: Status, request: { readonly method: string; readonly path: string }) {
    super(
      `${request.method} ${request.path}: ${status.message} (${status.code}${status.reason === '' ? '' : ` ${status.reason}`})${mend(status)}`,
    );
    this.status = status;
    this.method = request.method;
    this.path = request.path;
    this.retryable = status.code === 429 || status.code >= 500;
  }
}

/** No usable answer came: the request may or may not have reached the server. */
export abstract class TransportError extends ClusterError {
  readonly retryable: boolean = true;
}

/** Nothing listens, or no such host. */
export class ServerUnreachable extends TransportError {
  readonly code = 'SERVER_UNREACHABLE';
}

/** No answer within the time allowed. */
export class RequestTimedOut extends TransportError {
  readonly code = 'REQUEST_TIMED_OUT';
}

/** The connection ended before the answer did. */
export class ConnectionCut extends TransportError {
  readonly code = 'CONNECTION_CUT';
}

/** The answer is not what an API server writes: no JSON, a line beyond the bound, an unknown event type. */
export class AnswerGarbled extends TransportError {
  readonly code = 'ANSWER_GARBLED';
}

/** The server's certificate is not trusted, or ours is not accepted. */
export class TlsRefused extends TransportError {
  readonly code = 'TLS_REFUSED';
  override readonly retryable = false;
}

/** The proxy refuses or can't be used. */
export class ProxyRefused extends TransportError {
  readonly code = 'PROXY_REFUSED';
}

/** Something about the kubeconfig keeps us from connecting. */
export abstract class KubeconfigError extends ClusterError {
  readonly retryable: boolean = false;
}

/** No file, no environment, not in a cluster. */
export class NoClusterConfigured extends KubeconfigError {
  readonly code = 'NO_CLUSTER_CONFIGURED';
}

/** The named file can't be read. */
export class KubeconfigUnreadable extends KubeconfigError {
  readonly code = 'KUBECONFIG_UNREADABLE';
}

/** The file is no kubeconfig. */
export class KubeconfigInvalid extends KubeconfigError {
  readonly code = 'KUBECONFIG_INVALID';
}

/** The named or current context is not in the files read. */
export class ContextUnknown extends KubeconfigError {
  readonly code = 'CONTEXT_UNKNOWN';
}

/** A certificate, key or token file can't be read, or is no certificate. */
export class CertificateUnreadable extends KubeconfigError {
  readonly code = 'CERTIFICATE_UNREADABLE';
}

/** The exec plugin, OIDC provider or token file gave no credentials. */
export class CredentialsFailed extends KubeconfigError {
  readonly code = 'CREDENTIALS_FAILED';
  override readonly retryable = true;
}

/** Flags or kubeconfig fields that contradict each other or are not supported. */
export class ConnectionOptionInvalid extends KubeconfigError {
  readonly code = 'CONNECTION_OPTION_INVALID';
}

/** True for the answer 410: the requested version is no longer held. */
export function isExpiredError(error: unknown): error is ApiError {
  return error instanceof ApiError && isExpired(error.status);
}

/** The text of whatever was thrown, in one line. */
export function reasonOf(error: unknown): string {
  return oneLine(error instanceof Error ? error.message : String(error));
}

function oneLine(text: string): string {
  return text.trim().replace(/\s*[\r\n]+\s*/g, '; ');
}

function mend({ code }: Status): string {
  if (code === 401) return '; the credentials were not accepted: log in again, or choose another --context';
  return '';
}
