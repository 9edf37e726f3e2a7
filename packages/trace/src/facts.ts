// What the fold needs of one revision: keys that join it to others, and the few values that cycles turn on. Bodies stay outside.

import type { Json, KubeObject, ObjectRef } from '@rectrace/kube';
import { asJson, asUid, formatGroupKind, formatJson, integerAt, refOf } from '@rectrace/kube';
import type { LinkFacts, NamedLink } from './membership/link-facts.ts';
import { readLinkFacts } from './membership/link-facts.ts';
import type { EdgeReason } from './membership/object-tree.ts';
import { SharedValues } from './membership/shared-values.ts';
import type { MemberRule } from './rules/ownership-rules.ts';
import { renderTemplate } from './rules/path-template.ts';
import type { RuleIndex } from './rules/rule-index.ts';
import { joinKey } from './rules/rule-index.ts';
import { isBehind } from './states/standstill.ts';

/** What a child seeks: its owner's uid, or a key that rules make among what parents offer. rank orders candidates for the primary parent, lowest first. */
export type Seek = {
  readonly key: string;
  readonly reason: EdgeReason;
  readonly rank: number;
  /** Of a dead object: the key is the uid of whom the rule's key led to. */
  readonly byUid?: true;
};

/** Whether a root fulfils its state expression. waitsFor: what is not as wanted. absent: a field the expression needs is not there. */
export type Verdict =
  | { readonly kind: 'true' }
  | { readonly kind: 'false'; readonly waitsFor?: string }
  | { readonly kind: 'absent' | 'error'; readonly message: string };

export type Facts = LinkFacts & {
  readonly ref: ObjectRef;
  readonly resourceVersion: string;
  /** resourceVersion of the newest revision that was not noise. */
  readonly significantVersion: string;
  /** Keys that rules make; whoever seeks an owner looks for its uid. */
  readonly offers: readonly string[];
  readonly seeks: readonly Seek[];
  readonly generation: number | bigint | undefined;
  /** status.observedGeneration is published and below the generation. */
  readonly behind: boolean;
  readonly deleting: boolean;
  readonly complete: boolean;
  /** Never a trigger, never waited for. */
  readonly inert: boolean;
  readonly initiator: boolean;
  /** By root id, where this object is the root of a trace. */
  readonly verdicts: { readonly [rootId: string]: Verdict };
};

const RANK = { controller: 0, owner: 1, label: 2, field: 3, namespace: 4 } as const;
const OWNED: EdgeReason = { kind: 'owner', rule: 'ownerReferences' };
const NO_VERDICTS: Facts['verdicts'] = {};
const NO_TEXTS: readonly string[] = [];
const SHARED = 4_096;

/** The uid of an object; hand-written input without one is named by kind and name. */
export function sharedRefOf(object: KubeObject, { texts }: Pick<SharedFacts, 'texts'>): ObjectRef {
  const { group, version, kind, namespace, name, uid } = refOf(object);
  return {
    group: texts.share(group, group),
    version: texts.share(version, version),
    kind: texts.share(kind, kind),
    namespace: texts.share(namespace, namespace),
    name,
    uid: uid === '' ? asUid(`${formatGroupKind({ group, kind })}/${namespace}/${name}`) : uid,
  };
}

/** What facts of many objects have in common. */
export type SharedFacts = {
  readonly texts: SharedValues<string>;
  readonly seeks: SharedValues<readonly Seek[]>;
  readonly links: SharedValues<readonly NamedLink[]>;
};

/** Nothing in common yet; made once per recorder. */
export function shareFacts(): SharedFacts {
  return { texts: new SharedValues(SHARED), seeks: new SharedValues(SHARED), links: new SharedValues(SHARED) };
}

export type FactsContext = {
  readonly ref: ObjectRef;
  readonly index: RuleIndex;
  readonly shared: SharedFacts;
  readonly complete: boolean;
  readonly verdicts?: Facts['verdicts'];
};

/** Reads the facts of one revision. */
export function readFacts(object: KubeObject, { ref, index, shared, complete, verdicts = NO_VERDICTS }: FactsContext): Facts {
  const json = asJson(object);
  const kind = formatGroupKind(ref);
  const generation = integerAt(json, ['metadata', 'generation']);
  const { links, linkFrom, linkTo, ...selection } = readLinkFacts(json, { ref, index });
  return {
    ref,
    resourceVersion: object.metadata.resourceVersion ?? '',
    significantVersion: object.metadata.resourceVersion ?? '',
    offers: offersOf(json, ref, index),
    seeks: shareList(shared.seeks, seeksOf(object, ref, index), ({ rank, key }) => `${rank}${key}`),
    generation,
    behind: isBehind(json),
    deleting: object.metadata.deletionTimestamp !== undefined,
    complete,
    inert: index.inert.has(kind),
    initiator: index.initiators.has(kind),
    verdicts,
    links: shareList(shared.links, links, ({ group, kind, namespace, name, reason }) => [group, kind, namespace, name, reason].join('|')),
    linkFrom,
    linkTo,
    ...selection,
  };
}

/** Whether a revision that is told again says what was known of it. A root is to be judged anew. */
export function isSameFacts(left: Facts, right: Facts): boolean {
  if (left.resourceVersion !== right.resourceVersion || left.verdicts !== right.verdicts) return false;
  return formatJson({ ...left, significantVersion: '' }) === formatJson({ ...right, significantVersion: '' });
}

/** Of an object of which only its name is known: it seeks and offers nothing. */
export function bareFacts(ref: ObjectRef, resourceVersion: string): Facts {
  return {
    ref,
    resourceVersion,
    significantVersion: resourceVersion,
    offers: NO_TEXTS,
    seeks: [],
    generation: undefined,
    behind: false,
    deleting: false,
    complete: true,
    inert: false,
    initiator: false,
    verdicts: NO_VERDICTS,
    links: [],
    linkFrom: NO_TEXTS,
    linkTo: [],
  };
}

function shareList<Item>(shared: SharedValues<readonly Item[]>, list: readonly Item[], keyOf: (item: Item) => string): readonly Item[] {
  return shared.share(list.map(keyOf).join('\n'), list);
}

function offersOf(json: Json, ref: ObjectRef, index: RuleIndex): readonly string[] {
  const rules = index.byParent.get(formatGroupKind(ref));
  if (rules === undefined) return NO_TEXTS;
  const offers: string[] = [];
  for (const rule of rules) {
    for (const text of renderTemplate(rule.parentKey, json)) offers.push(joinKey(rule, ref.namespace, text));
  }
  return offers;
}

function seeksOf(object: KubeObject, ref: ObjectRef, index: RuleIndex): readonly Seek[] {
  const owners = index.rules.owners ? (object.metadata.ownerReferences ?? []) : [];
  const seeks = owners.map((owner): Seek => {
    return { key: owner.uid, reason: OWNED, rank: owner.controller === true ? RANK.controller : RANK.owner };
  });
  const rules = [...(index.byChild.get(formatGroupKind(ref)) ?? []), ...(index.byChild.get('*') ?? [])];
  return [...seeks, ...rules.flatMap((rule) => ruleSeeks(object, { ref, rule }))];
}

function ruleSeeks(object: KubeObject, { ref, rule }: { readonly ref: ObjectRef; readonly rule: MemberRule }): readonly Seek[] {
  return childKeys(object, rule).map((key) => ({
    key: joinKey(rule, ref.namespace, key),
    reason: { kind: rule.by, rule: rule.id },
    rank: RANK[rule.by],
  }));
}

function childKeys(object: KubeObject, rule: MemberRule): readonly string[] {
  const labels = object.metadata.labels ?? {};
  if (!rule.childLabels.every(([key, value]) => Object.hasOwn(labels, key) && labels[key] === value)) return [];
  const texts = renderTemplate(rule.childKey, asJson(object));
  const { childPattern } = rule;
  return childPattern === undefined ? texts : texts.flatMap((text) => childPattern.exec(text)?.[1] ?? []);
}
