// Formats of texts that Kubernetes does not check: a definition is accepted with them, but warned about.

import type { Json } from '../json.ts';
import { isKnownFormat } from './formats.ts';
import { parseSchema, type SchemaNode } from './schema-node.ts';

export function unknownFormats(schema: Json): readonly string[] {
  return formatsIn(parseSchema(schema));
}

function formatsIn(schema: SchemaNode): readonly string[] {
  const { type, format, items, itemList, allOf, anyOf, oneOf, not, properties, additional } = schema;
  const own = type === 'string' && format !== '' && !isKnownFormat(format) ? [format] : [];
  const single = [not, additional?.schema].filter((part) => part !== undefined);
  const parts = [...(items === undefined ? [] : [items]), ...itemList, ...allOf, ...anyOf, ...oneOf, ...single, ...properties.values()];
  return [...own, ...parts.flatMap(formatsIn)];
}
