// Steps of a case, told as the messages that a reflector would send.

import type { Json, JsonObject, KubeObject, ResourceScope } from '@rectrace/kube';
import { formatJson, isJsonObject, parseApiVersion, parseGroupKind, parseJson, parseObject, refOf } from '@rectrace/kube';
import type { RecorderMessage } from '@rectrace/trace';
import { CASE_START, type CaseMessage } from './case-message.ts';
import { mergePatch } from './merge-patch.ts';
import type { Stock } from './stock.ts';
import { patchesOf } from './stock.ts';

/**
 * clock: milliseconds since the epoch. version: of the newest message, where it is a number. old: versions given to what
 * was there before the case began.
 */
type State = { clock: number; version: bigint; old: number; readonly objects: Map<string, JsonObject>; readonly messages: CaseMessage[] };
type Context = { readonly state: State; readonly stock: Stock; readonly where: string };

/** How far the clock moves after a revision, unless the next step says at. */
const STEP_MS = 100;

/** @throws Error naming the step that cannot be read */
export function tellSteps(
  steps: readonly Json[],
  { objects, stock, where }: { readonly objects: ReadonlyMap<string, JsonObject>; readonly stock: Stock; readonly where: string },
): readonly CaseMessage[] {
  const state: State = { clock: CASE_START, version: 1n, old: 0, objects: new Map(objects), messages: [] };
  for (const [index, step] of steps.entries()) takeStep(step, { state, stock, where: `${where}: step ${index + 1}` });
  return state.messages;
}

function takeStep(step: Json, context: Context): void {
  if (!isJsonObject(step)) throw new Error(`${context.where}: not a map`);
  const { state } = context;
  if (typeof step.at === 'number') state.clock = CASE_START + Math.round(step.at * 1000);
  if (typeof step.repeat === 'number') repeatSteps(step, step.repeat, context);
  else if (typeof step.generate === 'number') takeStep(generated(step, step.generate, context), context);
  else state.messages.push(...messagesOf(step, context));
}

function repeatSteps(step: JsonObject, rounds: number, context: Context): void {
  const steps = (step.steps ?? []) as readonly Json[];
  for (let round = 0; round < rounds; round += 1) for (const inner of steps) takeStep(inner, context);
}

/** The step with each of its objects multiplied: {i} in it counts from 1, {i-1} is one less. */
function generated(step: JsonObject, count: number, { state, where }: Context): JsonObject {
  const multiply = (name: Json): readonly string[] => {
    const body = state.objects.get(String(name));
    if (body === undefined) throw new Error(`${where}: no object called ${String(name)}`);
    const text = formatJson(body);
    return Array.from({ length: count }, (_, index) => {
      const made = `${String(name)}${index + 1}`;
      const numbered = text.replaceAll('{i}', String(index + 1)).replaceAll('{i-1}', String(index));
      state.objects.set(made, parseJson(numbered) as JsonObject);
      return made;
    });
  };
  const { generate: _generate, at: _at, ...rest } = step;
  const multiplied = ['added', 'modified', 'deleted', 'items'].filter((key) => rest[key] !== undefined);
  return { ...rest, ...Object.fromEntries(multiplied.map((key) => [key, listOf(rest[key]).flatMap(multiply)])) };
}

type Verb = (step: JsonObject, context: Context) => readonly CaseMessage[];

const VERBS: readonly (readonly [string, Verb])[] = [
  ['added', (step, context) => observed(step, { ...context, names: step.added, type: 'Added' })],
  ['modified', (step, context) => observed(step, { ...context, names: step.modified, type: 'Modified' })],
  ['deleted', (step, context) => observed(step, { ...context, names: step.deleted, type: 'Deleted' })],
  ['list', (step, context) => listed(step, { ...context, kind: String(step.list), items: listOf(step.items) })],
  ['listAll', listedAll],
  ['vanished', vanished],
  ['gap', gap],
  ['bookmark', bookmark],
  ['epoch', epoch],
  ['watched', (step, context) => availability(step, { ...context, access: 'watched' })],
  ['forbidden', (step, context) => availability(step, { ...context, access: 'forbidden' })],
  ['absent', (step, context) => availability(step, { ...context, access: 'absent' })],
  ['tick', (_step, { state }) => [{ kind: 'Tick', receivedAt: state.clock }]],
  ['trace', (_step, { state }) => [{ kind: 'Trace', receivedAt: state.clock }]],
  ['restart', (_step, { state }) => [{ kind: 'Restart', receivedAt: state.clock }]],
];

function messagesOf(step: JsonObject, context: Context): readonly CaseMessage[] {
  const verb = VERBS.find(([name]) => Object.hasOwn(step, name));
  if (verb === undefined) throw new Error(`${context.where}: none of ${VERBS.map(([name]) => name).join(', ')}`);
  return verb[1](step, context);
}

function listOf(value: Json | undefined): readonly Json[] {
  if (value === undefined) return [];
  return Array.isArray(value) ? (value as readonly Json[]) : [value];
}

function observed(
  step: JsonObject,
  { names, type, ...context }: Context & { readonly names: Json | undefined; readonly type: 'Added' | 'Modified' | 'Deleted' },
): readonly CaseMessage[] {
  const by = step.by === 'walkBack' ? 'walkBack' : 'watch';
  return listOf(names).map((name) => {
    const object = revise(step, { ...context, name: String(name) });
    const receivedAt = context.state.clock;
    context.state.clock += STEP_MS;
    return { kind: 'Observed', type, scope: { ...scopeOfObject(object), namespace: namespaceOf(step) }, object, by, receivedAt };
  });
}

/** The named object with `set` merged in and the next version; the result is what the name means from here on. */
function revise(step: JsonObject, { state, stock, where, name }: Context & { readonly name: string }): KubeObject {
  const body = state.objects.get(name);
  if (body === undefined) throw new Error(`${where}: no object called ${name}`);
  const version: JsonObject = { metadata: { resourceVersion: versionOf(step.rv, state) } };
  const next = [...patchesOf(step.set, { stock, where }), version].reduce(mergePatch, body);
  state.objects.set(name, next);
  const parsed = parseObject(next);
  if (parsed.kind === 'invalid') throw new Error(`${where}: ${name}: ${parsed.reason}`);
  return parsed.object;
}

function versionOf(version: Json | undefined, state: State): string {
  if (version === undefined) {
    state.version += 1n;
    return state.version.toString();
  }
  const text = String(version);
  if (/^[0-9]+$/.test(text)) state.version = BigInt(text);
  return text;
}

function listed(
  step: JsonObject,
  { kind, items, ...context }: Context & { readonly kind: string; readonly items: readonly Json[] },
): readonly CaseMessage[] {
  const { state } = context;
  const scope = { ...scopeFor(kind), namespace: namespaceOf(step) };
  const receivedAt = state.clock;
  const objects = items.map((item) =>
    isJsonObject(item)
      ? revise({ rv: standing(String(item.item), state), ...item }, { ...context, name: String(item.item) })
      : revise({ rv: standing(String(item), state) }, { ...context, name: String(item) }),
  );
  const resourceVersion = versionOf(step.rv, state);
  const requestedAt = step.again === true ? 0 : receivedAt;
  return [
    { kind: 'ListBegin', scope, objectKind: parseGroupKind(kind).kind, resourceVersion, requestedAt, receivedAt },
    ...objects.map((object): RecorderMessage => ({ kind: 'Listed', scope, object, receivedAt })),
    { kind: 'ListEnd', scope, resourceVersion, receivedAt },
  ];
}

/** An item listed by name alone stands as it was last told; one never told is older than anything that happens in the case. */
function standing(name: string, state: State): string {
  const metadata = state.objects.get(name)?.metadata;
  const version = isJsonObject(metadata) ? metadata.resourceVersion : undefined;
  if (typeof version === 'string') return version;
  state.old += 1;
  return String(state.old);
}

/** One list for each kind among the known objects whose names begin with the given text. */
function listedAll(step: JsonObject, context: Context): readonly CaseMessage[] {
  const names = [...context.state.objects.keys()].filter((name) => name.startsWith(String(step.listAll)));
  const byKind = Map.groupBy(names, (name) => kindOf(context.state.objects.get(name) ?? {}));
  return [...byKind].flatMap(([kind, items]) => listed(step, { ...context, kind, items }));
}

function kindOf({ apiVersion, kind }: JsonObject): string {
  const { group } = parseApiVersion(String(apiVersion));
  return group === '' ? String(kind) : `${String(kind)}.${group}`;
}

function vanished(step: JsonObject, context: Context): readonly CaseMessage[] {
  const { state } = context;
  const object = called(step.vanished, context);
  return [
    {
      kind: 'Vanished',
      scope: scopeOfObject(object),
      ref: refOf(object),
      after: String(step.after ?? object.metadata.resourceVersion ?? ''),
      before: versionOf(step.before, state),
      receivedAt: state.clock,
    },
  ];
}

function called(name: Json | undefined, { state, where }: Context): KubeObject {
  const parsed = parseObject(state.objects.get(String(name)));
  if (parsed.kind === 'invalid') throw new Error(`${where}: ${String(name)}: ${parsed.reason}`);
  return parsed.object;
}

function gap(step: JsonObject, context: Context): readonly CaseMessage[] {
  const { from, to, reason, of } = step;
  const scope = scopeFor(String(step.gap));
  const ref = of === undefined ? {} : { ref: refOf(called(of, context)) };
  const receivedAt = context.state.clock;
  return [{ kind: 'Gap', scope, from: String(from), to: String(to), reason: String(reason ?? ''), ...ref, receivedAt }];
}

function bookmark(step: JsonObject, { state }: Context): readonly CaseMessage[] {
  const scope = scopeFor(String(step.bookmark));
  return [{ kind: 'Bookmark', scope, resourceVersion: versionOf(step.rv, state), receivedAt: state.clock }];
}

function epoch(step: JsonObject, { state }: Context): readonly CaseMessage[] {
  return [{ kind: 'EpochBegin', scope: scopeFor(String(step.epoch)), reason: String(step.reason ?? ''), receivedAt: state.clock }];
}

function availability(
  step: JsonObject,
  { state, access }: Context & { readonly access: 'watched' | 'forbidden' | 'absent' },
): readonly CaseMessage[] {
  const scope = scopeFor(String(step[access]));
  return [{ kind: 'Availability', scope, state: access, message: String(step.message ?? access), receivedAt: state.clock }];
}

/** in: the namespace of the collection; absent = all of them. */
function namespaceOf(step: JsonObject): string {
  return typeof step.in === 'string' ? step.in : '';
}

/** 'Pod' or 'Deployment.apps': cases name collections by kind. */
function scopeFor(kind: string): ResourceScope {
  const { group, kind: plain } = parseGroupKind(kind);
  return { group, resource: plain.toLowerCase(), namespace: '' };
}

function scopeOfObject({ apiVersion, kind }: KubeObject): ResourceScope {
  return { group: parseApiVersion(apiVersion).group, resource: kind.toLowerCase(), namespace: '' };
}
