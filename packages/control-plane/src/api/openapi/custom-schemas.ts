// The schemas of a custom kind and of its list, as OpenAPI shows them.
import type { JsonObject } from '@rectrace/kube';
import { isJsonObject } from '@rectrace/kube';

export type CustomKind = {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly listKind: string;
  readonly plural: string;
  readonly namespaced: boolean;
  /** Has a status subresource. */
  readonly status: boolean;
  readonly schema: JsonObject;
  /** 'org.example.v1.Kind' */
  readonly schemaName: string;
  readonly listName: string;
};

const CONVENTIONS = 'https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md';
const API_VERSION = {
  description: `APIVersion defines the versioned schema of this representation of an object. Servers should convert recognized schemas to the latest internal value, and may reject unrecognized values. More info: ${CONVENTIONS}#resources`,
  type: 'string',
};
const KIND = {
  description: `Kind is a string value representing the REST resource this object represents. Servers may infer this from the endpoint the client submits requests to. Cannot be updated. In CamelCase. More info: ${CONVENTIONS}#types-kinds`,
  type: 'string',
};

export function customSchemas(kind: CustomKind): JsonObject {
  return { [kind.schemaName]: objectSchema(kind), [kind.listName]: listSchema(kind) };
}

function objectSchema({ schema, group, version, kind }: CustomKind): JsonObject {
  const properties = isJsonObject(schema['properties']) ? schema['properties'] : {};
  return {
    ...schema,
    properties: { ...properties, apiVersion: API_VERSION, kind: KIND, metadata: metaSchema('ObjectMeta', 'object') },
    'x-kubernetes-group-version-kind': [{ group, kind, version }],
  };
}

function listSchema({ schemaName, plural, kind, listKind, group, version }: CustomKind): JsonObject {
  return {
    description: `${listKind} is a list of ${kind}`,
    type: 'object',
    required: ['items'],
    properties: {
      apiVersion: API_VERSION,
      items: {
        description: `List of ${plural}. More info: ${CONVENTIONS}`,
        type: 'array',
        items: { $ref: `#/components/schemas/${schemaName}` },
      },
      kind: KIND,
      metadata: metaSchema('ListMeta', 'list'),
    },
    'x-kubernetes-group-version-kind': [{ group, kind: listKind, version }],
  };
}

function metaSchema(name: string, what: string): JsonObject {
  return {
    description: `Standard ${what}${what === 'list' ? '' : "'s"} metadata. More info: ${CONVENTIONS}#${what === 'list' ? 'types-kinds' : 'metadata'}`,
    allOf: [{ $ref: `#/components/schemas/io.k8s.apimachinery.pkg.apis.meta.v1.${name}` }],
  };
}
