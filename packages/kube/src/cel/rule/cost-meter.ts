// Counts what an expression costs while it runs, in the units of the API server.

import type { CelValue, Outcome } from '../cel-value.ts';
import type { CallNode, ComprehensionNode, Node } from '../expression-node.ts';
import { listSize } from '../list-value.ts';
import { mapSize } from '../map-value.ts';
import type { Meter } from '../meter.ts';
import { AUTHORIZATION_COST, LIST_COST, MAP_COST, PER_CHARACTER, PER_PATTERN_CHARACTER } from './unit-cost.ts';

/** What a macro itself costs each time it goes round. */
const PER_ROUND: Readonly<Partial<Record<ComprehensionNode['macro'], number>>> = { all: 3, exists: 4, existsOne: 1, filter: 2 };

export class CostMeter implements Meter {
  readonly #limit: number;
  #cost = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  get cost(): number {
    return this.#cost;
  }

  get isExceeded(): boolean {
    return this.#cost > this.#limit;
  }

  charge(node: Node, outcome: Outcome): boolean {
    this.#cost += costOf(node, outcome);
    return this.isExceeded;
  }

  chargeCall(node: CallNode, values: readonly CelValue[]): boolean {
    this.#cost += callCost(node, values);
    return this.isExceeded;
  }

  chargeRounds({ macro }: ComprehensionNode, rounds: number): boolean {
    this.#cost += rounds * (PER_ROUND[macro] ?? 2 + LIST_COST);
    return this.isExceeded;
  }
}

function costOf(node: Node, outcome: Outcome): number {
  switch (node.kind) {
    case 'name':
    case 'select':
    case 'index':
      return 1;
    case 'list':
      return LIST_COST;
    case 'map':
      return MAP_COST;
    default:
      return node.kind === 'call' && outcome.kind === 'failure' ? 1 : 0;
  }
}

const ONCE = ['startsWith', 'endsWith', 'format', 'url', 'lowerAscii', 'upperAscii', 'substring', 'trim'];
const READ = ['cidr', 'ip', 'isIP', 'isCIDR', 'quantity', 'isQuantity', 'semver', 'isSemver', 'bytes'];
const COMPARED = ['==', '!=', '<', '<=', '>', '>='];
const ITEMS = ['isSorted', 'sum', 'max', 'min', 'indexOf', 'lastIndexOf'];

function callCost({ name }: CallNode, values: readonly CelValue[]): number {
  if (name === 'check') return AUTHORIZATION_COST;
  const [first, second] = values.map(sizeOf);
  const [a = 1, b = 1] = [first, second];
  if (ONCE.includes(name) || (READ.includes(name) && values[0]?.kind === 'string')) return Math.ceil(a * PER_CHARACTER);
  if (COMPARED.includes(name)) return Math.ceil(Math.min(a, b) * PER_CHARACTER);
  if (ITEMS.includes(name)) return traversal(values[0]);
  if (name === 'in') return values[1]?.kind === 'list' ? b : 1;
  return textCost(name, { a, b, isText: values[0]?.kind === 'string' || values[0]?.kind === 'bytes' });
}

type Sizes = { readonly a: number; readonly b: number; readonly isText: boolean };

function textCost(name: string, { a, b, isText }: Sizes): number {
  switch (name) {
    case '+':
      return isText ? Math.ceil((a + b) * PER_CHARACTER) : 1;
    case 'matches':
    case 'find':
    case 'findAll':
      return Math.ceil((1 + a) * PER_CHARACTER) * Math.ceil(b * PER_PATTERN_CHARACTER);
    case 'contains':
      return isText ? Math.ceil(a * PER_CHARACTER) * Math.ceil(b * PER_CHARACTER) : 1;
    case 'replace':
    case 'split':
    case 'join':
      return Math.ceil(a * 2 * PER_CHARACTER);
    case 'sort':
    case 'distinct':
      return 2 * a * a + 1 + LIST_COST;
    case 'sets.contains':
    case 'sets.intersects':
      return a * b + 1;
    case 'sets.equivalent':
      return 2 * a * b + 1;
    default:
      return 1;
  }
}

function sizeOf(value: CelValue): number {
  switch (value.kind) {
    case 'string':
      return [...value.value].length;
    case 'bytes':
      return value.value.length;
    case 'list':
      return listSize(value);
    case 'map':
      return mapSize(value);
    default:
      return 1;
  }
}

function traversal(value: CelValue | undefined): number {
  if (value?.kind === 'string') return Math.floor(value.value.length * PER_CHARACTER);
  if (value?.kind !== 'list' || !('items' in value)) return 1;
  return value.items.reduce((sum, item) => sum + traversal(item), 0);
}
