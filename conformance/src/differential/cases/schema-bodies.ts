// Schemas of the cases about custom resources, wrapped into definitions.
import { definitionBody } from './definition-bodies.ts';

export type Schema = Readonly<Record<string, unknown>>;

/** An object whose spec has these properties. */
export function specSchema(properties: Readonly<Record<string, Schema>>, more: Schema = {}): Schema {
  return { type: 'object', properties: { spec: { type: 'object', properties, ...more } } };
}

export function schemaDefinition(group: string, schema: Schema, more: Schema = {}): ReturnType<typeof definitionBody> {
  return definitionBody({ group, versions: [{ schema: { openAPIV3Schema: schema }, ...more }] });
}
