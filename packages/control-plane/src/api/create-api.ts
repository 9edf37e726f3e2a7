// Puts an API together and carries its requests out: from a path to a verb, every refusal an answer.
import type { Clock } from '@rectrace/kube';
import { RequestRefused } from '../errors.ts';
import { walkFrom } from '../storage/ordered-map.ts';
import type { Store } from '../storage/store.ts';
import { objectKey } from '../storage/stored-object.ts';
import type { AdmissionPlugin, AdmissionView } from './admission/admission-plugin.ts';
import type { PluginParts } from './admission/built-in-plugins.ts';
import { builtInPlugins } from './admission/built-in-plugins.ts';
import type { WebhookCaller } from './admission/webhooks/webhook-caller.ts';
import { NO_WEBHOOKS } from './admission/webhooks/webhook-caller.ts';
import type { Api, ApiRequest, ApiResponse } from './api-request.ts';
import { accountTokens } from './authentication/account-tokens.ts';
import type { TokenAuthenticator } from './authentication/token-authenticator.ts';
import { firstToKnow, staticTokens } from './authentication/token-authenticator.ts';
import type { TokenAuthority } from './authentication/token-authority.ts';
import type { Authorizer } from './authorization/authorizer.ts';
import { actAs } from './authorization/check-impersonation.ts';
import { rbacAuthorizer } from './authorization/rbac-authorizer.ts';
import { refuseUnauthorized } from './authorization/refuse-unauthorized.ts';
import { attributesOf } from './authorization/request-attributes.ts';
import type { BuiltIns } from './built-ins.ts';
import { createBuiltIns } from './built-ins.ts';
import { Catalog } from './catalog.ts';
import { jsonRepresentation } from './codec/json-representation.ts';
import { protobufRepresentation } from './codec/protobuf/protobuf-representation.ts';
import { yamlRepresentation } from './codec/yaml-representation.ts';
import { CustomGroups } from './custom/custom-groups.ts';
import { keepDefinitions } from './custom/definition-keeper.ts';
import type { Environment } from './environment.ts';
import { FlowTable } from './flow-control/flow-table.ts';
import type { MediaChoice } from './media-type.ts';
import { chooseMediaType } from './media-type.ts';
import { CustomKinds } from './openapi/custom-kinds.ts';
import { handleOpenApi } from './openapi/handle-openapi.ts';
import { handleSwagger } from './openapi/handle-swagger.ts';
import type { OpenApiSource } from './openapi/openapi-source.ts';
import type { OpenApiParts } from './openapi/published-documents.ts';
import { PublishedDocuments } from './openapi/published-documents.ts';
import { PublishedSwagger } from './openapi/published-swagger.ts';
import { handlePath } from './paths/handle-path.ts';
import { plainText } from './paths/plain-text.ts';
import type { PodAnswers } from './pod-answers/pod-answers.ts';
import { NO_ANSWERS } from './pod-answers/pod-answers.ts';
import { ContainerFiles } from './pod-streams/container-files.ts';
import type { RandomSource } from './random-source.ts';
import type { EventLives } from './registry/event-expiry.ts';
import { DEFAULT_EVENT_TTL_MS, EventExpiry, NO_LIVES } from './registry/event-expiry.ts';
import { parseRequestInfo } from './request-info.ts';
import { refuseBadTimeout } from './request-timeout.ts';
import type { NextTurn } from './steps.ts';
import type { UserInfo } from './strategy.ts';
import { answerStatus } from './verbs/answer.ts';
import { handleResource } from './verbs/handle-resource.ts';

export type ApiOptions = {
  readonly store: Store;
  readonly clock: Clock;
  readonly random: RandomSource;
  /** Names of built-in plugins that do not run. */
  readonly disabledPlugins?: readonly string[];
  /** Beside the built-in ones. */
  readonly plugins?: readonly AdmissionPlugin[];
  /** Default: the roles and bindings in the store. */
  readonly authorizer?: Authorizer;
  /** Of ServiceAccount tokens; without one none are issued. */
  readonly tokenAuthority?: TokenAuthority;
  /** Of the built-in kinds; without it no OpenAPI documents are served. */
  readonly openApi?: OpenApiSource;
  /** Tokens that are known from outside. */
  readonly staticTokens?: ReadonlyMap<string, UserInfo>;
  /** Calls webhooks; without one every call fails. */
  readonly webhookCaller?: WebhookCaller;
  /** What pods answer in place of a kubelet: logs, commands, ports. Default: that nothing is scripted. */
  readonly podAnswers?: PodAnswers;
  /** How long Events are kept after their last write; 0: for ever. Default: an hour. */
  readonly eventTtlMs?: number;
  /** Default '127.0.0.1:443'. */
  readonly serverAddress?: string;
  /** Between the steps of long answers. Default: they are made at once. */
  readonly nextTurn?: NextTurn;
};

export function createApi(options: ApiOptions): Api {
  const environment = createEnvironment(options);
  keepDefinitions(environment);
  return apiOver(environment);
}

export function apiOver(environment: Environment): Api {
  const { representations, tokens } = environment;
  return { handle: (request) => handle(environment, request), representations, tokens };
}

/** What a fork has of its base. lives: of the Events in the store. */
export type Inherited = {
  readonly builtIns: BuiltIns;
  readonly lives: EventLives;
  readonly files: ContainerFiles;
  readonly flows: FlowTable;
};

/** Nobody keeps its definitions yet. */
export function createEnvironment(options: ApiOptions, inherited?: Inherited): Environment {
  const { store, clock, random } = options;
  const { builtIns, lives } = inherited ?? { builtIns: createBuiltIns(), lives: NO_LIVES };
  const { table, schemas } = builtIns;
  const view = viewOf(store);
  const authorizer = options.authorizer ?? rbacAuthorizer(view);
  const { webhookCaller = NO_WEBHOOKS, podAnswers: answers = NO_ANSWERS } = options;
  const calling = { caller: webhookCaller, view, random };
  const catalog = new Catalog(builtIns.index, new CustomGroups(store, { table, schemas, calling }));
  const openApi = openApiOf(options);
  const plugins = pluginsOf(options, { authorizer, random, store, catalog, webhookCaller });
  return {
    store,
    clock,
    random,
    builtIns,
    table,
    catalog,
    kinds: builtIns.kinds,
    representations: [jsonRepresentation, yamlRepresentation, protobufRepresentation(table)],
    authorizer,
    tokens: tokensOf(options, view),
    tokenAuthority: options.tokenAuthority,
    openApi: openApi && new PublishedDocuments(openApi),
    swagger: openApi && new PublishedSwagger(openApi),
    plugins,
    registry: { store, random, admission: { plugins, view }, due: new WeakSet() },
    expiry: new EventExpiry(store, { clock, ttlMs: options.eventTtlMs ?? DEFAULT_EVENT_TTL_MS, lives }),
    flows: inherited?.flows.fork(store) ?? new FlowTable(store),
    answers,
    files: inherited?.files.fork(store) ?? new ContainerFiles(answers, store),
    nextTurn: options.nextTurn,
    serverAddress: options.serverAddress ?? '127.0.0.1:443',
  };
}

function openApiOf({ openApi: source, store, nextTurn }: ApiOptions): OpenApiParts | undefined {
  return source && { source, kinds: new CustomKinds(store), nextTurn };
}

function pluginsOf({ disabledPlugins = [], plugins = [] }: ApiOptions, parts: PluginParts): readonly AdmissionPlugin[] {
  return [...builtInPlugins(parts).filter(({ name }) => !disabledPlugins.includes(name)), ...plugins];
}

function tokensOf(
  { staticTokens: known = new Map(), tokenAuthority: authority, clock }: ApiOptions,
  view: AdmissionView,
): TokenAuthenticator {
  return firstToKnow([staticTokens(known), ...(authority === undefined ? [] : [accountTokens({ authority, view, clock })])]);
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

/** What every answer says beside its own, refusals included. */
type Said = { readonly warnings: Set<string>; headers: ApiResponse['headers'] };

async function handle(environment: Environment, request: ApiRequest): Promise<ApiResponse> {
  const said: Said = { warnings: new Set(), headers: {} };
  const response = await routeOrRefuse(environment, request, said);
  return { ...response, headers: { ...response.headers, ...said.headers } };
}

async function routeOrRefuse(environment: Environment, request: ApiRequest, said: Said): Promise<ApiResponse> {
  try {
    return await route(environment, request, said);
  } catch (error) {
    if (!(error instanceof RequestRefused)) throw error;
    return { ...answerStatus(error.status, statusMedia(environment, request)), warnings: [...said.warnings] };
  }
}

async function route(environment: Environment, asked: ApiRequest, said: Said): Promise<ApiResponse> {
  const { authorizer, expiry, flows } = environment;
  const { warnings } = said;
  expiry.sweep();
  const info = parseRequestInfo(asked);
  if (info === undefined) return plainText(500, `unable to determine kind and namespace from url, ${asked.path}\n`);
  refuseBadTimeout(info, asked.query);
  const { impersonation } = asked;
  const request = impersonation === undefined ? asked : { ...asked, user: actAs(authorizer, asked.user, impersonation) };
  said.headers = flows.headersFor(request.user, info);
  refuseUnauthorized(authorizer, attributesOf(request, info), request.annotate);
  if (info.isResourceRequest) return handleResource(environment, { request, info, warnings });
  return (await handleOpenApi(environment, request)) ?? (await handleSwagger(environment, request)) ?? handlePath(environment, request);
}

/** A refusal is written in what the client accepts of it, else as JSON. */
function statusMedia({ representations }: Environment, { headers }: ApiRequest): MediaChoice {
  const choice = chooseMediaType(headers.accept, representations, { allowsTransform: () => true });
  return { mediaType: choice?.mediaType ?? 'application/json', pretty: choice?.pretty ?? false, target: undefined };
}
