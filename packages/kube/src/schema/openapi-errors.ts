// What definitions may not use of OpenAPI, and how Kubernetes' extensions go together. Rules are checked where the schema around them is sound.

import type { FieldError } from '../field-error.ts';
import { forbiddenField, invalidValue, notSupported } from '../field-error.ts';
import { childPath, indexPath, keyPath } from './field-path.ts';
import { listTypeErrors } from './list-type-errors.ts';
import { quoteSchema } from './quote-schema.ts';
import type { RuleContext } from './rule-context.ts';
import { ruleFieldErrors } from './rule-field-errors.ts';
import type { SchemaNode } from './schema-node.ts';

const TYPES = ['array', 'boolean', 'integer', 'number', 'object', 'string'];
const META_FIELDS = ['metadata', 'kind', 'apiVersion'];

export type OpenApiErrors = { readonly schemaErrors: readonly FieldError[]; readonly ruleErrors: readonly FieldError[] };

/** Where a schema stands. */
export type SchemaPlace = {
  readonly path: string;
  readonly isRoot: boolean;
  /** Within metadata, kind or apiVersion of a resource, also of an embedded one. */
  readonly insideMeta: boolean;
  /** Why there may be no default here. */
  readonly noDefault: string | undefined;
  /** The first schema around whose parts an update cannot match with their old values. */
  readonly uncorrelatable: string | undefined;
  /** Undefined where rules are not checked. */
  readonly rules: RuleContext | undefined;
};

type Child = { readonly schema: SchemaNode; readonly place: SchemaPlace };

export function openApiErrors(schema: SchemaNode, place: SchemaPlace): OpenApiErrors {
  const inner = childrenOf(schema, place).map(({ schema: child, place: below }) => openApiErrors(child, below));
  const schemaErrors = [
    ...standardErrors(schema, place),
    ...uniqueItemsErrors(schema, place.path),
    ...exclusiveErrors(schema, place.path),
    ...inner.flatMap((errors) => errors.schemaErrors),
    ...extensionErrors(schema, place.path),
    ...listTypeErrors(schema, place.path),
    ...ruleFieldErrors(schema, place.path),
  ];
  const own = schemaErrors.length > 0 ? [] : (place.rules?.check(place.path, place.uncorrelatable) ?? []);
  return { schemaErrors, ruleErrors: [...inner.flatMap((errors) => errors.ruleErrors), ...own] };
}

function uniqueItemsErrors({ uniqueItems }: SchemaNode, path: string): readonly FieldError[] {
  const detail = 'uniqueItems cannot be set to true since the runtime complexity becomes quadratic';
  return uniqueItems ? [forbiddenField(childPath(path, 'uniqueItems'), detail)] : [];
}

function exclusiveErrors({ additional, properties }: SchemaNode, path: string): readonly FieldError[] {
  if (additional === undefined || properties.size === 0 || (additional.allows && additional.schema === undefined)) return [];
  return [forbiddenField(childPath(path, 'additionalProperties'), 'additionalProperties and properties are mutual exclusive')];
}

function childrenOf(schema: SchemaNode, place: SchemaPlace): readonly Child[] {
  return [...additionalOf(schema, place), ...propertiesOf(schema, place), ...junctorsOf(schema, place), ...itemsOf(schema, place)];
}

function additionalOf({ additional }: SchemaNode, place: SchemaPlace): readonly Child[] {
  if (additional?.schema === undefined) return [];
  const noDefault = place.insideMeta ? 'inside additionalProperties applying to object metadata' : place.noDefault;
  const rules = place.rules?.additional(additional.schema);
  return [
    {
      schema: additional.schema,
      place: { ...place, path: childPath(place.path, 'additionalProperties'), isRoot: false, noDefault, rules },
    },
  ];
}

function propertiesOf({ properties, mapType, embedded }: SchemaNode, place: SchemaPlace): readonly Child[] {
  const correlatable = mapType === undefined || mapType === 'granular' || mapType === 'atomic';
  return [...properties].map(([name, schema]) => {
    const meta = (place.isRoot || embedded) && META_FIELDS.includes(name);
    const below: SchemaPlace = {
      path: keyPath(childPath(place.path, 'properties'), name),
      isRoot: false,
      insideMeta: meta || place.insideMeta,
      noDefault: meta && place.isRoot ? `in top-level ${name}` : place.noDefault,
      uncorrelatable: correlatable ? place.uncorrelatable : (place.uncorrelatable ?? place.path),
      rules: place.rules?.property(name, schema),
    };
    return { schema, place: below };
  });
}

function junctorsOf(schema: SchemaNode, place: SchemaPlace): readonly Child[] {
  const below = (path: string): SchemaPlace => ({ ...place, path, isRoot: false, rules: undefined });
  const listed = (['allOf', 'oneOf', 'anyOf'] as const).flatMap((key) =>
    schema[key].map((nested, index) => ({ schema: nested, place: below(indexPath(childPath(place.path, key), index)) })),
  );
  return schema.not === undefined ? listed : [{ schema: schema.not, place: below(childPath(place.path, 'not')) }, ...listed];
}

function itemsOf({ items, itemList, listType }: SchemaNode, place: SchemaPlace): readonly Child[] {
  const uncorrelatable = listType === 'map' ? place.uncorrelatable : (place.uncorrelatable ?? place.path);
  const path = childPath(place.path, 'items');
  const below = (schema: SchemaNode, at: string): Child => ({
    schema,
    place: { ...place, path: at, isRoot: false, uncorrelatable, rules: place.rules?.items(schema) },
  });
  return [...(items === undefined ? [] : [below(items, path)]), ...itemList.map((schema, index) => below(schema, indexPath(path, index)))];
}

const UNSUPPORTED: readonly (readonly [key: string, isSet: (value: unknown) => boolean])[] = [
  ['id', (value) => value !== undefined && value !== ''],
  ['additionalItems', (value) => value !== undefined],
  ['patternProperties', isFilled],
  ['definitions', isFilled],
  ['dependencies', (value) => value !== undefined],
  ['$ref', (value) => value !== undefined],
];

function isFilled(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length > 0;
}

function standardErrors(schema: SchemaNode, { path, noDefault, insideMeta }: SchemaPlace): readonly FieldError[] {
  const { type, raw, itemList, embedded } = schema;
  const forbid = (key: string, detail: string): FieldError => forbiddenField(childPath(path, key), detail);
  return [
    ...(type === '' || TYPES.includes(type) ? [] : [notSupported(childPath(path, 'type'), type, TYPES)]),
    ...(schema.default !== undefined && noDefault !== undefined ? [forbid('default', `must not be set ${noDefault}`)] : []),
    ...UNSUPPORTED.filter(([key, isSet]) => isSet(raw[key])).map(([key]) => forbid(key, `${key} is not supported`)),
    ...(type === 'null' ? [forbid('type', 'type cannot be set to null, use nullable as an alternative')] : []),
    ...(itemList.length > 0 ? [forbid('items', 'items must be a schema object and not an array')] : []),
    ...(insideMeta && embedded ? [forbid('x-kubernetes-embedded-resource', 'must not be used inside of resource meta')] : []),
  ];
}

function extensionErrors({ raw, mapType, type }: SchemaNode, path: string): readonly FieldError[] {
  const preserve = 'x-kubernetes-preserve-unknown-fields';
  const detail = 'must be object if x-kubernetes-map-type is specified';
  const place = childPath(path, 'type');
  return [
    ...(raw[preserve] === false ? [invalidValue(childPath(path, preserve), false, 'must be true or undefined')] : []),
    ...(mapType === undefined || type === 'object'
      ? []
      : [type === '' ? { type: 'FieldValueRequired' as const, field: place, detail } : invalidValue(place, type, detail)]),
    ...(mapType === undefined || ['atomic', 'granular'].includes(mapType)
      ? []
      : [notSupported(childPath(path, 'x-kubernetes-map-type'), mapType, ['atomic', 'granular'])]),
  ];
}

const AT_ROOT_WITH_STATUS =
  'Description Type Format Title Maximum ExclusiveMaximum Minimum ExclusiveMinimum MaxLength MinLength Pattern MaxItems MinItems ' +
  'UniqueItems MultipleOf Required Items Properties ExternalDocs Example XPreserveUnknownFields XValidations';

/** With a status subresource, the root may only have what does not reach into the status. */
export function statusRootErrors(schema: SchemaNode, path: string): readonly FieldError[] {
  const quoted = quoteSchema(schema);
  const allowed = AT_ROOT_WITH_STATUS.split(' ');
  for (const [field, value] of Object.entries(quoted)) {
    if (isZero(value)) continue;
    if (field === 'Type' && schema.type !== 'object') {
      const detail = 'only "object" is allowed as the type at the root of the schema if the status subresource is enabled';
      return [invalidValue(childPath(path, 'type'), schema.type, detail)];
    }
    if (!allowed.includes(field)) {
      const detail = `only [${AT_ROOT_WITH_STATUS}] fields are allowed at the root of the schema if the status subresource is enabled`;
      return [invalidValue(path, quoted, detail)];
    }
  }
  return [];
}

function isZero(value: unknown): boolean {
  return value === null || value === '' || value === false;
}
