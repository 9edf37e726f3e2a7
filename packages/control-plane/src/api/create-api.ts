// Puts an API together and carries its requests out: from a path to a verb, every refusal an answer.
import type { Clock } from '@rectrace/kube';
import { RequestRefused } from '../errors.ts';
import { walkFrom } from '../storage/ordered-map.ts';
import type { Store } from '../storage/store.ts';
import { objectKey } from '../storage/stored-object.ts';
import type { AdmissionPlugin, AdmissionView } from './admission/admission-plugin.ts';
import type { Api, ApiRequest, ApiResponse } from './api-request.ts';
import type { Authorizer } from './authorizer.ts';
import { allowEverything } from './authorizer.ts';
import { Catalog } from './catalog.ts';
import { jsonRepresentation } from './codec/json-representation.ts';
import { protobufRepresentation } from './codec/protobuf/protobuf-representation.ts';
import { yamlRepresentation } from './codec/yaml-representation.ts';
import { CustomGroups } from './custom/custom-groups.ts';
import { keepDefinitions } from './custom/definition-keeper.ts';
import { SchemaEngine } from './custom/schema-engine.ts';
import { ALL_DEFAULTS } from './defaults/all-defaults.ts';
import { TypeDefaults } from './defaults/type-defaults.ts';
import type { Environment } from './environment.ts';
import { forbidden } from './failures.ts';
import type { MediaChoice } from './media-type.ts';
import { chooseMediaType } from './media-type.ts';
import { handlePath } from './paths/handle-path.ts';
import { plainText } from './paths/plain-text.ts';
import type { RandomSource } from './random-source.ts';
import { parseRequestInfo, type RequestInfo } from './request-info.ts';
import { subresourceKinds } from './subresource-kinds.ts';
import { TypeTable } from './type-table.ts';
import { answerStatus } from './verbs/answer.ts';
import { handleResource } from './verbs/handle-resource.ts';

export type ApiOptions = {
  readonly store: Store;
  readonly clock: Clock;
  readonly random: RandomSource;
  readonly plugins?: readonly AdmissionPlugin[];
  readonly authorizer?: Authorizer;
  /** Default '127.0.0.1:443'. */
  readonly serverAddress?: string;
};

export function createApi(options: ApiOptions): Api {
  const environment = environmentOf(options);
  keepDefinitions(environment);
  return { handle: (request) => handle(environment, request), representations: environment.representations };
}

function environmentOf(options: ApiOptions): Environment {
  const { store, clock, random, plugins = [] } = options;
  const table = new TypeTable();
  const schemas = new SchemaEngine(table);
  const tables = { table, defaults: new TypeDefaults(table, ALL_DEFAULTS) };
  return {
    store,
    clock,
    random,
    table,
    catalog: new Catalog({ ...tables, schemas }, new CustomGroups(store, { table, schemas })),
    kinds: subresourceKinds(tables),
    representations: [jsonRepresentation, yamlRepresentation, protobufRepresentation(table)],
    authorizer: options.authorizer ?? allowEverything,
    plugins,
    registry: { store, random, admission: { plugins, view: viewOf(store) } },
    serverAddress: options.serverAddress ?? '127.0.0.1:443',
  };
}

function viewOf(store: Store): AdmissionView {
  return {
    get: (resource, namespace, name) => store.get({ resource, key: objectKey(namespace, name) })?.object,
    list: (resource, namespace) => {
      const snapshot = store.snapshot(resource);
      if (snapshot.kind !== 'snapshot') return [];
      const prefix = namespace === '' ? '' : `${namespace}/`;
      const found: ReturnType<AdmissionView['list']>[number][] = [];
      walkFrom(snapshot.objects, prefix, (key, { object }) => key.startsWith(prefix) && found.push(object) > 0);
      return found;
    },
  };
}

async function handle(environment: Environment, request: ApiRequest): Promise<ApiResponse> {
  const warnings = new Set<string>();
  try {
    return await route(environment, request, warnings);
  } catch (error) {
    if (!(error instanceof RequestRefused)) throw error;
    return { ...answerStatus(error.status, statusMedia(environment, request)), warnings: [...warnings] };
  }
}

async function route(environment: Environment, request: ApiRequest, warnings: Set<string>): Promise<ApiResponse> {
  const info = parseRequestInfo(request);
  if (info === undefined) return plainText(500, `unable to determine kind and namespace from url, ${request.path}\n`);
  authorize(environment, request, info);
  return info.isResourceRequest ? handleResource(environment, { request, info, warnings }) : handlePath(environment, request);
}

function authorize({ authorizer }: Environment, { user, path }: ApiRequest, info: RequestInfo): void {
  const { verb, group, version, resource, subresource, namespace, name } = info;
  const attributes = info.isResourceRequest
    ? ({ kind: 'resource', user, verb, group, version, resource, subresource, namespace, name } as const)
    : ({ kind: 'path', user, verb, path } as const);
  const decision = authorizer.decide(attributes);
  if (!decision.allowed) throw forbidden(info.isResourceRequest ? { group, resource } : { group: '', resource: '' }, name, decision.reason);
}

/** A refusal is written in what the client accepts of it, else as JSON. */
function statusMedia({ representations }: Environment, { headers }: ApiRequest): MediaChoice {
  const choice = chooseMediaType(headers.accept, representations, { allowsTransform: () => true });
  return { mediaType: choice?.mediaType ?? 'application/json', pretty: choice?.pretty ?? false, target: undefined };
}
