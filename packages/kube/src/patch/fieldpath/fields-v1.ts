// FieldsV1: how managedFields writes a field set down. '.' marks a path that belongs to the set and has others below it.
import type { Json, JsonObject } from '../../json.ts';
import { isJsonObject } from '../../json.ts';
import { union } from './combine.ts';
import type { FieldNode, FieldSet } from './field-set.ts';
import { sortedEntries } from './field-set.ts';
import { formatElement, parseElement } from './path-element.ts';

const SELF = '.';

export function formatFieldsV1(set: FieldSet): JsonObject {
  return withNodes({}, set);
}

function withNodes(fields: Record<string, Json>, set: FieldSet): JsonObject {
  for (const [text, node] of sortedEntries(set)) fields[text] = formatNode(node);
  return fields;
}

function formatNode({ member, below }: FieldNode): JsonObject {
  if (below.size === 0) return {};
  return withNodes(member ? { [SELF]: {} } : {}, below);
}

/** Elements of kinds that are not known are left out. @throws SyntaxError for what is no FieldsV1. */
export function parseFieldsV1(fields: Json): FieldSet {
  if (!isJsonObject(fields)) throw new SyntaxError('FieldsV1 is no object');
  return parseNode(fields).below;
}

type Parsed = { readonly member: boolean; readonly below: FieldSet };

function parseNode(fields: Json): Parsed {
  if (!isJsonObject(fields)) throw new SyntaxError('a field of FieldsV1 is no object');
  const below = new Map<string, FieldNode>();
  for (const [key, value] of Object.entries(fields)) {
    const element = key === SELF ? undefined : parseElement(key);
    if (element !== undefined) addNode(below, { element, ...parseNode(value) });
  }
  return { member: below.size === 0 || Object.hasOwn(fields, SELF), below };
}

/** Two texts may stand for one element. */
function addNode(nodes: Map<string, FieldNode>, node: FieldNode): void {
  const key = formatElement(node.element);
  const known = nodes.get(key);
  const member = node.member || known?.member === true;
  nodes.set(key, known === undefined ? node : { ...node, member, below: union(known.below, node.below) });
}
