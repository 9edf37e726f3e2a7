// /healthz, /livez and /readyz: the checks that kube-apiserver lists, all of them passed once requests are answered.
import type { ApiResponse } from '../api-request.ts';
import { plainText } from './plain-text.ts';

const CHECKS = ['ping', 'log', 'etcd'];
const READY_CHECKS = ['etcd-readiness', 'informer-sync'];
/** What kube-apiserver starts with itself. Clients look for the names. */
const START_CHECKS = [
  'start-apiserver-admission-initializer',
  'generic-apiserver-start-informers',
  'priority-and-fairness-config-consumer',
  'priority-and-fairness-filter',
  'storage-object-count-tracker-hook',
  'start-apiextensions-informers',
  'start-apiextensions-controllers',
  'crd-informer-synced',
  'start-system-namespaces-controller',
  'start-cluster-authentication-info-controller',
  'start-kube-apiserver-identity-lease-controller',
  'start-kube-apiserver-identity-lease-garbage-collector',
  'storage-readiness',
  'start-legacy-token-tracking-controller',
  'start-service-ip-repair-controllers',
  'rbac/bootstrap-roles',
  'scheduling/bootstrap-system-priority-classes',
  'priority-and-fairness-config-producer',
  'bootstrap-controller',
  'start-kubernetes-service-cidr-controller',
  'aggregator-reload-proxy-client-cert',
  'start-kube-aggregator-informers',
  'apiservice-status-local-available-controller',
  'apiservice-status-remote-available-controller',
  'apiservice-registration-controller',
  'apiservice-discovery-controller',
  'kube-apiserver-autoregistration',
].map((name) => `poststarthook/${name}`);
const LAST_CHECKS = [
  'autoregister-completion',
  'poststarthook/apiservice-openapi-controller',
  'poststarthook/apiservice-openapiv3-controller',
];
const ALIVE = [...CHECKS, ...START_CHECKS, ...LAST_CHECKS];
const CHECKS_OF: ReadonlyMap<string, readonly string[]> = new Map([
  ['healthz', ALIVE],
  ['livez', ALIVE],
  ['readyz', [...CHECKS, ...READY_CHECKS, ...START_CHECKS, ...LAST_CHECKS, 'shutdown']],
]);

/** Undefined for a path that is none of them. */
export function handleHealth(path: string, query: URLSearchParams): ApiResponse | undefined {
  const [, endpoint = '', ...rest] = path.split('/');
  const checks = CHECKS_OF.get(endpoint);
  if (checks === undefined) return undefined;
  const check = rest.join('/');
  if (check !== '') return checks.includes(check) ? plainText(200, 'ok') : undefined;
  return plainText(200, query.has('verbose') ? verbose(endpoint, checks) : 'ok');
}

function verbose(endpoint: string, checks: readonly string[]): string {
  return `${checks.map((check) => `[+]${check} ok\n`).join('')}${endpoint} check passed\n`;
}
