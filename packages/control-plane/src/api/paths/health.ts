// /healthz, /livez and /readyz: the checks that kube-apiserver lists, all of them passed once requests are answered.
import type { ApiResponse } from '../api-request.ts';
import { plainText } from './plain-text.ts';

const CHECKS = ['ping', 'log', 'etcd'];
const READY_ONLY = ['etcd-readiness', 'informer-sync', 'shutdown'];

/** Undefined for a path that is none of them. */
export function handleHealth(path: string, query: URLSearchParams): ApiResponse | undefined {
  const [, endpoint = '', check, ...rest] = path.split('/');
  if (!['healthz', 'livez', 'readyz'].includes(endpoint) || rest.length > 0) return undefined;
  const checks = endpoint === 'readyz' ? [...CHECKS, ...READY_ONLY] : CHECKS;
  if (check !== undefined && check !== '') return checks.includes(check) ? plainText(200, 'ok') : undefined;
  return plainText(200, query.has('verbose') ? verbose(endpoint, checks) : 'ok');
}

function verbose(endpoint: string, checks: readonly string[]): string {
  return `${checks.map((check) => `[+]${check} ok\n`).join('')}${endpoint} check passed\n`;
}
