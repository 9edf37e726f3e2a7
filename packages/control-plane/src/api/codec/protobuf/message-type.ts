// Which message a kind is: one of the table, or one of the kinds that every group version has.
import type { ObjectType, TypeTable } from '../../type-table.ts';
import type { KindHint } from '../representation.ts';

const OF_ALL_GROUPS = ['Status', 'DeleteOptions', 'CreateOptions', 'UpdateOptions', 'PatchOptions', 'ListOptions'];
const OF_DISCOVERY = ['APIGroup', 'APIGroupList', 'APIResourceList', 'APIVersions'];
const OF_METADATA = ['PartialObjectMetadata', 'PartialObjectMetadataList'];

/** Undefined for a kind that has no message. */
export function messageType(table: TypeTable, { apiVersion, kind }: KindHint): ObjectType | undefined {
  if (kind === 'Table') return undefined;
  const known = table.ofKind(apiVersion, kind);
  if (known !== undefined) return known;
  const meta = OF_ALL_GROUPS.includes(kind) || (apiVersion === 'v1' && OF_DISCOVERY.includes(kind));
  const partial = apiVersion.startsWith('meta.k8s.io/') && OF_METADATA.includes(kind);
  return meta || partial ? table.type(`meta.v1.${kind}`) : undefined;
}
