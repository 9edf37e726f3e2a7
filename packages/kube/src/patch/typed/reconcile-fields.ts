// A field set that was written down under an older schema: what has become one value since then is owned as one.
import { recursiveDifference, union } from '../fieldpath/combine.ts';
import type { FieldNode, FieldSet } from '../fieldpath/field-set.ts';
import { FieldSetBuilder } from '../fieldpath/field-set.ts';
import type { Path } from '../fieldpath/path-element.ts';
import type { ListType, MapType, MergeType } from '../schema/merge-type.ts';
import { typeBelow } from '../schema/merge-type.ts';

export function reconcileFields(set: FieldSet, type: MergeType): FieldSet {
  const atomic: Path[] = [];
  collect(atomic, { below: set, whole: false, path: [] }, type);
  if (atomic.length === 0) return set;
  const builder = new FieldSetBuilder();
  for (const path of atomic) builder.insert(path);
  const whole = builder.build();
  return union(recursiveDifference(set, whole), whole);
}

/** `whole`: the place itself is owned, and nothing below it. */
type Owned = { readonly below: FieldSet; readonly whole: boolean; readonly path: Path };

function collect(atomic: Path[], owned: Owned, type: MergeType | undefined): void {
  if (type?.map !== undefined) collectMap(atomic, owned, type.map);
  else if (type?.scalar === undefined && type?.list !== undefined) collectList(atomic, owned, type.list);
}

function collectMap(atomic: Path[], owned: Owned, type: MapType): void {
  if (type.opaque) return;
  if (!owned.whole && type.relation === 'atomic') {
    if (owned.below.size > 0) atomic.push(owned.path);
    return;
  }
  for (const node of owned.below.values()) {
    if (node.element.kind === 'field') collect(atomic, ownedBelow(owned, node), typeBelow(type, node.element.name));
  }
}

function collectList(atomic: Path[], owned: Owned, type: ListType): void {
  if (!owned.whole && type.relation === 'atomic') {
    atomic.push(owned.path);
    return;
  }
  for (const node of owned.below.values()) collect(atomic, ownedBelow(owned, node), type.element());
}

function ownedBelow({ path }: Owned, { element, member, below }: FieldNode): Owned {
  return { below, whole: member && below.size === 0, path: [...path, element] };
}
