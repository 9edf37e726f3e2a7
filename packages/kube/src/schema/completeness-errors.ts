// What allOf, anyOf, oneOf and not say of a field has to have a counterpart outside of them.

import type { FieldError } from '../field-error.ts';
import { required } from '../field-error.ts';
import { childPath, indexPath, keyPath } from './field-path.ts';
import type { SchemaNode } from './schema-node.ts';

type Counterpart = { readonly schema: SchemaNode | undefined; readonly path: string };

/** Only of the root: what is nested in properties is checked from there. */
export function completenessErrors(schema: SchemaNode, path: string): readonly FieldError[] {
  return junctorErrors(schema, path, { schema, path });
}

function junctorErrors(schema: SchemaNode, path: string, counterpart: Counterpart): readonly FieldError[] {
  const each = (key: 'allOf' | 'anyOf' | 'oneOf'): readonly FieldError[] =>
    schema[key].flatMap((nested, index) => nestedErrors(nested, indexPath(childPath(path, key), index), counterpart));
  return [
    ...(schema.not === undefined ? [] : nestedErrors(schema.not, childPath(path, 'not'), counterpart)),
    ...each('allOf'),
    ...each('anyOf'),
    ...each('oneOf'),
  ];
}

function nestedErrors(schema: SchemaNode, path: string, counterpart: Counterpart): readonly FieldError[] {
  if (counterpart.schema === undefined) return [required(counterpart.path, `because it is defined in ${path}`)];
  const { items, properties } = schema;
  const known = counterpart.schema;
  const below = (name: string): Counterpart => ({
    schema: known.properties.get(name),
    path: keyPath(childPath(counterpart.path, 'properties'), name),
  });
  return [
    ...junctorErrors(schema, path, counterpart),
    ...(items === undefined
      ? []
      : nestedErrors(items, childPath(path, 'items'), { schema: known.items, path: childPath(counterpart.path, 'items') })),
    ...[...properties].flatMap(([name, property]) => nestedErrors(property, keyPath(childPath(path, 'properties'), name), below(name))),
  ];
}
