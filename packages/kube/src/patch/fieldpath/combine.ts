// The algebra of field sets.
import type { MergeType } from '../schema/merge-type.ts';
import { typeBelow } from '../schema/merge-type.ts';
import type { FieldNode, FieldSet } from './field-set.ts';
import { NO_FIELDS } from './field-set.ts';
import type { PathElement } from './path-element.ts';

export function union(left: FieldSet, right: FieldSet): FieldSet {
  if (left.size === 0) return right;
  if (right.size === 0) return left;
  const result = new Map(left);
  for (const [key, node] of right) {
    const known = left.get(key);
    result.set(key, known === undefined ? node : unionOf(known, node));
  }
  return result;
}

function unionOf(left: FieldNode, right: FieldNode): FieldNode {
  return { element: left.element, member: left.member || right.member, below: union(left.below, right.below) };
}

export function intersection(left: FieldSet, right: FieldSet): FieldSet {
  const result = new Map<string, FieldNode>();
  for (const [key, node] of left) {
    const other = right.get(key);
    if (other !== undefined) {
      keep(result, key, {
        element: node.element,
        member: node.member && other.member,
        below: intersection(node.below, other.below),
      });
    }
  }
  return result;
}

/** Without the paths of the other set; what lies below them stays. */
export function difference(left: FieldSet, right: FieldSet): FieldSet {
  if (right.size === 0) return left;
  const result = new Map<string, FieldNode>();
  for (const [key, node] of left) {
    const other = right.get(key);
    if (other === undefined) result.set(key, node);
    else keep(result, key, { element: node.element, member: node.member && !other.member, below: difference(node.below, other.below) });
  }
  return result;
}

/** Without the paths of the other set and all that lies below them. */
export function recursiveDifference(left: FieldSet, right: FieldSet): FieldSet {
  if (right.size === 0) return left;
  const result = new Map<string, FieldNode>();
  for (const [key, node] of left) {
    const other = right.get(key);
    if (other === undefined) result.set(key, node);
    else if (!other.member) keep(result, key, { ...node, below: recursiveDifference(node.below, other.below) });
  }
  return result;
}

/** Every declared field on the way to a path of the set counts as a path of it. */
export function withNamedFields(set: FieldSet, type: MergeType | undefined): FieldSet {
  const result = new Map<string, FieldNode>();
  for (const [key, { element, member, below }] of set) {
    const named = element.kind === 'field' && type?.map?.field(element.name) !== undefined && below.size > 0;
    result.set(key, { element, member: member || named, below: withNamedFields(below, typeAfter(type, element)) });
  }
  return result;
}

function typeAfter(type: MergeType | undefined, element: PathElement): MergeType | undefined {
  if (element.kind === 'field' && type?.map !== undefined) return typeBelow(type.map, element.name);
  return element.kind === 'key' ? type?.list?.element() : undefined;
}

/** The set below an element. */
export function setBelow(set: FieldSet, key: string): FieldSet {
  return set.get(key)?.below ?? NO_FIELDS;
}

function keep(result: Map<string, FieldNode>, key: string, node: FieldNode): void {
  if (node.member || node.below.size > 0) result.set(key, node);
}
