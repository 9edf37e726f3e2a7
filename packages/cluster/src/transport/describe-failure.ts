// Node's socket and TLS errors as errors of this package, with what a user can do about them.

import type { ClusterError } from '../errors.ts';
import { ConnectionCut, CredentialsFailed, ProxyRefused, RequestTimedOut, reasonOf, ServerUnreachable, TlsRefused } from '../errors.ts';

const UNREACHABLE: { readonly [code: string]: string } = {
  ECONNREFUSED: 'nothing listens there: is the API server running, is the address in the kubeconfig right?',
  EAI_AGAIN: 'its name can not be resolved now: check DNS or the network',
  EHOSTDOWN: 'the host does not answer',
  EHOSTUNREACH: 'no route to the host: is a VPN needed?',
  ENETUNREACH: 'no route to the network: is a VPN needed?',
  ENOTFOUND: 'its name is not known: check the server address in the kubeconfig',
  ETIMEDOUT: 'no answer to the connection: is a VPN or a proxy needed?',
};

const TLS: { readonly [code: string]: string } = {
  CERT_HAS_EXPIRED: 'its certificate has expired: renew it, or check the clock of this machine',
  CERT_NOT_YET_VALID: 'its certificate is not valid yet: check the clock of this machine',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is self-signed: set certificate-authority in the kubeconfig',
  EPROTO: 'it does not speak TLS here: is the address http:// or another port?',
  ERR_SSL_WRONG_VERSION_NUMBER: 'it does not speak TLS here: is the address http:// or another port?',
  ERR_SSL_PACKET_LENGTH_TOO_LONG: 'it does not speak TLS here: is the address http:// or another port?',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another name: set tls-server-name in the kubeconfig',
  SELF_SIGNED_CERT_IN_CHAIN: 'its certificate authority is not trusted: set certificate-authority in the kubeconfig',
  UNABLE_TO_GET_ISSUER_CERT: 'its certificate authority is not trusted: set certificate-authority in the kubeconfig',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'its certificate authority is not trusted: set certificate-authority in the kubeconfig',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'its certificate authority is not trusted: set certificate-authority in the kubeconfig',
};

/** The error of this package for what node:https threw. server: address for the message. */
export function describeFailure(
  error: unknown,
  { server, method, path }: { readonly server: string; readonly method: string; readonly path: string },
): ClusterError {
  const code = codeOf(error);
  const unreachable = UNREACHABLE[code];
  if (unreachable !== undefined) return new ServerUnreachable(`${server} is not reachable (${code}): ${unreachable}`, error);
  const tls = TLS[code];
  if (tls !== undefined) return new TlsRefused(`${server} is not trusted (${code}): ${tls}`, error);
  if (code.startsWith('ERR_SSL') || code.startsWith('ERR_OSSL')) {
    return new TlsRefused(
      `TLS with ${server} failed (${code}): ${reasonOf(error)}; check the client certificate and key in the kubeconfig`,
      error,
    );
  }
  if (code === 'ERR_INVALID_CHAR' || code === 'ERR_HTTP_INVALID_HEADER_VALUE') {
    return new CredentialsFailed(
      `a header for ${server} can not be sent: the token or a name in the kubeconfig or a flag holds a character that no header may hold`,
      error,
    );
  }
  if (code.startsWith('ERR_PROXY')) return new ProxyRefused(`the proxy on the way to ${server} failed: ${reasonOf(error)}`, error);
  return new ConnectionCut(`${method} ${path} to ${server}: the connection broke (${code === '' ? reasonOf(error) : code})`, error);
}

/** The error for an answer that did not come in time. */
export function describeTimeout(
  timeoutMs: number,
  { server, method, path }: { readonly server: string; readonly method: string; readonly path: string },
): RequestTimedOut {
  return new RequestTimedOut(`${method} ${path} to ${server}: no answer within ${timeoutMs} ms; try a longer --request-timeout`);
}

function codeOf(error: unknown): string {
  if (typeof error !== 'object' || error === null || !('code' in error)) return '';
  return typeof error.code === 'string' ? error.code : '';
}
