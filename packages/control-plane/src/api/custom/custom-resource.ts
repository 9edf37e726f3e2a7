// One version of a custom resource, as the API serves it.
import type { JsonObject, StructuralSchema } from '@rectrace/kube';
import { jsonEquals, valueAt } from '@rectrace/kube';
import type { ServedResource, ServedSubresource, TableColumns } from '../served-resource.ts';
import type { TypeTable } from '../type-table.ts';
import { customCodec } from './custom-codec.ts';
import { customMerging } from './custom-merging.ts';
import { customScale } from './custom-scale.ts';
import { customStrategy } from './custom-strategy.ts';
import type { CustomVersions } from './custom-versions.ts';
import type { Definition, DefinitionVersion } from './definition.ts';
import { DEFINITIONS, definitionIs, readNames } from './definition.ts';
import { printerColumns } from './printer-columns.ts';
import { storageVersionHash } from './storage-version-hash.ts';

const VERBS = ['delete', 'deletecollection', 'get', 'list', 'patch', 'create', 'update', 'watch'];
const PART_VERBS = ['get', 'patch', 'update'];

export type CustomParts = {
  readonly stored: JsonObject;
  readonly definition: Definition;
  readonly version: DefinitionVersion;
  readonly table: TypeTable;
  readonly versions: CustomVersions;
  readonly schema: StructuralSchema;
};

export function customResource({ stored, definition, version, table, versions, schema }: CustomParts): ServedResource {
  const { group, namespaced } = definition;
  const names = readNames((stored['status'] as JsonObject | undefined)?.['acceptedNames']);
  const storage = definition.versions.find((known) => known.storage)?.name ?? version.name;
  const apiVersion = `${group}/${version.name}`;
  const present = (object: JsonObject): JsonObject => versions.present(object, apiVersion);
  const conversion = versions.conversionOf(apiVersion);
  const resource: ServedResource = {
    group,
    version: version.name,
    resource: definition.names.plural,
    kind: definition.names.kind,
    singular: names.singular,
    namespaced,
    verbs: VERBS,
    shortNames: names.shortNames,
    categories: names.categories,
    storageVersionHash: storageVersionHash({ group, version: storage, kind: definition.names.kind }),
    subresources: subresourcesOf(definition, version),
    storage: `${definition.names.plural}.${group}`,
    keyPrefix: `/registry/${group}/${definition.names.plural}`,
    codec: customCodec({ apiVersion, versions, kind: definition.names.kind, schema }, table),
    strategy: customStrategy({ kind: definition.names.kind, apiVersion, versions, version, schema }),
    merging: customMerging({ definition, version }, table),
    custom: true,
    ...(conversion === undefined ? {} : { conversion }),
    columns: presentedColumns(printerColumns(version.columns), present),
    source: { resource: DEFINITIONS, key: `${definition.names.plural}.${group}`, holds: (now) => servesTheSame(stored, now) },
    closing: definitionIs(stored, 'Terminating'),
    ...(version.deprecation === undefined ? {} : { deprecation: version.deprecation }),
  };
  const { scale } = version;
  return scale === undefined ? resource : { ...resource, scale: (kind) => customScale(resource, scale, kind) };
}

/** Whether two states of a definition differ only in what changes nothing about its resources. */
function servesTheSame(before: JsonObject, now: JsonObject | undefined): boolean {
  const places = [['metadata', 'uid'], ['spec'], ['status', 'acceptedNames']];
  return places.every((place) => jsonEquals(valueAt(before, place), valueAt(now ?? {}, place)));
}

function presentedColumns({ definitions, cells }: TableColumns, present: (object: JsonObject) => JsonObject): TableColumns {
  return { definitions, cells: (object, now) => cells(present(object), now) };
}

function subresourcesOf({ group, names }: Definition, version: DefinitionVersion): readonly ServedSubresource[] {
  const status = { name: 'status', kind: names.kind, group, version: version.name, verbs: PART_VERBS };
  const scale = { name: 'scale', kind: 'Scale', group: 'autoscaling', version: 'v1', verbs: PART_VERBS };
  return [...(version.status ? [status] : []), ...(version.scale === undefined ? [] : [scale])];
}
