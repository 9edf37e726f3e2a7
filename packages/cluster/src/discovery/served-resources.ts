// What an API server serves, as values: every resource in every version, versions in the server's order of preference.

import type { ApiResource } from '@rectrace/kube';

/** A group or group version that could not be read: an aggregated API server that is down. */
export type UnreadGroup = { readonly group: string; readonly version: string; readonly reason: string };

export type ServedResources = {
  /** All versions; per group the preferred version first, groups in the server's order, core first. Subresources are left out. */
  readonly resources: readonly ApiResource[];
  readonly unread: readonly UnreadGroup[];
};

/** One entry per group and resource, in its preferred version. */
export function preferredResources(served: ServedResources): readonly ApiResource[] {
  const seen = new Map<string, ApiResource>();
  for (const resource of served.resources) {
    const key = `${resource.resource}.${resource.group}`;
    if (!seen.has(key)) seen.set(key, resource);
  }
  return [...seen.values()];
}

/** The resource of a kind in a group; in that version where it is served, else the preferred one. */
export function resourceOfKind(
  served: ServedResources,
  wanted: { readonly group: string; readonly kind: string; readonly version?: string },
): ApiResource | undefined {
  const all = served.resources.filter((resource) => resource.group === wanted.group && resource.kind === wanted.kind);
  return all.find((resource) => resource.version === wanted.version) ?? all[0];
}
