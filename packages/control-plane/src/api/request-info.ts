// What a path and a method ask for, exactly as kube-apiserver reads them.

export type RequestInfo = {
  readonly isResourceRequest: boolean;
  readonly path: string;
  /** get, list, watch, create, update, patch, delete, deletecollection, proxy; the lower-case method where no resource is named. */
  readonly verb: string;
  /** 'api' or 'apis'. */
  readonly prefix: string;
  readonly group: string;
  readonly version: string;
  readonly namespace: string;
  readonly resource: string;
  readonly subresource: string;
  readonly name: string;
  /** Segments from the resource on. */
  readonly parts: readonly string[];
};

type Method = { readonly method: string; readonly path: string; readonly query: URLSearchParams };

const VERBS: Readonly<Record<string, string>> = {
  POST: 'create',
  GET: 'get',
  HEAD: 'get',
  PUT: 'update',
  PATCH: 'patch',
  DELETE: 'delete',
};
const NAMESPACE_SUBRESOURCES = ['status', 'finalize'];

/** Undefined where the path ends after /watch or /proxy: kube-apiserver answers 500 there. */
export function parseRequestInfo({ method, path, query }: Method): RequestInfo | undefined {
  const prefixed = groupVersionOf(splitPath(path));
  if (prefixed === undefined) return notAResource(method, path);
  const { rest, ...groupVersion } = prefixed;
  const special = ['watch', 'proxy'].find((verb) => verb === rest[0]);
  if (special !== undefined && rest.length < 2) return undefined;
  const located = locate(special === undefined ? rest : rest.slice(1), special === 'proxy');
  const verb = special ?? refinedVerb(VERBS[method] ?? '', located.name, query);
  return { isResourceRequest: true, path, verb, ...groupVersion, ...located };
}

type Prefixed = Pick<RequestInfo, 'prefix' | 'group' | 'version'> & { readonly rest: readonly string[] };

function groupVersionOf([prefix = '', ...segments]: readonly string[]): Prefixed | undefined {
  if (prefix === 'api' && segments.length >= 2) return { prefix, group: '', version: segments[0] ?? '', rest: segments.slice(1) };
  if (prefix !== 'apis' || segments.length < 3) return undefined;
  return { prefix, group: segments[0] ?? '', version: segments[1] ?? '', rest: segments.slice(2) };
}

function notAResource(method: string, path: string): RequestInfo {
  const empty = { prefix: '', group: '', version: '', namespace: '', resource: '', subresource: '', name: '', parts: [] };
  return { isResourceRequest: false, path, verb: method.toLowerCase(), ...empty };
}

/** Without the slashes in front and behind, however many. */
function splitPath(path: string): readonly string[] {
  const segments = path.split('/');
  const first = segments.findIndex((segment) => segment !== '');
  return first < 0 ? [] : segments.slice(first, segments.findLastIndex((segment) => segment !== '') + 1);
}

type Located = Pick<RequestInfo, 'namespace' | 'resource' | 'subresource' | 'name' | 'parts'>;

function locate(segments: readonly string[], proxied: boolean): Located {
  const inNamespace = segments[0] === 'namespaces';
  const namespace = inNamespace ? (segments[1] ?? '') : '';
  const below = inNamespace && segments.length > 2 && !NAMESPACE_SUBRESOURCES.includes(segments[2] ?? '');
  const parts = below ? segments.slice(2) : segments;
  const [resource = '', name = '', subresource = ''] = parts;
  return { namespace, resource, name, subresource: proxied ? '' : subresource, parts };
}

function refinedVerb(verb: string, name: string, query: URLSearchParams): string {
  if (name !== '') return verb;
  if (verb === 'delete') return 'deletecollection';
  if (verb !== 'get') return verb;
  return isWatch(query) ? 'watch' : 'list';
}

/** Of several values the first counts; a bare `watch` is true. */
function isWatch(query: URLSearchParams): boolean {
  const value = query.get('watch');
  return value !== null && !['false', '0'].includes(value.toLowerCase());
}
