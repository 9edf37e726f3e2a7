// The built-in kinds as strategic merge sees them: their Go types, and the patch strategies that the API server publishes for their fields.
import type { PatchField, PatchShape } from '@rectrace/kube';
import type { MergeRule } from '../generated/merge-rules.ts';
import { FIELD_RULES } from '../generated/merge-rules.ts';
import type { ObjectType, Shape, TypeTable } from '../type-table.ts';

const NO_RULE: MergeRule = {};

/** Of a type of the table. */
export function patchShape(type: ObjectType, table: TypeTable): PatchShape {
  const rules = FIELD_RULES[type.name] ?? {};
  return {
    kind: 'struct',
    name: type.goName,
    field: (name) => {
      const field = type.jsonFields.get(name);
      return field === undefined ? undefined : patchField(field.shape, rules[name] ?? NO_RULE, table);
    },
  };
}

function patchField(shape: Shape, { strategy, mergeKey }: MergeRule, table: TypeTable): PatchField {
  return { shape: shapeOf(shape, table), strategy: strategy ?? '', mergeKey: mergeKey ?? '' };
}

function shapeOf(shape: Shape, table: TypeTable): PatchShape {
  switch (shape.kind) {
    case 'object':
      return patchShape(table.type(shape.type), table);
    case 'list':
      return { kind: 'list', of: () => shapeOf(shape.of, table) };
    case 'map':
      return { kind: 'other', goKind: 'map' };
    case 'plain':
      return shape.scalar === 'bytes' ? { kind: 'list', of: () => BYTE } : { kind: 'other', goKind: shape.scalar };
    case 'special':
      return { kind: 'struct', name: shape.scalar, field: () => undefined };
  }
}

const BYTE: PatchShape = { kind: 'other', goKind: 'uint8' };
