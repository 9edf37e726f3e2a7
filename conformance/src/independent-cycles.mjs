// Cuts a recording into cycles without the recorder: the rules of cycles told again, the plain way. All messages are sorted by version first, and
// after each one the whole tree is walked anew. Shares no code with packages/: it is the second opinion.
// Usage: node independent-cycles.mjs FILE Kind[.group]/namespace/name

import { readFileSync } from 'node:fs';
import { hangsOnByRule } from './independent-count.mjs';

const HOLD_MS = 5_000;
const INERT = ['Event', 'Lease', 'Endpoints', 'EndpointSlice', 'OpsRequest'];
const COUNTERS = ['replicas', 'readyReplicas', 'availableReplicas'];

/** messages: { type: 'ADDED' | 'MODIFIED' | 'DELETED', initial, object, time }. Returns { kind, start, end, requests }, times in milliseconds. */
export function cutIntoCycles(messages, root) {
  const [kindAndGroup, ...rest] = root.split('/');
  const named = { kind: kindAndGroup.split('.')[0], name: rest.at(-1), namespace: rest.length > 1 ? rest[0] : undefined };
  const state = { named, objects: new Map(), departed: new Map(), root: undefined, open: undefined, pending: new Set(), cycles: [] };
  const seen = new Set();
  const first = firstSights(messages);
  const watched = messages.filter(({ initial }) => !initial).sort((left, right) => compare(left.object, right.object));
  const passed = timesThatPassedForSure(watched);
  for (const message of first) once(message, { state, seen });
  for (const [index, message] of watched.entries()) {
    closeHeld(state, passed[index]);
    once(message, { state, seen });
  }
  if (state.open?.reached !== undefined) close(state, state.open.reached);
  return state.open === undefined ? state.cycles : [...state.cycles, toCycle(state.open, undefined)];
}

/** Later lists repeat what is known. */
function firstSights(messages) {
  const known = new Set();
  return messages.filter(({ initial, object }) => {
    const isFirst = !known.has(object.metadata.uid);
    known.add(object.metadata.uid);
    return initial && isFirst;
  });
}

/** The next message was received later than this one happened. */
function timesThatPassedForSure(messages) {
  const times = messages.map(({ time }) => time);
  for (let index = times.length - 2; index >= 0; index -= 1) times[index] = Math.min(times[index], times[index + 1]);
  return times;
}

function compare(left, right) {
  const [a, b] = [left, right].map(({ metadata }) => BigInt(metadata.resourceVersion));
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

function once(message, { state, seen }) {
  const { object, type } = message;
  const key = type === 'DELETED' ? `${object.metadata.uid} gone` : `${object.metadata.uid} ${object.metadata.resourceVersion}`;
  if (object.kind === 'Event' || seen.has(key)) return;
  seen.add(key);
  step(message, state);
}

function step(message, state) {
  const { uid } = message.object.metadata;
  recall(message.object, state);
  const before = state.objects.get(uid);
  const membersBefore = treeOf(state);
  if (message.type === 'DELETED') state.objects.set(uid, { ...before, gone: true });
  else state.objects.set(uid, { body: message.object, gone: false, madeAt: madeAt(message, before) });
  crown(message.object, state);
  const after = state.objects.get(uid);
  const members = treeOf(state);
  if (membersBefore.has(uid) || members.has(uid) || members.size !== membersBefore.size)
    fold({ message, before, after, membersBefore, members }, state);
  sweep(state);
}

/** Owners that are gone connect again whoever names them. */
function recall(object, state) {
  for (const owner of ownersOf(object)) {
    const departed = state.departed.get(owner);
    if (departed === undefined || owner === object.metadata.uid) continue;
    state.departed.delete(owner);
    state.objects.set(owner, departed);
    recall(departed.body, state);
  }
}

function madeAt(message, before) {
  return message.type === 'ADDED' && !message.initial ? message.object : before?.madeAt;
}

/** Whoever has the root's name becomes the root, unless another one of that name still lives. */
function crown(object, state) {
  const { kind, name, namespace } = state.named;
  const { metadata } = object;
  if (object.kind !== kind || metadata.name !== name || metadata.namespace !== namespace) return;
  const current = state.root === undefined ? undefined : state.objects.get(state.root);
  if (current === undefined || current.gone) state.root = metadata.uid;
}

/** Everything reached from the root, through what is gone too: uid -> whether owners alone lead there. */
function treeOf({ objects, root }) {
  const members = new Map(objects.has(root) ? [[root, true]] : []);
  const joins = ([uid, { body }]) => {
    const owned = ownersOf(body).some((owner) => members.get(owner) === true);
    const hangs = owned || [...members.keys()].some((parent) => parent !== uid && hangsOn(objects.get(parent).body, body));
    return hangs && (members.get(uid) === undefined || (owned && !members.get(uid))) ? [[uid, owned]] : [];
  };
  for (let joined = [...objects].flatMap(joins); joined.length > 0; joined = [...objects].flatMap(joins))
    for (const [uid, owned] of joined) members.set(uid, owned);
  return members;
}

function ownersOf({ metadata }) {
  return (metadata.ownerReferences ?? []).map(({ uid }) => uid);
}

function hangsOn(parent, child) {
  return ownersOf(child).includes(parent.metadata.uid) || hangsOnByRule(parent, child);
}

/** What is gone and has nothing hanging on it any more connects nobody, unless it is named as an owner again. */
function sweep(state) {
  for (let swept = true; swept; ) {
    swept = false;
    for (const [uid, { body, gone }] of state.objects) {
      const needed = !gone || uid === state.root;
      if (needed || [...state.objects.values()].some((other) => other.body !== body && hangsOn(body, other.body))) continue;
      state.departed.set(uid, state.objects.get(uid));
      state.objects.delete(uid);
      swept = true;
    }
  }
}

function fold(change, state) {
  notePendingOfJoined(change, state);
  const trigger = change.message.object.metadata.uid === state.root ? rootTrigger(change) : memberTrigger(change, state);
  if (trigger !== undefined) pull(trigger, change, state);
  notePending(change, state);
  settle(change, state);
}

function rootTrigger({ message, before, after }) {
  if (message.type === 'DELETED') return isDeleting(before?.body ?? message.object) ? undefined : 'deletion';
  if (message.type === 'ADDED' && !message.initial) return 'created';
  return before === undefined || before.gone ? firstSight(after.body) : rootMove(before.body, after.body);
}

function rootMove(before, after) {
  if (isDeleting(after) && !isDeleting(before)) return 'deletion';
  if (generationOf(after) > generationOf(before)) return 'generation';
  return isDone(before) && !isDone(after) ? 'expression' : undefined;
}

function firstSight(body) {
  if (isDeleting(body)) return 'deletion';
  return isDone(body) ? undefined : 'inProgress';
}

function memberTrigger({ message, before, after, membersBefore, members }, state) {
  const { uid } = message.object.metadata;
  const root = state.objects.get(state.root);
  if (root === undefined || root.gone || INERT.includes(message.object.kind) || message.initial) return undefined;
  const stood = membersBefore.has(uid) && before !== undefined && !before.gone;
  if (message.type === 'DELETED') return stood ? 'unprompted' : undefined;
  if (!members.has(uid)) return undefined;
  if (message.type === 'ADDED') return 'unprompted';
  return stood && moves(before.body, after.body) ? 'unprompted' : undefined;
}

function moves(before, after) {
  const starts = isDeleting(after) && !isDeleting(before);
  return starts || generationOf(after) > generationOf(before) || (isComplete(before) && !isComplete(after));
}

function pull(kind, { message }, state) {
  const { open } = state;
  const now = { time: message.time, object: message.object };
  if (open === undefined) begin(kind, { now, state });
  else if (kind === 'unprompted' || kind === 'expression' || kind === 'inProgress') open.reached = undefined;
  else if (open.reached !== undefined || kind === 'created') {
    close(state, open.reached ?? now);
    begin(kind, { now, state });
  } else open.requests += 1;
}

function begin(kind, { now, state }) {
  state.open = { kind, start: now, requests: 0, reached: undefined };
  state.pending.clear();
}

function close(state, end) {
  state.cycles.push(toCycle(state.open, end));
  state.open = undefined;
}

function toCycle({ kind, start, requests }, end) {
  return { kind, start: start.time, end: end?.time, requests };
}

function closeHeld(state, time) {
  const reached = state.open?.reached;
  if (reached !== undefined && time - reached.time >= HOLD_MS) close(state, reached);
}

/** Who entered the tree and was made since the cycle opened is waited for, who left it is not. */
function notePendingOfJoined({ membersBefore, members }, { open, pending, objects }) {
  for (const uid of membersBefore.keys()) if (!members.has(uid)) pending.delete(uid);
  for (const uid of members.keys()) {
    const { body, gone, madeAt: made } = objects.get(uid);
    if (open === undefined || membersBefore.has(uid) || gone || isComplete(body) || made === undefined) continue;
    if (compare(made, open.start.object) > 0) pending.add(uid);
  }
}

function notePending({ message, before, after, members }, { open, pending }) {
  const { uid } = message.object.metadata;
  if (open === undefined) return;
  if (!members.has(uid) || after.gone || isComplete(after.body)) pending.delete(uid);
  else if (!message.initial && (message.type === 'ADDED' || (before !== undefined && isComplete(before.body)))) pending.add(uid);
}

function settle({ message, members }, state) {
  const { open, objects, pending } = state;
  if (open === undefined) return;
  const now = { time: message.time, object: message.object };
  const root = objects.get(state.root);
  if (root.gone) {
    const left = [...members].some(([uid, owned]) => owned && uid !== state.root && !objects.get(uid).gone);
    if (!left) close(state, now);
    return;
  }
  const alive = [...members.keys()].map((uid) => objects.get(uid)).filter(({ gone, body }) => !gone && !INERT.includes(body.kind));
  const calm = alive.every(({ body }) => !isBehind(body) && !isDeleting(body));
  const reached = isDone(root.body) && calm && pending.size === 0;
  open.reached = reached ? (open.reached ?? now) : undefined;
}

function generationOf({ metadata }) {
  return metadata.generation ?? 0;
}

function isDeleting({ metadata }) {
  return metadata.deletionTimestamp !== undefined;
}

function isBehind({ metadata, status }) {
  return status?.observedGeneration !== undefined && metadata.generation !== undefined && status.observedGeneration < metadata.generation;
}

function hasCondition({ status }, type) {
  return (status?.conditions ?? []).some((condition) => condition.type === type && condition.status === 'True');
}

function observes({ metadata, status }) {
  return (status?.observedGeneration ?? 0) >= (metadata.generation ?? 0);
}

function counts({ status }, names, wanted) {
  return names.every((name) => (status?.[name] ?? 0) === wanted);
}

const WORKLOADS = {
  Deployment: (body, wanted) => body.spec?.paused === true || counts(body, ['updatedReplicas'], wanted),
  ReplicaSet: () => true,
  StatefulSet: (body, wanted) =>
    body.spec?.updateStrategy?.type === 'OnDelete' || counts(body, ['updatedReplicas'], updatedWanted(body, wanted)),
  InstanceSet: (body, wanted) => body.spec?.paused === true || counts(body, ['updatedReplicas'], wanted),
};

function updatedWanted({ spec, status }, wanted) {
  const partition = spec?.updateStrategy?.rollingUpdate?.partition ?? 0;
  return status?.currentRevision === status?.updateRevision ? wanted : Math.max(0, wanted - partition);
}

/** True for what nobody waits for. */
function isComplete(body) {
  if (body.kind === 'Pod') return ['Succeeded', 'Failed'].includes(body.status?.phase) || hasCondition(body, 'Ready');
  if (body.kind === 'Job')
    return (
      hasCondition(body, 'Complete') || hasCondition(body, 'Failed') || (body.spec?.suspend === true && hasCondition(body, 'Suspended'))
    );
  const isUpdated = WORKLOADS[body.kind];
  if (isUpdated === undefined) return true;
  const wanted = body.spec?.stop === true ? 0 : (body.spec?.replicas ?? 1);
  return observes(body) && counts(body, COUNTERS, wanted) && isUpdated(body, wanted);
}

/** Whether a root is in its terminal state, by the default expression of its kind. */
function isDone(body) {
  if (body.kind === 'Cluster') return body.status?.phase === 'Running';
  if (['Pod', 'Job'].includes(body.kind) || WORKLOADS[body.kind] !== undefined) return isComplete(body);
  const stated = ['Ready', 'Available'].find(
    (type) => Array.isArray(body.status?.conditions) && body.status.conditions.some((condition) => condition.type === type),
  );
  if (stated !== undefined) return hasCondition(body, stated) && !isBehind(body);
  return !isBehind(body);
}

/** Messages of a recording file. */
function readMessages(file) {
  const lines = readFileSync(file, 'utf8').split('\n');
  const parsed = lines.filter((line) => line.trim() !== '').map((line) => JSON.parse(line));
  const told = parsed.filter(({ type }) => ['ADDED', 'MODIFIED', 'DELETED'].includes(type));
  return told.map(({ type, initial, object, receivedAt }) => ({ type, initial: initial === true, object, time: Date.parse(receivedAt) }));
}

/** The cycles of a root in a recording file. */
export function cyclesOfFile(file, root) {
  return cutIntoCycles(readMessages(file), root);
}

if (import.meta.main) {
  const [file, root] = process.argv.slice(2);
  if (file === undefined || root === undefined) {
    process.stderr.write('usage: node independent-cycles.mjs FILE Kind[.group]/namespace/name\n');
    process.exitCode = 2;
  } else {
    for (const cycle of cyclesOfFile(file, root)) process.stdout.write(`${JSON.stringify(cycle)}\n`);
  }
}
