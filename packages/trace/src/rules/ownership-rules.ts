// Ownership rules as data: which kinds hang on which, and how. Every rule is a join: a parent offers key texts, a child seeks them.

import type { PathTemplate } from './path-template.ts';

/** 'Pod', 'Deployment.apps', or '*' for any kind. Versions do not matter. */
export type KindPattern = string;

/** namespace: in which namespace the join is looked for: the parent's own, or anywhere (cluster-scoped children, uids). */
export type MemberRule = {
  readonly kind: 'member';
  readonly id: string;
  readonly by: 'label' | 'field' | 'namespace';
  readonly parent: KindPattern;
  readonly child: KindPattern;
  readonly parentKey: PathTemplate;
  readonly childKey: PathTemplate;
  /** The first group of this expression over the rendered child key is the key; no match, no key. */
  readonly childPattern?: RegExp;
  /** Labels that the child must carry with exactly these values. */
  readonly childLabels: readonly (readonly [key: string, value: string])[];
  readonly anyNamespace: boolean;
};

/** A reference shown beside the tree: to a name, whether seen or not; to objects whose key matches; or to objects that select these labels. */
export type LinkRule = { readonly from: KindPattern; readonly to: KindPattern; readonly reason: string; readonly anyNamespace: boolean } & (
  | { readonly kind: 'name'; readonly name: PathTemplate }
  | { readonly kind: 'join'; readonly id: string; readonly fromKey: PathTemplate; readonly toKey: PathTemplate }
  | { readonly kind: 'selector'; readonly selector: readonly string[]; readonly labels: readonly string[] }
);

export type OwnershipRules = {
  readonly names: readonly string[];
  /** Follow ownerReferences, of any kind. */
  readonly owners: boolean;
  readonly members: readonly MemberRule[];
  readonly links: readonly LinkRule[];
  /** Kinds that lead to a cycle and are named in its cause. */
  readonly initiators: readonly KindPattern[];
  /** Kinds that are never a trigger. */
  readonly inert: readonly KindPattern[];
  /** Kinds that are waited for inside a cycle: incomplete until their expression is true. */
  readonly awaited: readonly KindPattern[];
  /** Kinds that are roots although they may own nothing. */
  readonly roots: readonly KindPattern[];
  /** When an object of a kind is where it should be; '*' for the kinds without one of their own. */
  readonly expressions: { readonly [kind: KindPattern]: StateExpression };
};

/** text: CEL over `object`. file, line: where it stands. builtIn: it comes with rectrace. */
export type StateExpression = { readonly text: string; readonly file: string; readonly line: number; readonly builtIn: boolean };

/** One set of rules out of several; later sets add, and override expressions of the same kind. */
export function mergeRules(sets: readonly OwnershipRules[]): OwnershipRules {
  return {
    names: sets.flatMap((set) => set.names),
    owners: sets.some((set) => set.owners),
    members: sets.flatMap((set) => set.members),
    links: sets.flatMap((set) => set.links),
    initiators: [...new Set(sets.flatMap((set) => set.initiators))],
    inert: [...new Set(sets.flatMap((set) => set.inert))],
    awaited: [...new Set(sets.flatMap((set) => set.awaited))],
    roots: [...new Set(sets.flatMap((set) => set.roots))],
    expressions: Object.assign({}, ...sets.map((set) => set.expressions)),
  };
}

/** The kinds that rules name, sorted: what a controller with these rules has to watch. '*' is left out. */
export function kindsOf(rules: OwnershipRules): readonly KindPattern[] {
  const kinds = [
    ...rules.members.flatMap((rule) => [rule.parent, rule.child]),
    ...rules.links.flatMap((rule) => [rule.from, rule.to]),
    ...rules.initiators,
    ...rules.awaited,
  ];
  return [...new Set(kinds)].filter((kind) => kind !== '*').sort();
}
