// One made-up request. What it says of the state of objects is filled in for each side from what that side has answered.
import type { Json, JsonObject } from '@rectrace/kube';
import { isJsonObject, stringAt } from '@rectrace/kube';
import type { ApiRequest } from '@rectrace/testbed';
import type { Chance } from './chance.ts';
import type { Memory } from './memory.ts';
import { mutate } from './mutate.ts';
import type { RandomKind } from './random-kind.ts';
import { collectionOf } from './random-kind.ts';

export type RandomStep = {
  readonly kind: RandomKind;
  readonly verb: string;
  /** Of the object, where the request is about one. */
  readonly path: string;
  /** Its answer is a state of the object. */
  readonly tellsState: boolean;
  readonly request: (memory: Memory) => ApiRequest;
};

export type Round = { readonly namespace: string; readonly kinds: readonly RandomKind[]; readonly chance: Chance };

type Making = {
  readonly kind: RandomKind;
  readonly chance: Chance;
  readonly collection: string;
  readonly name: string;
  readonly path: string;
};

const NAMES = 5;
const MERGE_PATCH = 'application/merge-patch+json';
const STRATEGIC_PATCH = 'application/strategic-merge-patch+json';
const APPLY_PATCH = 'application/apply-patch+yaml';
const JSON_PATCH = 'application/json-patch+json';

const VERBS: readonly (readonly [number, (making: Making) => RandomStep])[] = [
  [26, create],
  [6, get],
  [10, list],
  [16, update],
  [10, mergePatch],
  [6, jsonPatch],
  [8, strategicPatch],
  [10, apply],
  [10, writeStatus],
  [10, remove],
  [1, removeAll],
  [3, odd],
];
/** Each maker as often as it weighs. */
const DRAWER = VERBS.flatMap(([weight, make]) => Array.from({ length: weight }, () => make));

export function makeStep({ namespace, kinds, chance }: Round): RandomStep {
  const kind = chance.pick(kinds);
  const collection = collectionOf(kind, namespace);
  const name = kind.namespaced ? `n${chance.below(NAMES)}` : `${namespace}-n${chance.below(NAMES)}`;
  const make = chance.pick(DRAWER);
  return make({ kind, chance, collection, name, path: `${collection}/${name}` });
}

function query(chance: Chance, choices: readonly (readonly [number, string])[]): string {
  const chosen = choices.filter(([share]) => chance.happens(share)).map(([, text]) => text);
  return chosen.length === 0 ? '' : `?${chosen.join('&')}`;
}

const WRITE_QUERY = [
  [0.06, 'dryRun=All'],
  [0.1, 'fieldValidation=Strict'],
  [0.05, 'fieldValidation=Ignore'],
  [0.01, 'fieldManager=someone'],
] as const;

/** Some bodies are changed in one place, a few in two. */
function maybeMutated(body: JsonObject, chance: Chance): JsonObject {
  const once = chance.happens(0.45) ? mutate(body, chance.seed()) : body;
  return chance.happens(0.08) ? mutate(once, chance.seed()) : once;
}

function create({ kind, chance, collection, name, path }: Making): RandomStep {
  const generated = kind.namespaced && chance.happens(0.03);
  const labels = { l: String(chance.below(3)) };
  const extra = chance.happens(0.12) ? { finalizers: ['example.com/hold'] } : {};
  const made = kind.body(chance);
  const own = isJsonObject(made['metadata']) ? made['metadata'] : {};
  const body = maybeMutated(
    { ...made, metadata: { ...(generated ? { generateName: 'g-' } : { name }), labels, ...own, ...extra } },
    chance,
  );
  const request: ApiRequest = { method: 'POST', path: collection + query(chance, WRITE_QUERY), body };
  return { kind, verb: 'create', path, tellsState: !generated, request: () => request };
}

function get({ kind, path }: Making): RandomStep {
  return { kind, verb: 'get', path, tellsState: true, request: () => ({ path }) };
}

function list({ kind, chance, collection, path }: Making): RandomStep {
  const choices: readonly (readonly [number, string])[] = [
    [0.3, `labelSelector=${encodeURIComponent(chance.pick(['l=1', 'l!=1', 'l in (0,2)', '!l', 'l', 'l notin (0)', 'bad key=1']))}`],
    [
      0.2,
      `fieldSelector=${encodeURIComponent(chance.pick(['metadata.name=n1', 'metadata.name!=n1', 'spec.x=1', ...(kind.fields ?? [])]))}`,
    ],
    [0.3, `limit=${chance.pick([1, 2, 3])}`],
    [0.08, 'resourceVersion=0'],
  ];
  const text = query(chance, choices);
  const continued = chance.happens(0.2);
  const filter = kind.namespaced ? text : '?labelSelector=l%3Dabsent';
  const request = ({ continueToken }: Memory): ApiRequest => {
    const token = continued && kind.namespaced && continueToken !== '' ? continueToken : '';
    return { path: token === '' ? collection + filter : `${collection}?limit=2&continue=${encodeURIComponent(token)}` };
  };
  return { kind, verb: 'list', path, tellsState: false, request };
}

/** The body of an update: a state that was answered, or a new body, with or without its resourceVersion. */
function update({ kind, chance, path, name }: Making): RandomStep {
  const version = chance.pick(['same', 'same', 'same', 'same', 'none', 'earlier', 'other']);
  const seeds = [chance.happens(0.85) ? chance.seed() : undefined, chance.happens(0.15) ? chance.seed() : undefined];
  const fresh = { ...kind.body(chance), metadata: { name } };
  const anew = chance.happens(0.1);
  const suffix = query(chance, WRITE_QUERY);
  const request = (memory: Memory): ApiRequest => {
    const known = memory.latest(path);
    const start = known === undefined || anew ? fresh : withVersion(known, version, memory.earlier(path));
    const body = seeds.reduce<JsonObject>((current, seed) => (seed === undefined ? current : mutate(current, seed)), start);
    return { method: 'PUT', path: path + suffix, body };
  };
  return { kind, verb: 'update', path, tellsState: true, request };
}

function withVersion(body: JsonObject, version: string, earlier: JsonObject | undefined): JsonObject {
  const { resourceVersion, ...metadata } = isJsonObject(body['metadata']) ? body['metadata'] : {};
  if (version === 'none') return { ...body, metadata };
  const texts: Readonly<Record<string, Json | undefined>> = {
    same: resourceVersion,
    earlier: stringAt(earlier, ['metadata', 'resourceVersion']),
    other: 'x7',
  };
  return { ...body, metadata: { ...metadata, resourceVersion: texts[version] ?? '' } };
}

function mergePatch({ kind, chance, path }: Making): RandomStep {
  const patch = chance.pick<() => JsonObject>([
    () => ({ metadata: { labels: { l: String(chance.below(3)) } } }),
    () => ({ metadata: { annotations: { a: chance.pick(['b', null]) } } }),
    () => ({ metadata: { finalizers: chance.pick([null, ['example.com/hold'], ['example.com/other', 'example.com/hold']]) } }),
    () => partOf(maybeMutated(kind.body(chance), chance), chance),
    () => partOf(maybeMutated(kind.body(chance), chance), chance),
    () => ({}),
  ])();
  const request: ApiRequest = { method: 'PATCH', path: path + query(chance, WRITE_QUERY), contentType: MERGE_PATCH, body: patch };
  return { kind, verb: 'patch', path, tellsState: true, request: () => request };
}

/** One of the top-level fields. */
function partOf(body: JsonObject, chance: Chance): JsonObject {
  const fields = Object.keys(body).filter((field) => field !== 'apiVersion' && field !== 'kind');
  if (fields.length === 0) return {};
  const field = chance.pick(fields);
  return { [field]: body[field] ?? null };
}

function jsonPatch({ kind, chance, path }: Making): RandomStep {
  const field = chance.pick(Object.keys(kind.body(chance)).filter((name) => name !== 'apiVersion' && name !== 'kind'));
  const operations = chance.pick<readonly JsonObject[]>([
    [{ op: 'add', path: '/metadata/labels/added', value: 'x' }],
    [{ op: 'remove', path: '/metadata/labels/l' }],
    [{ op: 'replace', path: '/metadata/labels/l', value: chance.pick(['2', 7, null]) }],
    [
      { op: 'test', path: '/metadata/labels/l', value: '1' },
      { op: 'add', path: '/metadata/annotations', value: { a: 'b' } },
    ],
    [{ op: 'remove', path: `/${field}` }],
    [{ op: 'copy', from: '/metadata/labels', path: '/metadata/annotations' }],
    [],
  ]);
  const request: ApiRequest = { method: 'PATCH', path: path + query(chance, WRITE_QUERY), contentType: JSON_PATCH, body: operations };
  return { kind, verb: 'patch', path, tellsState: true, request: () => request };
}

function strategicPatch({ kind, chance, path }: Making): RandomStep {
  const patch = chance.pick<() => JsonObject>([
    () => ({ metadata: { labels: { l: String(chance.below(3)) } } }),
    () => ({ metadata: { annotations: { $patch: 'replace', a: 'b' } } }),
    () => partOf(maybeMutated(kind.body(chance), chance), chance),
    () => partOf(maybeMutated(kind.body(chance), chance), chance),
  ])();
  const request: ApiRequest = { method: 'PATCH', path: path + query(chance, WRITE_QUERY), contentType: STRATEGIC_PATCH, body: patch };
  return { kind, verb: 'strategic', path, tellsState: true, request: () => request };
}

/** By one of two managers, who take each other's fields now and then. */
function apply({ kind, chance, path, name }: Making): RandomStep {
  const wanted = maybeMutated({ ...kind.body(chance), metadata: { name, labels: { l: String(chance.below(3)) } } }, chance);
  const body = { apiVersion: kind.api.replace(/^\/apis?\//, ''), kind: kind.kind, ...wanted };
  const force = chance.happens(0.4) ? '&force=true' : '';
  const dry = chance.happens(0.06) ? '&dryRun=All' : '';
  const text = `?fieldManager=${chance.pick(['one', 'two'])}${force}${dry}`;
  const request: ApiRequest = { method: 'PATCH', path: path + text, contentType: APPLY_PATCH, body };
  return { kind, verb: 'apply', path, tellsState: true, request: () => request };
}

/** Through /status where the kind has one, else through /scale, else as any other update. */
function writeStatus(making: Making): RandomStep {
  const { kind, chance, path } = making;
  if (kind.status === undefined) return update(making);
  if (kind.scales === true && chance.happens(0.3)) return scale(making);
  const status = maybeMutated(kind.status(chance), chance);
  const whole = chance.happens(0.3);
  const request = (memory: Memory): ApiRequest => {
    const known = memory.latest(path);
    if (whole && known !== undefined) return { method: 'PUT', path: `${path}/status`, body: { ...known, status } };
    return { method: 'PATCH', path: `${path}/status`, contentType: MERGE_PATCH, body: { status } };
  };
  return { kind, verb: 'status', path, tellsState: true, request };
}

function scale({ kind, chance, path }: Making): RandomStep {
  const patch = maybeMutated({ spec: { replicas: chance.below(4) } }, chance);
  const request: ApiRequest = chance.happens(0.3)
    ? { path: `${path}/scale` }
    : { method: 'PATCH', path: `${path}/scale`, contentType: MERGE_PATCH, body: patch };
  return { kind, verb: 'scale', path, tellsState: false, request: () => request };
}

function remove({ kind, chance, path }: Making): RandomStep {
  const options = chance.pick<JsonObject | undefined>([
    undefined,
    undefined,
    { gracePeriodSeconds: chance.pick([0, 0, 5, -1]) },
    { propagationPolicy: chance.pick(['Background', 'Foreground', 'Orphan', 'Strange']) },
    { preconditions: { uid: 'x' } },
    { preconditions: { resourceVersion: '1' } },
  ]);
  const exact = chance.happens(0.2);
  const suffix = query(chance, [[0.06, 'dryRun=All']]);
  const request = (memory: Memory): ApiRequest => {
    const known = memory.latest(path);
    const preconditions = { uid: stringAt(known, ['metadata', 'uid']) ?? 'none' };
    const body = exact ? { ...options, preconditions } : options;
    return { method: 'DELETE', path: path + suffix, ...(body === undefined ? {} : { body }) };
  };
  return { kind, verb: 'delete', path, tellsState: true, request };
}

function removeAll({ kind, chance, collection, path }: Making): RandomStep {
  const selector = chance.pick(['l=1', 'l=2', 'l']);
  const filter = kind.namespaced ? selector : 'l=absent';
  const request: ApiRequest = { method: 'DELETE', path: `${collection}?labelSelector=${encodeURIComponent(filter)}` };
  return { kind, verb: 'deletecollection', path, tellsState: false, request: () => request };
}

/** What makes little sense. */
function odd({ kind, chance, collection, path }: Making): RandomStep {
  const request = chance.pick<ApiRequest>([
    { method: 'PUT', path: collection, body: {} },
    { method: 'POST', path, body: {} },
    { path: `${path}/unheard` },
    { path: `${path}/scale` },
    { path: `${collection}x` },
    { method: 'PATCH', path, contentType: 'application/xml', body: '<x/>' },
    { method: 'PATCH', path, contentType: MERGE_PATCH, body: '[' },
    { method: 'POST', path: collection, body: '{' },
    { method: 'POST', path: collection, body: [] },
    { path, headers: { Accept: 'image/png' } },
    { path: `${collection}?resourceVersionMatch=Exact` },
  ]);
  return { kind, verb: 'odd', path, tellsState: false, request: () => request };
}
