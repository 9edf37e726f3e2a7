// What is in a namespace at the end of a scenario, with everything masked that differs from run to run.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Json, JsonObject } from '@rectrace/kube';
import { isJsonObject, stringAt } from '@rectrace/kube';
import { waitFor } from '@rectrace/testbed';
import type { ClusterUnderTest } from './scenario.ts';

const COLLECTIONS = [
  '/api/v1/pods',
  '/api/v1/services',
  '/api/v1/endpoints',
  '/api/v1/configmaps',
  '/api/v1/serviceaccounts',
  '/api/v1/persistentvolumeclaims',
  '/api/v1/resourcequotas',
  '/apis/apps/v1/deployments',
  '/apis/apps/v1/replicasets',
  '/apis/apps/v1/statefulsets',
  '/apis/apps/v1/daemonsets',
  '/apis/apps/v1/controllerrevisions',
  '/apis/batch/v1/jobs',
  '/apis/batch/v1/cronjobs',
  '/apis/policy/v1/poddisruptionbudgets',
  '/apis/discovery.k8s.io/v1/endpointslices',
];
const UID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
const TIME = /20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g;
/** Of pods, of Services, of nodes. */
const ADDRESS = /\b(198\.1[89]\.\d+|192\.0\.2)\.\d+\b/g;
const NODE = /\bnode-[ab]\b/g;
/** Certificates differ from cluster to cluster; whether a trigger was seen is chance. */
const TRIGGER = 'endpoints.kubernetes.io/last-change-trigger-time';
const LEFT_OUT = ['ca.crt', TRIGGER, `f:${TRIGGER}`];

export type EndStateOptions = {
  /** Collections beside those that the controllers write. */
  readonly also?: readonly string[];
  /** Makes managedFields comparable; without it they are left out, as who wrote what is another suite's question. */
  readonly managers?: (entries: Json) => Json;
};

/** Controllers go on for a moment after what a scenario waits for: this long nothing may change. */
const REST_MS = 1500;
const WITHIN_MS = 30_000;

/**
 * By collection, in an order of its own; of the moment when all has come to rest.
 *
 * @throws TestbedError TIMED_OUT where it never does
 */
export async function endState(cluster: ClusterUnderTest, options: EndStateOptions = {}): Promise<Json> {
  let before = JSON.stringify(await stateNow(cluster, options));
  const atRest = async (): Promise<Json | undefined> => {
    const state = await stateNow(cluster, options);
    const last = before;
    before = JSON.stringify(state);
    return before === last ? state : undefined;
  };
  await sleep(REST_MS);
  return (await waitFor(atRest, { timeoutMs: WITHIN_MS, everyMs: REST_MS, what: `rest in ${cluster.namespace}` })) as Json;
}

async function stateNow({ api, namespace }: ClusterUnderTest, { also = [], managers }: EndStateOptions): Promise<Json> {
  const lists: { [path: string]: readonly JsonObject[] } = {};
  for (const path of [...COLLECTIONS, ...also]) {
    const cut = path.lastIndexOf('/');
    const { items } = await api.expect<{ readonly items: readonly JsonObject[] }>({
      path: `${path.slice(0, cut)}/namespaces/${namespace}${path.slice(cut)}`,
    });
    if (items.length > 0) lists[path] = items.map((item) => ofInterest(item, path, managers));
  }
  const entries = Object.entries(withNamesForUids(lists)).map(([path, items]) => [path, sorted(masked(items, namesIn(items)))]);
  return withGeneratedNames(Object.fromEntries(entries));
}

function ofInterest(item: JsonObject, path: string, managers: EndStateOptions['managers']): JsonObject {
  const shown = path.endsWith('/endpointslices') ? withoutGeneration(item) : item;
  const { managedFields = [], ...metadata } = shown['metadata'] as JsonObject;
  return { ...shown, metadata: managers === undefined ? metadata : { ...metadata, managedFields: managers(managedFields) } };
}

/** So that a reference is to the same object on both servers. */
function withNamesForUids(lists: { readonly [path: string]: readonly JsonObject[] }): typeof lists {
  const known = new Map(
    Object.entries(lists).flatMap(([path, items]) => items.map((item) => [uidOf(item), `<uid of ${path} ${ownName(item)}>`])),
  );
  return JSON.parse(JSON.stringify(lists).replaceAll(UID, (uid) => known.get(uid) ?? uid)) as typeof lists;
}

function uidOf(item: JsonObject): string {
  return stringAt(item, ['metadata', 'uid']) ?? '';
}

function ownName(item: JsonObject): string {
  const made = stringAt(item, ['metadata', 'generateName']);
  return made === undefined ? (stringAt(item, ['metadata', 'name']) ?? '') : `${made}*`;
}

/** How many changes a slice takes together is chance. */
function withoutGeneration(slice: JsonObject): JsonObject {
  const { generation: _generation, ...metadata } = slice['metadata'] as JsonObject;
  return { ...slice, metadata };
}

type Names = ReadonlyMap<string, string>;

/** Names that the server made, with their prefix alone. */
function namesIn(items: readonly JsonObject[]): Names {
  const made = items.flatMap((item) => {
    const { name = '', generateName } = item['metadata'] as { readonly name?: string; readonly generateName?: string };
    return generateName === undefined ? [] : [[name, `${generateName}*`] as const];
  });
  return new Map(made);
}

/** They stand elsewhere too: in references, in claims of volumes. */
function withGeneratedNames(state: Json): Json {
  return JSON.parse(JSON.stringify(state).replaceAll(/kube-api-access-[a-z0-9]{5}/g, 'kube-api-access-*')) as Json;
}

function masked(value: Json, names: Names): Json {
  if (typeof value === 'string') return maskedText(value, names);
  if (Array.isArray(value)) return value.map((item) => masked(item, names));
  if (!isJsonObject(value)) return value;
  const kept = Object.entries(value).filter(([key, item]) => !LEFT_OUT.includes(key) && !isTriggerAlone(item));
  return Object.fromEntries(
    kept.map(([key, item]) => [maskedText(key, names), key === 'resourceVersion' ? '<version>' : ordered(key, masked(item, names))]),
  );
}

/** Lists whose order follows from addresses, which are chance. */
function ordered(key: string, value: Json): Json {
  return ['addresses', 'endpoints'].includes(key) && Array.isArray(value) ? sorted(value) : value;
}

/** Annotations of which nothing would be left, and the claim to them. */
function isTriggerAlone(value: Json): boolean {
  if (!isJsonObject(value)) return false;
  const keys = Object.keys(value).filter((key) => key !== '.');
  return keys.length === 1 && (keys[0] === TRIGGER || keys[0] === `f:${TRIGGER}`);
}

function maskedText(text: string, names: Names): string {
  const own = names.get(text);
  if (own !== undefined) return own;
  return text
    .replaceAll(UID, '<uid>')
    .replaceAll(TIME, '<time>')
    .replaceAll(ADDRESS, '<address>')
    .replaceAll(NODE, '<node>')
    .replaceAll(/(-[a-f0-9]{8,10})-[bcdfghjklmnpqrstvwxz2456789]{5}\b/g, '$1-*');
}

function sorted(value: Json): Json {
  const items = value as readonly Json[];
  return items.toSorted((left, right) => (JSON.stringify(left) < JSON.stringify(right) ? -1 : 1));
}
