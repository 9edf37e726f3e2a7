// Discovery: /api, /apis, /apis/GROUP and /apis/GROUP/VERSION, in the old form and, where it is asked for, all in one.
import type { JsonObject } from '@rectrace/kube';
import { formatJson } from '@rectrace/kube';
import type { ApiRequest, ApiResponse } from '../api-request.ts';
import type { Environment } from '../environment.ts';
import { noSuchResource, notAcceptable } from '../failures.ts';
import type { MediaChoice } from '../media-type.ts';
import { chooseMediaType } from '../media-type.ts';
import type { CatalogGroup } from '../resource-catalog.ts';
import { aggregatedDiscovery } from './aggregated.ts';
import { contentHash } from './content-hash.ts';
import { apiGroup, apiGroupList, apiResourceList, apiVersions } from './legacy.ts';

const AGGREGATED = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList';

/** Undefined for a path that is not discovery's. @throws RequestRefused */
export function handleDiscovery(environment: Environment, request: ApiRequest): ApiResponse | undefined {
  const [, prefix, group, version, ...rest] = request.path.split('/');
  if (rest.length > 0) return undefined;
  if (prefix === 'api') return handleCore(environment, request, { version: group, deeper: version !== undefined });
  if (prefix !== 'apis') return undefined;
  return group === undefined || group === '' ? handleRoot(environment, request) : handleGroup(environment, request, { group, version });
}

type Core = { readonly version: string | undefined; readonly deeper: boolean };

function handleCore(environment: Environment, request: ApiRequest, { version, deeper }: Core): ApiResponse | undefined {
  if (deeper) return undefined;
  const core = environment.catalog.groups().filter(({ group }) => group === '');
  if (version === undefined) return rootAnswer(environment, request, { groups: core, legacy: apiVersions(environment.serverAddress) });
  const found = core.flatMap(({ versions }) => versions).find((known) => known.version === version);
  if (found === undefined) throw noSuchResource();
  return plain(environment, request, apiResourceList({ group: '', ...found }));
}

function handleRoot(environment: Environment, request: ApiRequest): ApiResponse {
  const groups = environment.catalog.groups().filter(({ group }) => group !== '');
  return rootAnswer(environment, request, { groups, legacy: apiGroupList(groups) });
}

type Named = { readonly group: string; readonly version: string | undefined };

function handleGroup(environment: Environment, request: ApiRequest, { group, version }: Named): ApiResponse | undefined {
  const found = environment.catalog.groups().find((known) => known.group === group);
  if (found === undefined) return undefined;
  if (version === undefined) return plain(environment, request, apiGroup(found));
  const served = found.versions.find((known) => known.version === version);
  if (served !== undefined) return plain(environment, request, apiResourceList({ group, ...served }));
  if (found.custom === true) return undefined;
  throw noSuchResource();
}

type Root = { readonly groups: readonly CatalogGroup[]; readonly legacy: JsonObject };

function rootAnswer(environment: Environment, request: ApiRequest, { groups, legacy }: Root): ApiResponse {
  const wanted = chooseMediaType(request.headers.accept, environment.representations, {
    allowsTransform: ({ mediaType }, target) => target === undefined || (mediaType === 'application/json' && isAggregated(target)),
  });
  if (wanted?.target === undefined) return plain(environment, request, legacy);
  const value = aggregatedDiscovery(groups);
  const etag = JSON.stringify(contentHash(formatJson(value)));
  const headers = { ETag: etag, Vary: 'Accept', 'Cache-Control': 'public' };
  if (request.headers.ifNoneMatch === etag) return { kind: 'empty', status: 304, headers, warnings: [] };
  return { kind: 'object', status: 200, headers, warnings: [], media: { ...wanted, mediaType: AGGREGATED, target: undefined }, value };
}

function isAggregated({ group, version, kind }: NonNullable<MediaChoice['target']>): boolean {
  return group === 'apidiscovery.k8s.io' && version === 'v2' && kind === 'APIGroupDiscoveryList';
}

function plain({ representations }: Environment, { headers }: ApiRequest, value: JsonObject): ApiResponse {
  const media = chooseMediaType(headers.accept, representations, { allowsTransform: (_offer, target) => target === undefined });
  if (media === undefined) throw notAcceptable(representations.map(({ mediaType }) => mediaType));
  return { kind: 'object', status: 200, headers: {}, warnings: [], media, value };
}
