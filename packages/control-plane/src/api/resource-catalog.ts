// Which resources are served: the built-in ones, and those that definitions add.
import type { ServedResource } from './served-resource.ts';

/** What discovery says of one group. */
export type CatalogGroup = {
  readonly group: string;
  /** In the order of preference. */
  readonly versions: readonly CatalogVersion[];
  /** Added by definitions. */
  readonly custom?: true;
};
export type CatalogVersion = { readonly version: string; readonly resources: readonly ServedResource[] };

export type Lookup =
  | { readonly kind: 'found'; readonly resource: ServedResource }
  /** The group version is served, the resource is not in it. */
  | { readonly kind: 'no-resource' }
  /** Of a group that definitions add: its failures are plain text. */
  | { readonly kind: 'no-custom-resource' }
  | { readonly kind: 'no-group-version' };

export interface ResourceCatalog {
  lookup(group: string, version: string, resource: string): Lookup;
  /** In the order of discovery; the core group first. */
  groups(): readonly CatalogGroup[];
  /** All that show the same objects, the resource itself included. */
  equivalents(resource: ServedResource): readonly ServedResource[];
}
