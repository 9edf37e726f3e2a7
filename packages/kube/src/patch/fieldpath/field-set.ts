// A set of paths into an object, as a tree: each node says whether its own path belongs to the set, and what lies below it.
import type { Path, PathElement } from './path-element.ts';
import { compareElements, formatElement } from './path-element.ts';

/** Nodes by the text of their element. No node is empty. */
export type FieldSet = ReadonlyMap<string, FieldNode>;

export type FieldNode = { readonly element: PathElement; readonly member: boolean; readonly below: FieldSet };

export const NO_FIELDS: FieldSet = new Map();

export function fieldSetOf(...paths: readonly Path[]): FieldSet {
  const builder = new FieldSetBuilder();
  for (const path of paths) builder.insert(path);
  return builder.build();
}

/** Nodes in canonical order. */
function sortedNodes(set: FieldSet): readonly FieldNode[] {
  return sortedEntries(set).map(([, node]) => node);
}

/** Texts and nodes, in canonical order. */
export function sortedEntries(set: FieldSet): readonly (readonly [text: string, node: FieldNode])[] {
  return [...set].sort(([, left], [, right]) => compareElements(left.element, right.element));
}

export function hasPath(set: FieldSet, [step, ...rest]: Path): boolean {
  if (step === undefined) return false;
  const node = set.get(formatElement(step));
  if (node === undefined) return false;
  return rest.length === 0 ? node.member : hasPath(node.below, rest);
}

/** Paths in canonical order: of each node first what is its own, then what lies deeper. */
export function pathsOf(set: FieldSet, prefix: Path = []): readonly Path[] {
  const nodes = sortedNodes(set);
  const own = nodes.filter(({ member }) => member).map(({ element }) => [...prefix, element]);
  return [...own, ...nodes.flatMap(({ element, below }) => pathsOf(below, [...prefix, element]))];
}

type OpenNode = { readonly element: PathElement; member: boolean; readonly below: Map<string, OpenNode> };

/** Collects paths. */
export class FieldSetBuilder {
  readonly #nodes = new Map<string, OpenNode>();

  /** The object as a whole is no path. */
  insert(path: Path): void {
    let nodes = this.#nodes;
    let node: OpenNode | undefined;
    for (const element of path) {
      const key = formatElement(element);
      node = nodes.get(key) ?? { element, member: false, below: new Map() };
      nodes.set(key, node);
      nodes = node.below;
    }
    if (node !== undefined) node.member = true;
  }

  /** Nothing may be inserted any more. */
  build(): FieldSet {
    return this.#nodes;
  }
}
