// Why a connection failed, in the words of Go's client: those that clients of a real cluster read.

type NodeError = Error & { readonly code?: string; readonly host?: string; readonly cert?: { readonly subjectaltname?: string } };

const UNKNOWN_AUTHORITY = [
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'CERT_SIGNATURE_FAILURE',
];
const UNTRUSTED = 'tls: failed to verify certificate: x509:';

/** `dialed`: what was to be reached. */
export function reasonOf(error: NodeError, dialed: URL): string {
  const { code = '', message } = error;
  const address = `${dialed.hostname}:${dialed.port || '443'}`;
  if (UNKNOWN_AUTHORITY.includes(code)) return `${UNTRUSTED} certificate signed by unknown authority`;
  switch (code) {
    case 'ECONNREFUSED':
      return `dial tcp ${address}: connect: connection refused`;
    case 'ENOTFOUND':
      return `dial tcp: lookup ${dialed.hostname}: no such host`;
    case 'ECONNRESET':
      return 'EOF';
    case 'CERT_HAS_EXPIRED':
      return `${UNTRUSTED} certificate has expired or is not yet valid`;
    case 'ERR_TLS_CERT_ALTNAME_INVALID':
      return `${UNTRUSTED} ${nameProblem(error, dialed.hostname)}`;
    case 'EPROTO':
    case 'ERR_SSL_WRONG_VERSION_NUMBER':
      return 'http: server gave HTTP response to HTTPS client';
    default:
      return message;
  }
}

function nameProblem({ cert }: NodeError, host: string): string {
  const names = (cert?.subjectaltname ?? '').split(', ').filter((name) => name !== '');
  const kind = /^[0-9.]+$|:/.test(host) ? 'IP Address:' : 'DNS:';
  const valid = names.filter((name) => name.startsWith(kind)).map((name) => name.slice(kind.length));
  if (valid.length > 0) return `certificate is valid for ${valid.join(', ')}, not ${host}`;
  return kind === 'DNS:'
    ? `certificate is not valid for any names, but wanted to match ${host}`
    : `cannot validate certificate for ${host} because it doesn't contain any IP SANs`;
}
