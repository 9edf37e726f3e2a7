// The schemas of a custom kind and of its list, as OpenAPI shows them.
import type { JsonObject } from '@rectrace/kube';
import { isJsonObject } from '@rectrace/kube';

/** How the schemas of metadata are named. */
export const META = 'io.k8s.apimachinery.pkg.apis.meta.v1.';

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
  /** JSON paths that field selectors may name. */
  readonly selectable: readonly string[];
  /** Has a scale subresource. */
  readonly scale: boolean;
  /** 'org.example.v1.Kind' */
  readonly schemaName: string;
  readonly listName: string;
};

export const CONVENTIONS = 'https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md';
const API_VERSION = {
  description: `APIVersion defines the versioned schema of this representation of an object. Servers should convert recognized schemas to the latest internal value, and may reject unrecognized values. More info: ${CONVENTIONS}#resources`,
  type: 'string',
};
const KIND = {
  description: `Kind is a string value representing the REST resource this object represents. Servers may infer this from the endpoint the client submits requests to. Cannot be updated. In CamelCase. More info: ${CONVENTIONS}#types-kinds`,
  type: 'string',
};

/** How a version of OpenAPI names a schema, with a description where there is one. */
export type Referring = (schema: string, description?: string) => JsonObject;

const referring: Referring = (schema, description) => {
  const named = { $ref: `#/components/schemas/${schema}` };
  return description === undefined ? named : { description, allOf: [named] };
};

export function customSchemas(kind: CustomKind): JsonObject {
  return { [kind.schemaName]: objectSchema(kind), [kind.listName]: listSchema(kind, referring) };
}

function objectSchema(kind: CustomKind): JsonObject {
  return { ...withOwnFields(kind.schema, referring), ...groupVersionKinds(kind, kind.kind) };
}

/** With the fields that every object has. */
export function withOwnFields(schema: JsonObject, refer: Referring): JsonObject {
  const properties = isJsonObject(schema['properties']) ? schema['properties'] : {};
  return { ...schema, properties: { ...properties, apiVersion: API_VERSION, kind: KIND, metadata: objectMetadata(refer) } };
}

export function objectMetadata(refer: Referring): JsonObject {
  return refer(`${META}ObjectMeta`, `Standard object's metadata. More info: ${CONVENTIONS}#metadata`);
}

export function listSchema(kind: CustomKind, refer: Referring): JsonObject {
  return {
    description: `${kind.listKind} is a list of ${kind.kind}`,
    type: 'object',
    required: ['items'],
    properties: {
      apiVersion: API_VERSION,
      items: { description: `List of ${kind.plural}. More info: ${CONVENTIONS}`, type: 'array', items: refer(kind.schemaName) },
      kind: KIND,
      metadata: refer(`${META}ListMeta`, `Standard list metadata. More info: ${CONVENTIONS}#types-kinds`),
    },
    ...groupVersionKinds(kind, kind.listKind),
  };
}

export function groupVersionKinds({ group, version }: CustomKind, kind: string): JsonObject {
  return { 'x-kubernetes-group-version-kind': [{ group, kind, version }] };
}
