// What the fold needs of one revision: keys that join it to others, and the few values that cycles turn on. Bodies stay outside.

import type { Json, KubeObject, Labels, LabelSelector, ObjectRef } from '@rectrace/kube';
import { asJson, asUid, integerAt, matchesSelector, parseSelectorObject, refOf, valueAt } from '@rectrace/kube';
import type { EdgeReason } from './object-tree.ts';
import type { LinkRule, MemberRule, OwnershipRules } from './ownership-rules.ts';
import { renderTemplate } from './path-template.ts';

/** A key a child seeks among what parents offer; rank orders candidates for the primary parent, lowest first. */
export type Seek = { readonly key: string; readonly reason: EdgeReason; readonly rank: number };

/** Whether a root fulfils its state expression. waitsFor: what is not as wanted. absent: a field the expression needs is not there. */
export type Verdict = { readonly kind: 'true' } | { readonly kind: 'false'; readonly waitsFor?: string } | { readonly kind: 'absent' | 'error'; readonly message: string };

/** A reference by name, to an object seen or not. */
export type NamedLink = { readonly group: string; readonly kind: string; readonly namespace: string; readonly name: string; readonly reason: string };

export type Facts = {
  readonly ref: ObjectRef;
  readonly resourceVersion: string;
  /** resourceVersion of the newest revision that was not noise. */
  readonly significantVersion: string;
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
  readonly links: readonly NamedLink[];
  /** Keys of join links: what this object links from, and is linked to by. */
  readonly linkFrom: readonly string[];
  readonly linkTo: readonly { readonly key: string; readonly reason: string }[];
  readonly selects?: { readonly selector: LabelSelector; readonly reason: string };
  readonly templateLabels?: Labels;
  /** By root id, where this object is the root of a trace. */
  readonly verdicts: { readonly [rootId: string]: Verdict };
};

/** Rules indexed by kind, made once per recorder. */
export type RuleIndex = {
  readonly rules: OwnershipRules;
  readonly byParent: ReadonlyMap<string, readonly MemberRule[]>;
  readonly byChild: ReadonlyMap<string, readonly MemberRule[]>;
  readonly linksFrom: ReadonlyMap<string, readonly LinkRule[]>;
  readonly linksTo: ReadonlyMap<string, readonly LinkRule[]>;
  readonly inert: ReadonlySet<string>;
  readonly initiators: ReadonlySet<string>;
};

const RANK = { controller: 0, owner: 1, label: 2, field: 3, namespace: 4 } as const;
const NO_VERDICTS: Facts['verdicts'] = {};

/** Indexes rules by the kinds they name. */
export function indexRules(rules: OwnershipRules): RuleIndex {
  return {
    rules,
    byParent: groupBy(rules.members, (rule) => rule.parent),
    byChild: groupBy(rules.members, (rule) => rule.child),
    linksFrom: groupBy(rules.links, (rule) => rule.from),
    linksTo: groupBy(
      rules.links.filter((rule) => rule.kind !== 'name'),
      (rule) => rule.to,
    ),
    inert: new Set([...rules.inert, ...rules.initiators]),
    initiators: new Set(rules.initiators),
  };
}

function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return groups;
}

/** 'Pod' or 'Deployment.apps': how rules and roots name a kind. */
export function kindKey(ref: { readonly group: string; readonly kind: string }): string {
  return ref.group === '' ? ref.kind : `${ref.kind}.${ref.group}`;
}

/** The uid of an object; hand-written input without one is named by kind and name. */
export function identityOf(object: KubeObject): ObjectRef {
  const ref = refOf(object);
  return ref.uid === '' ? { ...ref, uid: asUid(`${kindKey(ref)}/${ref.namespace}/${ref.name}`) } : ref;
}

/** Reads the facts of one revision. */
export function readFacts(object: KubeObject, context: { readonly index: RuleIndex; readonly complete: boolean; readonly verdicts?: Facts['verdicts'] }): Facts {
  const { index } = context;
  const ref = identityOf(object);
  const json = asJson(object);
  const kind = kindKey(ref);
  const generation = integerAt(json, ['metadata', 'generation']);
  const observed = integerAt(json, ['status', 'observedGeneration']);
  return {
    ref,
    resourceVersion: object.metadata.resourceVersion ?? '',
    significantVersion: object.metadata.resourceVersion ?? '',
    offers: offersOf(json, ref, index),
    seeks: seeksOf(object, ref, index),
    generation,
    behind: observed !== undefined && generation !== undefined && observed < generation,
    deleting: object.metadata.deletionTimestamp !== undefined,
    complete: context.complete,
    inert: index.inert.has(kind),
    initiator: index.initiators.has(kind),
    verdicts: context.verdicts ?? NO_VERDICTS,
    ...linksOf(json, ref, index),
  };
}

function offersOf(json: Json, ref: ObjectRef, index: RuleIndex): readonly string[] {
  const offers = [`uid|${ref.uid}`];
  for (const rule of index.byParent.get(kindKey(ref)) ?? []) {
    for (const text of renderTemplate(rule.parentKey, json)) offers.push(joinKey(rule, ref.namespace, text));
  }
  return offers;
}

function seeksOf(object: KubeObject, ref: ObjectRef, index: RuleIndex): readonly Seek[] {
  const seeks: Seek[] = [];
  if (index.rules.owners) {
    for (const owner of object.metadata.ownerReferences ?? []) {
      const rank = owner.controller === true ? RANK.controller : RANK.owner;
      if (owner.uid !== ref.uid) seeks.push({ key: `uid|${owner.uid}`, reason: { kind: 'owner', rule: 'ownerReferences' }, rank });
    }
  }
  for (const rule of [...(index.byChild.get(kindKey(ref)) ?? []), ...(index.byChild.get('*') ?? [])]) {
    for (const key of childKeys(object, rule)) seeks.push({ key: joinKey(rule, ref.namespace, key), reason: { kind: rule.by, rule: rule.id }, rank: RANK[rule.by] });
  }
  return seeks;
}

function childKeys(object: KubeObject, rule: MemberRule): readonly string[] {
  const labels = object.metadata.labels ?? {};
  if (!rule.childLabels.every(([key, value]) => Object.hasOwn(labels, key) && labels[key] === value)) return [];
  const texts = renderTemplate(rule.childKey, asJson(object));
  const { childPattern } = rule;
  return childPattern === undefined ? texts : texts.flatMap((text) => childPattern.exec(text)?.[1] ?? []);
}

function joinKey(rule: { readonly id: string; readonly anyNamespace: boolean }, namespace: string, text: string): string {
  return `${rule.id}|${rule.anyNamespace ? '' : namespace}|${text}`;
}

type Links = Pick<Facts, 'links' | 'linkFrom' | 'linkTo' | 'selects' | 'templateLabels'>;

function linksOf(json: Json, ref: ObjectRef, index: RuleIndex): Links {
  const links: NamedLink[] = [];
  const linkFrom: string[] = [];
  const linkTo: { key: string; reason: string }[] = [];
  let templateLabels: Labels | undefined;
  let selects: Facts['selects'];
  for (const rule of index.linksFrom.get(kindKey(ref)) ?? []) {
    if (rule.kind === 'name') links.push(...namedLinks(json, { ref, rule }));
    else if (rule.kind === 'join') linkFrom.push(...renderTemplate(rule.fromKey, json).map((text) => joinKey(rule, ref.namespace, text)));
    else templateLabels = stringMap(valueAt(json, rule.labels));
  }
  for (const rule of index.linksTo.get(kindKey(ref)) ?? []) {
    if (rule.kind === 'join') linkTo.push(...renderTemplate(rule.toKey, json).map((text) => ({ key: joinKey(rule, ref.namespace, text), reason: rule.reason })));
    if (rule.kind === 'selector') selects = selectionOf(json, rule);
  }
  return { links, linkFrom, linkTo, ...(selects === undefined ? {} : { selects }), ...(templateLabels === undefined ? {} : { templateLabels }) };
}

function namedLinks(json: Json, { ref, rule }: { readonly ref: ObjectRef; readonly rule: LinkRule & { readonly kind: 'name' } }): readonly NamedLink[] {
  const dot = rule.to.indexOf('.');
  const target = dot < 0 ? { group: '', kind: rule.to } : { group: rule.to.slice(dot + 1), kind: rule.to.slice(0, dot) };
  const namespace = rule.anyNamespace ? '' : ref.namespace;
  return [...new Set(renderTemplate(rule.name, json))].map((name) => ({ ...target, namespace, name, reason: rule.reason }));
}

function selectionOf(json: Json, rule: LinkRule & { readonly kind: 'selector' }): Facts['selects'] {
  const selector = parseSelectorObject(valueAt(json, rule.selector));
  return selector.kind === 'invalid' || selector.requirements.length === 0 ? undefined : { selector, reason: rule.reason };
}

function stringMap(value: Json | undefined): Labels {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return {};
  return Object.fromEntries(Object.entries(value).map(([key, text]) => [key, String(text)]));
}

/** True where the selecting object (a PodDisruptionBudget) selects the labels of the other's pod template. */
export function selectsTemplate(selecting: Facts, selected: Facts): boolean {
  if (selecting.selects === undefined || selected.templateLabels === undefined || selecting.ref.namespace !== selected.ref.namespace) return false;
  return matchesSelector(selecting.selects.selector, selected.templateLabels);
}
