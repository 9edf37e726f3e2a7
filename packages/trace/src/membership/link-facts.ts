// The references of one revision: names it mentions, keys that join it to objects that refer to it, and label selections. Links are not membership.

import type { Json, LabelSelector, Labels, ObjectRef } from '@rectrace/kube';
import { formatGroupKind, isJsonObject, matchesSelector, parseGroupKind, parseSelectorObject, valueAt } from '@rectrace/kube';
import type { LinkRule } from '../rules/ownership-rules.ts';
import type { PathTemplate } from '../rules/path-template.ts';
import { renderTemplate } from '../rules/path-template.ts';
import type { RuleIndex } from '../rules/rule-index.ts';
import { joinKey } from '../rules/rule-index.ts';

/** A reference by name, to an object seen or not. */
export type NamedLink = {
  readonly group: string;
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
  readonly reason: string;
};

export type LinkFacts = {
  readonly links: readonly NamedLink[];
  /** Keys of join links: what this object links from, and is linked to by. */
  readonly linkFrom: readonly string[];
  readonly linkTo: readonly { readonly key: string; readonly reason: string }[];
  /** Of an object that selects others by their pod template's labels, as a PodDisruptionBudget. */
  readonly selects?: { readonly selector: LabelSelector; readonly reason: string };
  readonly templateLabels?: Labels;
};

const NO_KEYS: readonly string[] = [];
const NO_LINKS: LinkFacts['linkTo'] = [];

type Of<Kind extends LinkRule['kind']> = LinkRule & { readonly kind: Kind };

/** Reads what a revision refers to, by the link rules of its kind. */
export function readLinkFacts(json: Json, { ref, index }: { readonly ref: ObjectRef; readonly index: RuleIndex }): LinkFacts {
  const from = index.linksFrom.get(formatGroupKind(ref)) ?? [];
  const to = index.linksTo.get(formatGroupKind(ref)) ?? [];
  const labels = ofKind(from, 'selector').at(-1);
  const selects = ofKind(to, 'selector')
    .flatMap((rule) => selectionOf(json, rule) ?? [])
    .at(-1);
  const joinsTo = ofKind(to, 'join');
  const joinsFrom = ofKind(from, 'join');
  return {
    links: ofKind(from, 'name').flatMap((rule) => namedLinks(json, { ref, rule })),
    linkFrom: joinsFrom.length === 0 ? NO_KEYS : joinsFrom.flatMap((rule) => keysOf(rule.fromKey, { json, rule, ref })),
    linkTo:
      joinsTo.length === 0
        ? NO_LINKS
        : joinsTo.flatMap((rule) => keysOf(rule.toKey, { json, rule, ref }).map((key) => ({ key, reason: rule.reason }))),
    ...(selects === undefined ? {} : { selects }),
    ...(labels === undefined ? {} : { templateLabels: stringMap(valueAt(json, labels.labels)) }),
  };
}

/** True where the selecting object (a PodDisruptionBudget) selects the labels of the other's pod template. */
export function selectsTemplate(
  selecting: LinkFacts & { readonly ref: ObjectRef },
  selected: LinkFacts & { readonly ref: ObjectRef },
): boolean {
  if (selecting.selects === undefined || selected.templateLabels === undefined || selecting.ref.namespace !== selected.ref.namespace)
    return false;
  return matchesSelector(selecting.selects.selector, selected.templateLabels);
}

function keysOf(
  template: PathTemplate,
  { json, rule, ref }: { readonly json: Json; readonly rule: Of<'join'>; readonly ref: ObjectRef },
): readonly string[] {
  return renderTemplate(template, json).map((text) => joinKey(rule, ref.namespace, text));
}

function ofKind<Kind extends LinkRule['kind']>(rules: readonly LinkRule[], kind: Kind): readonly Of<Kind>[] {
  return rules.filter((rule): rule is Of<Kind> => rule.kind === kind);
}

function namedLinks(json: Json, { ref, rule }: { readonly ref: ObjectRef; readonly rule: Of<'name'> }): readonly NamedLink[] {
  const target = parseGroupKind(rule.to);
  const namespace = rule.anyNamespace ? '' : ref.namespace;
  return [...new Set(renderTemplate(rule.name, json))].map((name) => ({ ...target, namespace, name, reason: rule.reason }));
}

/** An empty selector selects everything, an absent one nothing. */
function selectionOf(json: Json, rule: Of<'selector'>): LinkFacts['selects'] {
  const stated = valueAt(json, rule.selector);
  const selector = parseSelectorObject(stated);
  return selector.kind === 'invalid' || !isJsonObject(stated) ? undefined : { selector, reason: rule.reason };
}

function stringMap(value: Json | undefined): Labels {
  return isJsonObject(value) ? Object.fromEntries(Object.entries(value).map(([key, text]) => [key, String(text)])) : {};
}
