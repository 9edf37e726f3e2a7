// What keeps a schema from being read as a structural one at all.

import type { SchemaNode } from './schema-node.ts';

const UNSUPPORTED = ['id', '$schema', '$ref', 'patternProperties', 'dependencies', 'additionalItems', 'definitions'];

/** The first of them. */
export function conversionProblem(schema: SchemaNode): string | undefined {
  const own = UNSUPPORTED.find((key) => isSet(schema.raw[key]));
  if (own !== undefined) return `OpenAPIV3Schema '${own.replace('$schema', 'schema')}' is not supported`;
  if (schema.raw['x-kubernetes-preserve-unknown-fields'] === false) {
    return "internal error: 'x-kubernetes-preserve-unknown-fields' must be true or undefined";
  }
  if (schema.itemList.length > 0) return "OpenAPIV3Schema 'items' must be a schema, but is an array";
  return partsOf(schema)
    .map(conversionProblem)
    .find((problem) => problem !== undefined);
}

function isSet(value: unknown): boolean {
  if (value === undefined || value === null || value === '') return false;
  return typeof value !== 'object' || Object.keys(value).length > 0;
}

function partsOf({ not, allOf, anyOf, oneOf, items, properties, additional }: SchemaNode): readonly SchemaNode[] {
  const single = [not, items, additional?.schema].filter((part) => part !== undefined);
  return [...single, ...allOf, ...anyOf, ...oneOf, ...properties.values()];
}
