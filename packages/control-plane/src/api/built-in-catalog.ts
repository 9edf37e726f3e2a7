// The built-in resources: what discovery publishes, each with its codec and its strategy.
import type { Json } from '@rectrace/kube';
import { autoscalerConversion } from './codec/autoscaler-versions.ts';
import { betweenVersions } from './codec/between-versions.ts';
import type { CodecTables, VersionConversion } from './codec/built-in-codec.ts';
import { builtInCodec } from './codec/built-in-codec.ts';
import { decodeTyped } from './codec/decode-typed.ts';
import { eventConversion } from './codec/event-versions.ts';
import { builtInColumns } from './columns/built-in-columns.ts';
import type { SchemaEngine } from './custom/schema-engine.ts';
import type { DiscoveredGroup, DiscoveredResource } from './generated/discovery.ts';
import { DISCOVERED_GROUPS } from './generated/discovery.ts';
import { BuiltInTypes } from './patch/built-in-types.ts';
import { builtInMerging } from './patch/resource-merging.ts';
import type { CatalogGroup, CatalogVersion } from './resource-catalog.ts';
import { baseStrategy } from './resources/base-strategy.ts';
import { BUILT_IN_TRAITS } from './resources/built-in-traits.ts';
import type { StrategyOf } from './resources/strategies.ts';
import { builtInStrategies } from './resources/strategies.ts';
import type { ServedResource, ServedSubresource } from './served-resource.ts';
import { apiVersionOf } from './served-resource.ts';
import type { ResourceStrategy } from './strategy.ts';
import type { TypeTable } from './type-table.ts';

/** Where etcd would hold them, where it is not under their own name. */
const KEY_PREFIXES: Readonly<Record<string, string>> = {
  services: '/registry/services/specs',
  endpoints: '/registry/services/endpoints',
  nodes: '/registry/minions',
  replicationcontrollers: '/registry/controllers',
  'ingresses.networking.k8s.io': '/registry/ingress',
  'customresourcedefinitions.apiextensions.k8s.io': '/registry/apiextensions.k8s.io/customresourcedefinitions',
  'apiservices.apiregistration.k8s.io': '/registry/apiregistration.k8s.io/apiservices',
};

const DEPRECATIONS: Readonly<Record<string, string>> = {
  endpoints: 'v1 Endpoints is deprecated in v1.33+; use discovery.k8s.io/v1 EndpointSlice',
  componentstatuses: 'v1 ComponentStatus is deprecated in v1.19+',
};

/** Resources of which another group shows the same objects. */
const SHARED_STORAGE: Readonly<Record<string, string>> = { 'events.events.k8s.io': 'events' };

/** By storage, of those that the store keeps as another group or version writes them. */
const CONVERSIONS: Readonly<Record<string, Readonly<Record<string, (table: TypeTable) => VersionConversion>>>> = {
  events: { 'events.k8s.io/v1': eventConversion },
  'horizontalpodautoscalers.autoscaling': { 'autoscaling/v1': autoscalerConversion },
};

export type CatalogTables = CodecTables & { readonly schemas: SchemaEngine };

type MergeTables = CatalogTables & { readonly types: BuiltInTypes; readonly strategies: Readonly<Record<string, StrategyOf>> };

/** Groups in the order of discovery. */
export function builtInGroups(given: CatalogTables): readonly CatalogGroup[] {
  const tables: MergeTables = { ...given, types: new BuiltInTypes(given.table), strategies: builtInStrategies(given.schemas) };
  return DISCOVERED_GROUPS.map((group) => ({
    group: group.group,
    versions: group.versions.map((version) => versionOf(tables, group, version)),
  }));
}

type DiscoveredVersion = DiscoveredGroup['versions'][number];

function versionOf(tables: MergeTables, { group }: DiscoveredGroup, { version, resources }: DiscoveredVersion): CatalogVersion {
  return { version, resources: resources.map((resource) => servedResource(tables, { group, version }, resource)) };
}

type GroupVersion = { readonly group: string; readonly version: string };

/** What takes long to make is made when it is first asked for: of most kinds, never. */
function servedResource(tables: MergeTables, groupVersion: GroupVersion, resource: DiscoveredResource): ServedResource {
  const { group } = groupVersion;
  const name = group === '' ? resource.resource : `${resource.resource}.${group}`;
  const storage = SHARED_STORAGE[name] ?? name;
  const apiVersion = apiVersionOf(groupVersion);
  const conversions = Object.fromEntries(
    Object.entries(CONVERSIONS[storage] ?? {}).map(([version, make]) => [version, make(tables.table)]),
  );
  const conversion = conversions[apiVersion];
  const versioned = conversion === undefined ? {} : { conversion };
  const convert = Object.keys(conversions).length === 0 ? undefined : betweenVersions(conversions);
  const codec = madeOnce(() => builtInCodec({ apiVersion, kind: resource.kind, ...versioned }, tables));
  const strategy = madeOnce(() => strategyOf(tables, { name, storage, apiVersion, conversion, resource }));
  const columns = madeOnce(() => builtInColumns(storage));
  return {
    ...groupVersion,
    ...resource,
    subresources: resource.subresources.map((subresource): ServedSubresource => ({ ...groupVersion, ...subresource })),
    storage,
    keyPrefix: KEY_PREFIXES[storage] ?? `/registry/${resource.resource}`,
    get codec() {
      return codec();
    },
    get strategy() {
      return strategy();
    },
    merging: builtInMerging({ apiVersion, kind: resource.kind, storage, convert }, tables),
    custom: false,
    get columns() {
      return columns();
    },
    ...(DEPRECATIONS[storage] === undefined ? {} : { deprecation: DEPRECATIONS[storage] }),
  };
}

function madeOnce<Made>(make: () => Made): () => Made {
  let made: Made | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

type Named = {
  readonly name: string;
  readonly storage: string;
  readonly apiVersion: string;
  readonly conversion: VersionConversion | undefined;
  readonly resource: DiscoveredResource;
};

function strategyOf({ table, strategies }: MergeTables, named: Named): ResourceStrategy {
  const { name, storage, resource } = named;
  const hasStatus = resource.subresources.some(({ name }) => name === 'status');
  const base = baseStrategy({
    traits: BUILT_IN_TRAITS[storage] ?? {},
    ...(hasStatus ? { status: { empty: emptyStatus(table, named) } } : {}),
  });
  return (strategies[name] ?? strategies[storage])?.(base) ?? base;
}

/** As the store has it. */
function emptyStatus(table: TypeTable, { apiVersion, conversion, resource }: Named): Json {
  const type = conversion === undefined ? table.ofKind(apiVersion, resource.kind) : table.type(conversion.storedType);
  if (type === undefined) return {};
  const decoded = decodeTyped({}, type, { table });
  return decoded.kind === 'decoded' ? (decoded.object['status'] ?? {}) : {};
}
