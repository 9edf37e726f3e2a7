// Ownership rules by the kinds they name, and the key texts under which objects meet.

import type { KubeObject } from '@rectrace/kube';
import { formatGroupKind, parseApiVersion } from '@rectrace/kube';
import type { LinkRule, MemberRule, OwnershipRules } from './ownership-rules.ts';

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

/** The kind of an object as rules name it: 'Lease.coordination.k8s.io'. */
export function kindOf({ apiVersion, kind }: KubeObject): string {
  return formatGroupKind({ group: parseApiVersion(apiVersion).group, kind });
}

/** The text under which a parent's offer and a child's seek meet. */
export function joinKey(rule: { readonly id: string; readonly anyNamespace: boolean }, namespace: string, text: string): string {
  return `${rule.id}|${rule.anyNamespace ? '' : namespace}|${text}`;
}
