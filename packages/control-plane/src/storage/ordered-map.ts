// An ordered map that is never changed: every write gives a new map that shares all but a few nodes with the old one, which stays valid.
// A B+ tree of nodes of at most 32 entries; reads, writes and ranks cost O(log n). So a snapshot is a reference, and a fork of a store is one too.

export type OrderedKey = string | number;

type Leaf<K, V> = { readonly kind: 'leaf'; readonly size: number; readonly keys: readonly K[]; readonly values: readonly V[] };
/** keys[i] is the smallest key below children[i]. */
type Branch<K, V> = {
  readonly kind: 'branch';
  readonly size: number;
  readonly keys: readonly K[];
  readonly children: readonly Node<K, V>[];
};
type Node<K, V> = Leaf<K, V> | Branch<K, V>;

export type OrderedMap<K extends OrderedKey, V> = { readonly kind: 'ordered-map'; readonly size: number; readonly root: Node<K, V> };

/** Returning false ends the walk. */
export type Visit<K, V> = (key: K, value: V) => boolean;

const MOST = 32;

export function emptyMap<K extends OrderedKey, V>(): OrderedMap<K, V> {
  return { kind: 'ordered-map', size: 0, root: { kind: 'leaf', size: 0, keys: [], values: [] } };
}

export function valueIn<K extends OrderedKey, V>(map: OrderedMap<K, V>, key: K): V | undefined {
  let node = map.root;
  while (node.kind === 'branch') {
    const child = node.children[Math.max(0, lastAtMost(node.keys, key))];
    if (child === undefined) return undefined;
    node = child;
  }
  const index = lastAtMost(node.keys, key);
  return index >= 0 && node.keys[index] === key ? node.values[index] : undefined;
}

/** The map with the value at the key, added or replaced. */
export function withEntry<K extends OrderedKey, V>(map: OrderedMap<K, V>, key: K, value: V): OrderedMap<K, V> {
  const [first, second] = insert(map.root, key, value);
  const root = second === undefined ? first : branchOf([first, second]);
  return { kind: 'ordered-map', size: root.size, root };
}

/** The map without the key; the same map where it is not in it. */
export function withoutEntry<K extends OrderedKey, V>(map: OrderedMap<K, V>, key: K): OrderedMap<K, V> {
  const removed = remove(map.root, key);
  if (removed === map.root) return map;
  if (removed === undefined) return emptyMap();
  let root = removed;
  while (root.kind === 'branch' && root.children.length === 1 && root.children[0] !== undefined) root = root.children[0];
  return { kind: 'ordered-map', size: root.size, root };
}

/** Walks the entries whose key is at least `from` (all where it is undefined), in order. */
export function walkFrom<K extends OrderedKey, V>(map: OrderedMap<K, V>, from: K | undefined, visit: Visit<K, V>): void {
  walk(map.root, from, visit);
}

/** How many keys are smaller. */
export function rankOf<K extends OrderedKey, V>(map: OrderedMap<K, V>, key: K): number {
  let node = map.root;
  let rank = 0;
  while (node.kind === 'branch') {
    const index = Math.max(0, lastAtMost(node.keys, key));
    for (let before = 0; before < index; before++) rank += node.children[before]?.size ?? 0;
    const child = node.children[index];
    if (child === undefined) return rank;
    node = child;
  }
  return rank + firstAtLeast(node.keys, key);
}

/** The value of the greatest key that is not greater. */
export function floorValue<K extends OrderedKey, V>(map: OrderedMap<K, V>, key: K): V | undefined {
  let node = map.root;
  while (node.kind === 'branch') {
    const child = node.children[lastAtMost(node.keys, key)];
    if (child === undefined) return undefined;
    node = child;
  }
  return node.values[lastAtMost(node.keys, key)];
}

export function firstEntry<K extends OrderedKey, V>(map: OrderedMap<K, V>): { readonly key: K; readonly value: V } | undefined {
  let node = map.root;
  while (node.kind === 'branch') {
    const child = node.children[0];
    if (child === undefined) return undefined;
    node = child;
  }
  const [key] = node.keys;
  const [value] = node.values;
  return key === undefined || value === undefined ? undefined : { key, value };
}

/** What is found in the values of maps, in the order of their keys. Parts that a map shares with one that was asked before are not looked at again. */
export class Gathered<V, Found> {
  readonly #byNode = new WeakMap<object, readonly Found[]>();
  readonly #find: (value: V) => readonly Found[];

  constructor(find: (value: V) => readonly Found[]) {
    this.#find = find;
  }

  in<K extends OrderedKey>(map: OrderedMap<K, V>): readonly Found[] {
    return this.#below(map.root);
  }

  #below<K>(node: Node<K, V>): readonly Found[] {
    const known = this.#byNode.get(node);
    if (known !== undefined) return known;
    const found = node.kind === 'leaf' ? node.values.flatMap(this.#find) : node.children.flatMap((child) => this.#below(child));
    this.#byNode.set(node, found);
    return found;
  }
}

/** Index of the last key that is not greater, or -1. */
function lastAtMost<K extends OrderedKey>(keys: readonly K[], key: K): number {
  let low = 0;
  let high = keys.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const candidate = keys[middle];
    if (candidate !== undefined && candidate <= key) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

function leafOf<K, V>(keys: readonly K[], values: readonly V[]): Leaf<K, V> {
  return { kind: 'leaf', size: keys.length, keys, values };
}

function branchOf<K, V>(children: readonly Node<K, V>[]): Branch<K, V> {
  let size = 0;
  const keys: K[] = [];
  for (const child of children) {
    const [smallest] = child.keys;
    if (smallest !== undefined) keys.push(smallest);
    size += child.size;
  }
  return { kind: 'branch', size, keys, children };
}

type Split<K, V> = readonly [Node<K, V>, Node<K, V>?];

function insert<K extends OrderedKey, V>(node: Node<K, V>, key: K, value: V): Split<K, V> {
  if (node.kind === 'leaf') return insertIntoLeaf(node, key, value);
  const index = Math.max(0, lastAtMost(node.keys, key));
  const child = node.children[index];
  if (child === undefined) return [node];
  const [first, second] = insert(child, key, value);
  const children = node.children.slice();
  if (second === undefined) children[index] = first;
  else children.splice(index, 1, first, second);
  if (children.length <= MOST) return [branchOf(children)];
  const cut = splitAt(children.length, index + 1 === children.length - 1);
  return [branchOf(children.slice(0, cut)), branchOf(children.slice(cut))];
}

function insertIntoLeaf<K extends OrderedKey, V>(leaf: Leaf<K, V>, key: K, value: V): Split<K, V> {
  const at = lastAtMost(leaf.keys, key);
  const values = leaf.values.slice();
  if (at >= 0 && leaf.keys[at] === key) {
    values[at] = value;
    return [leafOf(leaf.keys, values)];
  }
  const keys = leaf.keys.slice();
  keys.splice(at + 1, 0, key);
  values.splice(at + 1, 0, value);
  if (keys.length <= MOST) return [leafOf(keys, values)];
  const cut = splitAt(keys.length, at + 2 === keys.length);
  return [leafOf(keys.slice(0, cut), values.slice(0, cut)), leafOf(keys.slice(cut), values.slice(cut))];
}

/** Keys that only grow (a log) leave full nodes behind; others are halved. */
function splitAt(length: number, appended: boolean): number {
  return appended ? length - 1 : length >>> 1;
}

/** Undefined where nothing is left. */
function remove<K extends OrderedKey, V>(node: Node<K, V>, key: K): Node<K, V> | undefined {
  const index = lastAtMost(node.keys, key);
  if (index < 0) return node;
  if (node.kind === 'leaf') {
    if (node.keys[index] !== key) return node;
    return node.keys.length === 1 ? undefined : leafOf(node.keys.toSpliced(index, 1), node.values.toSpliced(index, 1));
  }
  const child = node.children[index];
  if (child === undefined) return node;
  const left = remove(child, key);
  if (left === child) return node;
  if (left !== undefined) return branchOf(node.children.with(index, left));
  return node.children.length === 1 ? undefined : branchOf(node.children.toSpliced(index, 1));
}

function walk<K extends OrderedKey, V>(node: Node<K, V>, from: K | undefined, visit: Visit<K, V>): boolean {
  return node.kind === 'branch' ? walkBranch(node, from, visit) : walkLeaf(node, from, visit);
}

function walkBranch<K extends OrderedKey, V>({ keys, children }: Branch<K, V>, from: K | undefined, visit: Visit<K, V>): boolean {
  const start = from === undefined ? 0 : Math.max(0, lastAtMost(keys, from));
  return children.slice(start).every((child, index) => walk(child, index === 0 ? from : undefined, visit));
}

function walkLeaf<K extends OrderedKey, V>({ keys, values }: Leaf<K, V>, from: K | undefined, visit: Visit<K, V>): boolean {
  const start = from === undefined ? 0 : firstAtLeast(keys, from);
  for (let index = start; index < keys.length; index++) {
    const key = keys[index];
    const value = values[index];
    if (key !== undefined && value !== undefined && !visit(key, value)) return false;
  }
  return true;
}

function firstAtLeast<K extends OrderedKey>(keys: readonly K[], key: K): number {
  const index = lastAtMost(keys, key);
  return index >= 0 && keys[index] === key ? index : index + 1;
}
