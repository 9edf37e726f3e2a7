// The scenario language of the cases: objects, steps of watch messages, and what the recorder must make of them. README.md explains it.

import type { Json, JsonObject, KubeObject, ResourceScope } from '@rectrace/kube';
import { isJsonObject, parseApiVersion, parseObject } from '@rectrace/kube';
import type { RecorderMessage } from '@rectrace/trace';
import { parse } from 'yaml';

export type Expectation = {
  readonly changes?: readonly string[];
  readonly counts?: { readonly [type: string]: number };
  readonly cycles?: readonly string[];
  readonly tree?: string;
  readonly gaps?: readonly string[];
  readonly summary?: readonly string[];
  readonly diffs?: readonly string[];
  readonly signals?: readonly string[];
  readonly verdict?: string;
  readonly counters?: { readonly [name: string]: number };
};

export type Scenario = {
  readonly id: string;
  readonly title: string;
  readonly source: string;
  readonly root: string;
  readonly rules: string | undefined;
  readonly expression: string | undefined;
  readonly messages: readonly RecorderMessage[];
  readonly expect: Expectation;
};

type State = { clock: number; version: bigint; readonly objects: Map<string, JsonObject>; readonly messages: RecorderMessage[] };

/** How far the clock moves after a revision, unless the next step says at. */
const STEP_MS = 100;
const VERBS = [
  ['added', 'Added'],
  ['modified', 'Modified'],
  ['deleted', 'Deleted'],
] as const;

/** @throws Error naming the case and the step that cannot be read. */
export function parseScenario(text: string, file: string): Scenario {
  const document: unknown = parse(text, { merge: true, maxAliasCount: 1000, intAsBigInt: false });
  if (!isJsonObject(document)) throw new Error(`${file}: not a map`);
  const { id, title, source, root, rules, expression, expect, steps, objects } = document;
  if (typeof id !== 'string' || typeof root !== 'string' || !Array.isArray(steps)) throw new Error(`${file}: needs id, root and steps`);
  const known = isJsonObject(objects) ? Object.entries(objects) : [];
  const state: State = { clock: 0, version: 1n, objects: new Map(known.map(([name, body]) => [name, body as JsonObject])), messages: [] };
  for (const [index, step] of (steps as readonly Json[]).entries()) takeStep(step, { state, where: `${file}: step ${index + 1}` });
  return {
    id,
    title: String(title ?? ''),
    source: String(source ?? ''),
    root,
    rules: typeof rules === 'string' ? rules : undefined,
    expression: typeof expression === 'string' ? expression : undefined,
    messages: state.messages,
    expect: (expect ?? {}) as Expectation,
  };
}

type Context = { readonly state: State; readonly where: string };

function takeStep(step: Json, context: Context): void {
  if (!isJsonObject(step)) throw new Error(`${context.where}: not a map`);
  const { state } = context;
  if (typeof step.at === 'number') state.clock = Math.round(step.at * 1000);
  if (typeof step.repeat === 'number') repeatSteps(step, step.repeat, context);
  else state.messages.push(...messagesOf(step, context));
}

function repeatSteps(step: JsonObject, rounds: number, context: Context): void {
  const steps = (step.steps ?? []) as readonly Json[];
  for (let round = 0; round < rounds; round += 1) for (const inner of steps) takeStep(inner, context);
}

function messagesOf(step: JsonObject, context: Context): readonly RecorderMessage[] {
  const verb = VERBS.find(([name]) => typeof step[name] === 'string');
  if (verb !== undefined) {
    const message = observed(step, { ...context, name: String(step[verb[0]]), type: verb[1] });
    context.state.clock += STEP_MS;
    return [message];
  }
  const messages = otherStep(step, context);
  if (messages === undefined)
    throw new Error(`${context.where}: none of list, added, modified, deleted, vanished, gap, bookmark, epoch, tick`);
  return messages;
}

function observed(
  step: JsonObject,
  { state, where, name, type }: Context & { readonly name: string; readonly type: 'Added' | 'Modified' | 'Deleted' },
): RecorderMessage {
  const object = revise(step, { state, where, name });
  return {
    kind: 'Observed',
    type,
    scope: scopeOf(object),
    object,
    by: step.by === 'walkBack' ? 'walkBack' : 'watch',
    receivedAt: state.clock,
  };
}

/** The named object with `set` merged in and the next version; the result is what the name means from here on. */
function revise(step: JsonObject, { state, where, name }: Context & { readonly name: string }): KubeObject {
  const body = state.objects.get(name);
  if (body === undefined) throw new Error(`${where}: no object called ${name}`);
  const merged = isJsonObject(step.set) ? mergePatch(body, step.set) : body;
  const version = versionOf(step, state);
  const next = mergePatch(merged as JsonObject, { metadata: { resourceVersion: version } });
  state.objects.set(name, next as JsonObject);
  const parsed = parseObject(next);
  if (parsed.kind === 'invalid') throw new Error(`${where}: ${name}: ${parsed.reason}`);
  return parsed.object;
}

function versionOf(step: JsonObject, state: State): string {
  if (step.rv === undefined) {
    state.version += 1n;
    return state.version.toString();
  }
  const text = String(step.rv);
  if (/^[0-9]+$/.test(text)) state.version = BigInt(text);
  return text;
}

function otherStep(step: JsonObject, { state, where }: Context): readonly RecorderMessage[] | undefined {
  const receivedAt = state.clock;
  if (typeof step.list === 'string') return listed(step, { state, where });
  if (step.tick !== undefined) return [{ kind: 'Tick', receivedAt }];
  if (typeof step.bookmark === 'string')
    return [{ kind: 'Bookmark', scope: scopeFor(step.bookmark), resourceVersion: versionOf(step, state), receivedAt }];
  if (typeof step.epoch === 'string')
    return [{ kind: 'EpochBegin', scope: scopeFor(step.epoch), reason: String(step.reason ?? ''), receivedAt }];
  if (typeof step.gap === 'string') {
    return [
      {
        kind: 'Gap',
        scope: scopeFor(step.gap),
        from: String(step.from),
        to: String(step.to),
        reason: String(step.reason ?? ''),
        receivedAt,
      },
    ];
  }
  if (typeof step.vanished === 'string') return [vanished(step, { state, where, name: step.vanished })];
  return undefined;
}

function listed(step: JsonObject, { state, where }: Context): readonly RecorderMessage[] {
  const scope = scopeFor(String(step.list));
  const receivedAt = state.clock;
  const names = (step.items ?? []) as readonly (string | JsonObject)[];
  const items = names.map((item) =>
    typeof item === 'string'
      ? revise({ rv: current(item, state) }, { state, where, name: item })
      : revise(item, { state, where, name: String(item.item) }),
  );
  const resourceVersion = versionOf(step, state);
  return [
    { kind: 'ListBegin', scope, objectKind: kindOfScope(String(step.list)), resourceVersion, requestedAt: receivedAt, receivedAt },
    ...items.map((object): RecorderMessage => ({ kind: 'Listed', scope, object, receivedAt })),
    { kind: 'ListEnd', scope, resourceVersion, receivedAt },
  ];
}

/** An item listed by name alone stands as it was last told; one never told gets the next version. */
function current(name: string, state: State): string {
  const metadata = state.objects.get(name)?.metadata;
  const version = isJsonObject(metadata) ? metadata.resourceVersion : undefined;
  state.version += version === undefined ? 1n : 0n;
  return typeof version === 'string' ? version : state.version.toString();
}

function vanished(step: JsonObject, { state, where, name }: Context & { readonly name: string }): RecorderMessage {
  const body = state.objects.get(name);
  const parsed = parseObject(body);
  if (parsed.kind === 'invalid') throw new Error(`${where}: ${name}: ${parsed.reason}`);
  const { apiVersion, kind, metadata } = parsed.object;
  const ref = {
    ...parseApiVersion(apiVersion),
    kind,
    namespace: metadata.namespace ?? '',
    name: metadata.name,
    uid: (metadata.uid ?? '') as never,
  };
  const before = versionOf({ rv: step.before ?? null }, state);
  return {
    kind: 'Vanished',
    scope: scopeOf(parsed.object),
    ref,
    after: String(step.after ?? metadata.resourceVersion ?? ''),
    before,
    receivedAt: state.clock,
  };
}

/** 'Pod' or 'Deployment.apps': cases name collections by kind. */
function scopeFor(kind: string): ResourceScope {
  const dot = kind.indexOf('.');
  return dot < 0
    ? { group: '', resource: kind.toLowerCase(), namespace: '' }
    : { group: kind.slice(dot + 1), resource: kind.slice(0, dot).toLowerCase(), namespace: '' };
}

function kindOfScope(kind: string): string {
  return kind.split('.')[0] ?? kind;
}

function scopeOf({ apiVersion, kind }: KubeObject): ResourceScope {
  return { group: parseApiVersion(apiVersion).group, resource: kind.toLowerCase(), namespace: '' };
}

/** JSON merge patch (RFC 7386), own keys only, so that `__proto__` is a key like any other. */
function mergePatch(target: JsonObject, patch: JsonObject): JsonObject {
  const result = new Map(Object.entries(target));
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) result.delete(key);
    else result.set(key, mergeValue(result.get(key), value));
  }
  return Object.fromEntries(result);
}

function mergeValue(before: Json | undefined, value: Json): Json {
  if (!isJsonObject(value)) return value;
  return mergePatch(isJsonObject(before) ? before : {}, value);
}
