// Paths and queries that are odd, as they stand on the wire.
import type { Chance } from '../differential/random/chance.ts';
import { ODD_KEYS, oddText } from './odd-values.ts';

const STARTS = (namespace: string): readonly string[] => [
  '/',
  '/api',
  '/apis',
  '/api/v1',
  '/apis/apps',
  '/apis/apps/v1',
  '/version',
  '/healthz',
  '/livez',
  '/readyz',
  '/metrics',
  '/openapi/v2',
  '/openapi/v3',
  '/openapi/v3/api/v1',
  '/openid/v1/jwks',
  '/.well-known/openid-configuration',
  '/logs',
  '/debug/pprof',
  '/api/v1/namespaces',
  `/api/v1/namespaces/${namespace}`,
  `/api/v1/namespaces/${namespace}/configmaps`,
  `/api/v1/namespaces/${namespace}/configmaps/n0`,
  `/api/v1/namespaces/${namespace}/pods/web/log`,
  `/api/v1/namespaces/${namespace}/pods/web/status`,
  `/api/v1/namespaces/${namespace}/pods/web/proxy/healthz`,
  `/api/v1/namespaces/${namespace}/services/n0/proxy/`,
  '/api/v1/nodes/a/proxy/',
  '/api/v1/watch/pods',
  `/api/v1/watch/namespaces/${namespace}/configmaps/n0`,
  `/apis/apps/v1/namespaces/${namespace}/deployments/n0/scale`,
  `/apis/apps/v1/namespaces/${namespace}/deployments`,
  '/apis/apiextensions.k8s.io/v1/customresourcedefinitions',
  '/apis/rbac.authorization.k8s.io/v1/clusterroles/view',
];

/** Segments, or what stands between them. `deep`: whether very long ones are among them. */
const PIECES = [
  '%00',
  '%2e%2e',
  '..',
  '.',
  '//',
  '/',
  '%2f',
  '%2F%2F',
  '%5c',
  '\\',
  '%0d%0aX-Injected:%20yes',
  '%',
  '%zz',
  '%e0%80',
  '%ff',
  '%F0%9F%92%A9',
  ';a=b',
  '*',
  '~',
  '{name}',
  '%25%32%65',
  '__proto__',
  'constructor',
  '\xff\xfe',
  '@evil.example',
  ':80',
];

export function oddTarget(chance: Chance, namespace: string): string {
  if (chance.happens(0.06))
    return chance.pick([
      '*',
      '//',
      '///',
      '//evil.example/api',
      'http://evil.example/api/v1',
      'https://[::1',
      'evil.example:443',
      '/?',
      '?',
      '/#a',
    ]);
  const path = chance.pick(STARTS(namespace));
  const odd = chance.happens(0.75) ? withPieces(chance, path) : path;
  return chance.happens(0.3) ? `${odd}?${oddQuery(chance)}` : odd;
}

function withPieces(chance: Chance, path: string): string {
  if (chance.happens(0.05))
    return `${path}/${chance.pick(['a', '..%2f', '%00'].map((text) => text.repeat(chance.pick([500, 3_000, 30_000]))))}`;
  let odd = path;
  for (let count = 1 + chance.below(3); count > 0; count--) {
    const slashes = [...odd.matchAll(/\//g)].map(({ index }) => index + 1);
    const at = chance.happens(0.3) ? odd.length : chance.pick(slashes.length === 0 ? [odd.length] : slashes);
    odd = odd.slice(0, at) + chance.pick(PIECES) + odd.slice(at);
  }
  return odd;
}

const NAMES = [
  'labelSelector',
  'fieldSelector',
  'continue',
  'resourceVersion',
  'resourceVersionMatch',
  'limit',
  'timeoutSeconds',
  'timeout',
  'watch',
  'allowWatchBookmarks',
  'sendInitialEvents',
  'dryRun',
  'fieldManager',
  'fieldValidation',
  'force',
  'pretty',
  'includeObject',
  'propagationPolicy',
  'gracePeriodSeconds',
  'orphanDependents',
  'ignoreStoreReadErrorWithClusterBreakingPotential',
  'container',
  'tailLines',
  'sinceSeconds',
  'sinceTime',
  'limitBytes',
  'command',
  'stdin',
  'ports',
  'path',
  'verbose',
  'exclude',
  '__proto__',
];

const VALUES = [
  '',
  'a',
  'true',
  'False',
  '0',
  '-1',
  '1',
  '3',
  '1.5',
  '99999999999999999999999',
  '9223372036854775807',
  'NaN',
  'Exact',
  'NotOlderThan',
  'All',
  'Strict',
  'Foreground',
  'a=b',
  'a!=b,c',
  'a in (b,c),d notin (e)',
  'a in (',
  '!a',
  ',',
  '((((((((',
  'a>1',
  'a>99999999999999999999',
  'metadata.name=n0',
  'metadata.name!=n0',
  'metadata.__proto__=a',
  'spec.nodeName=a\\,b',
  'x=\\',
  'eyJ2IjoibWV0YS5rOHMuaW8vdjEiLCJydiI6MSwic3RhcnQiOiIvYSJ9',
  'eyJ2IjoibWV0YS5rOHMuaW8vdjEiLCJydiI6LTEsInN0YXJ0IjoiLy4uLy4uIn0',
  'eyJfX3Byb3RvX18iOnt9fQ',
  '!!!!',
  '2020-01-01T00:00:00Z',
];

/** Pairs, escaped or not, some of them several times. */
export function oddQuery(chance: Chance): string {
  const one = (): string => {
    const value = chance.happens(0.15) ? oddText(chance).slice(0, 6_000) : chance.pick([...VALUES, ...ODD_KEYS]);
    const name = chance.pick(NAMES);
    if (chance.happens(0.1)) return chance.pick(['&&&', '=', 'a==b', ';', '%', '%zz=1', '+', `${name}`, `${name}[]=1`]);
    return `${name}=${chance.happens(0.85) ? escaped(value) : value.replaceAll(/[^!-~]/g, '')}`;
  };
  return Array.from({ length: 1 + chance.below(4) }, one).join('&');
}

/** A lone surrogate has no UTF-8. */
function escaped(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}
