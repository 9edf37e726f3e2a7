// What whoever checks ServiceAccount tokens by himself reads: who issues them, and the public keys.
import { formatJson } from '@rectrace/kube';
import type { ApiResponse } from '../api-request.ts';
import { TOKEN_ALGORITHM } from '../authentication/token-authority.ts';
import type { Environment } from '../environment.ts';

const CONFIGURATION = '/.well-known/openid-configuration';
const KEYS = '/openid/v1/jwks';

export const TOKEN_PATHS: readonly string[] = [`${CONFIGURATION}/`, KEYS];

/** Undefined for a path that is neither. */
export function handleTokenKeys({ tokenAuthority, serverAddress }: Environment, path: string): ApiResponse | undefined {
  if (tokenAuthority === undefined) return undefined;
  if (path === KEYS) return document('application/jwk-set+json', { keys: [tokenAuthority.publicJwk] });
  if (path !== CONFIGURATION) return undefined;
  return document('application/json', {
    issuer: tokenAuthority.issuer,
    jwks_uri: `https://${serverAddress}${KEYS}`,
    response_types_supported: ['id_token'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: [TOKEN_ALGORITHM],
  });
}

function document(contentType: string, value: object): ApiResponse {
  return {
    kind: 'text',
    status: 200,
    headers: { 'Cache-Control': 'public, max-age=3600' },
    warnings: [],
    contentType,
    text: formatJson(value),
  };
}
