// What machines read: {root, state, cycles, changes, gaps, tree, summary} as docs/reference/output.schema.json describes it.

import type { Json, JsonObject, ObjectRef } from '@rectrace/kube';
import { formatApiVersion, formatInstant } from '@rectrace/kube';
import type { Change, Cycle, EventDetails, Gap, ObjectSummary, TerminalState, ToldTime, TreeNode } from '@rectrace/trace';
import { knownTime } from '@rectrace/trace';
import { causeText, requestText } from './cause-text.ts';
import { homeOf } from './object-name.ts';
import { terminalReason } from './terminal-text.ts';
import { flattenTree } from './tree-walk.ts';

export type TimelineOutput = {
  readonly root: ObjectRef;
  /** How the root stands at the end of what is told. */
  readonly state: { readonly standing: TerminalState; readonly gone: boolean };
  readonly cycles: readonly Cycle[];
  readonly changes: readonly Change[];
  readonly gaps: readonly Gap[];
  readonly tree?: TreeNode | undefined;
  readonly summary: readonly ObjectSummary[];
};

/** Levels that a tree is nested; what lies deeper is counted in `omitted`, since readers of JSON have stacks that end. */
const NESTED_LEVELS = 200;

/** The whole output of replay and timeline. */
export function timelineJson({ root, state, cycles, changes, gaps, tree, summary }: TimelineOutput): JsonObject {
  return {
    root: objectJson(root),
    state: stateJson(state, homeOf(root)),
    cycles: cycles.map(cycleJson),
    changes: changes.map(changeJson),
    gaps: gaps.map(gapJson),
    tree: tree === undefined ? null : treeJson(tree),
    summary: summary.map(summaryJson),
  };
}

/** terminal is null where it can not be told. A root that failed is at its end, too. */
function stateJson({ standing, gone }: TimelineOutput['state'], home: string): JsonObject {
  const { kind } = standing;
  return {
    terminal: kind === 'unknown' ? null : kind === 'terminal' || kind === 'failed',
    failed: kind === 'failed',
    gone,
    reason: terminalReason(standing, home),
  };
}

/** One entry of `changes`; watch writes it line by line with `kind` in front. */
export function changeJson(change: Change): JsonObject {
  const { id, type, time, noLater, noEarlier, ref, resourceVersion, writer, diff, noise, certainty, event } = change;
  return {
    id,
    type,
    time: formatInstant(time),
    ...(noLater === undefined ? {} : { noLater }),
    ...(noEarlier === undefined ? {} : { noEarlier }),
    object: objectJson(ref),
    resourceVersion,
    writer: writer === undefined ? null : { ...writer },
    diff: diff.map(({ path, before, after }) => ({ path, ...present('before', before), ...present('after', after) })),
    noise: noise ?? null,
    certainty,
    ...(event === undefined ? {} : { event: eventJson(event) }),
  };
}

/** One entry of `cycles`. Times are RFC 3339 in UTC; null where none is known. */
export function cycleJson(cycle: Cycle): JsonObject {
  const { number, start, end, state, cause, requests, omittedRequests, reconstructed } = cycle;
  return {
    number,
    start: instantJson(start),
    ...boundsJson('started', start),
    end: instantJson(end),
    ...boundsJson('ended', end),
    state,
    cause: {
      kind: cause.kind,
      text: causeText(cause),
      change: cause.change,
      object: objectJson(cause.ref),
      writer: cause.writer ?? null,
      initiators: cause.initiators.map(objectJson),
    },
    requests: requests.map((request) => ({
      kind: request.kind,
      time: instantJson(request),
      text: requestText(request, cycle),
      change: request.change,
      writer: request.writer ?? null,
    })),
    ...(omittedRequests === undefined ? {} : { omittedRequests }),
    reconstructed: reconstructed ?? false,
  };
}

function instantJson(instant: ToldTime | undefined): string | null {
  const time = knownTime(instant);
  return time === undefined ? null : formatInstant(time);
}

/** What is known of an instant that nobody saw. */
function boundsJson(turn: 'started' | 'ended', instant: ToldTime | undefined): JsonObject {
  return {
    ...(instant?.noLater === true ? { [`${turn}By`]: formatInstant(instant.time) } : {}),
    ...(instant?.noEarlier === true ? { [`${turn}After`]: formatInstant(instant.time) } : {}),
  };
}

/** One entry of `gaps`. object is null where a whole collection is concerned. */
export function gapJson({ id, scope, from, to, reason, ref, receivedAt }: Gap): JsonObject {
  return { id, scope, from, to, reason, object: ref === undefined ? null : objectJson(ref), time: formatInstant(receivedAt) };
}

/** An object as every output names it. */
export function objectJson(
  ref: Pick<ObjectRef, 'group' | 'version' | 'kind' | 'namespace' | 'name'> & { readonly uid: string },
): JsonObject {
  return { apiVersion: formatApiVersion(ref.group, ref.version), kind: ref.kind, namespace: ref.namespace, name: ref.name, uid: ref.uid };
}

/** The tree, children nested. */
export function treeJson(root: TreeNode): JsonObject {
  const flat = flattenTree(root, { maxDepth: NESTED_LEVELS });
  const children: JsonObject[][] = flat.map(() => []);
  let top: JsonObject = {};
  for (let index = flat.length - 1; index >= 0; index--) {
    const at = flat[index];
    if (at === undefined) continue;
    const json = nodeJson(at.node, { children: (children[index] ?? []).reverse(), deepest: at.depth === NESTED_LEVELS });
    if (at.parent < 0) top = json;
    else children[at.parent]?.push(json);
  }
  return top;
}

/** One entry of `summary`. */
export function summaryJson({ apiVersion, kind, total, added, updated, deleted }: ObjectSummary): JsonObject {
  return { apiVersion, kind, total, added, updated, deleted };
}

function nodeJson(
  node: TreeNode,
  { children, deepest }: { readonly children: readonly JsonObject[]; readonly deepest: boolean },
): JsonObject {
  const omitted = deepest ? flattenTree(node).length - 1 : 0;
  return {
    object: objectJson(node.ref),
    resourceVersion: node.resourceVersion,
    reason: node.reason === undefined ? null : { kind: node.reason.kind, rule: node.reason.rule },
    gone: node.gone,
    cyclic: node.cyclic,
    children,
    links: node.links.map(({ ref, reason }) => ({ object: objectJson(ref), reason })),
    ...(omitted > 0 ? { omitted } : {}),
  };
}

function eventJson({ uid, name, namespace, type, reason, message, count, reporter }: EventDetails): JsonObject {
  return { uid, name, namespace, type, reason, message, count, reporter };
}

function present(key: 'before' | 'after', value: Json | undefined): { readonly [key: string]: Json } {
  return value === undefined ? {} : { [key]: value };
}
