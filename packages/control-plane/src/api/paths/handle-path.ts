// Requests that name no resource: discovery, version, health.
import type { ApiRequest, ApiResponse } from '../api-request.ts';
import { handleDiscovery } from '../discovery/handle-discovery.ts';
import type { Environment } from '../environment.ts';
import { methodNotAllowed, noSuchResource } from '../failures.ts';
import { handleHealth } from './health.ts';
import { handleMetrics } from './metrics.ts';
import { notFoundPage } from './plain-text.ts';
import { handleTokenKeys, TOKEN_PATHS } from './token-keys.ts';
import { versionInfo } from './version.ts';

/** @throws RequestRefused */
export function handlePath(environment: Environment, request: ApiRequest): ApiResponse {
  const { method, query } = request;
  const path = request.path.length > 1 ? request.path.replace(/\/+$/, '') : request.path;
  const answer =
    handleHealth(path, query) ??
    handleVersion(path) ??
    handleMetrics(environment, path) ??
    handleTokenKeys(environment, path) ??
    handleIndex(environment, path) ??
    handleDiscovery(environment, { ...request, path });
  if (answer === undefined) return notFoundPage();
  if (method !== 'GET' && isRouted(environment, path)) throw methodNotAllowed();
  return answer;
}

/** Whether kube-apiserver has a route of GET there. What answers everywhere else does not look at the method. */
function isRouted({ catalog }: Environment, path: string): boolean {
  if (path === '/version' || TOKEN_PATHS.includes(path) || /^\/api(\/[^/]+)?$/.test(path)) return true;
  const group = /^\/apis\/([^/]+)\/[^/]+$/.exec(path)?.[1];
  return group !== undefined && catalog.groups().find((known) => known.group === group)?.custom !== true;
}

function handleVersion(path: string): ApiResponse | undefined {
  if (path.startsWith('/version/')) throw noSuchResource();
  if (path !== '/version') return undefined;
  const media = { mediaType: 'application/json', pretty: true, target: undefined };
  return { kind: 'object', status: 200, headers: {}, warnings: [], media, value: versionInfo() };
}

/** All the paths that lead somewhere. */
function handleIndex(environment: Environment, path: string): ApiResponse | undefined {
  if (path !== '/') return undefined;
  const groups = environment.catalog
    .groups()
    .flatMap(({ group, versions }) =>
      group === ''
        ? ['/api', ...versions.map(({ version }) => `/api/${version}`)]
        : [`/apis/${group}`, ...versions.map(({ version }) => `/apis/${group}/${version}`)],
    );
  const paths = [
    ...groups,
    '/apis',
    '/apis/',
    '/healthz',
    '/livez',
    '/metrics',
    '/readyz',
    '/version',
    ...(environment.tokenAuthority === undefined ? [] : TOKEN_PATHS),
  ].toSorted();
  const media = { mediaType: 'application/json', pretty: true, target: undefined };
  return { kind: 'object', status: 200, headers: {}, warnings: [], media, value: { paths } };
}
