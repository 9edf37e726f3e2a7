// Everything that is followed without a trace: the lists of watched-kinds.ts, and what rules files and selections name.

import type { ServedResources } from '@rectrace/cluster';
import { resourceOfKind } from '@rectrace/cluster';
import type { ApiResource } from '@rectrace/kube';
import { parseGroupKind } from '@rectrace/kube';
import type { KindPattern } from '@rectrace/trace';
import type { WatchOptions } from '../options.ts';
import type { RecordSelection } from '../record-selection.ts';
import { isSecret, watchedKinds } from './watched-kinds.ts';

export type WantedOptions = {
  readonly watch: WatchOptions;
  readonly kinds: readonly KindPattern[];
  readonly selections: readonly RecordSelection[];
};

/** unknown: what was asked for by name and is not served now, one line each. */
export function wantedResources(
  served: ServedResources,
  { watch, kinds, selections }: WantedOptions,
): { readonly resources: readonly ApiResource[]; readonly unknown: readonly string[] } {
  const listed = watchedKinds(served, watch);
  const named = [...kinds.map(parseGroupKind), ...selections].flatMap((kind) => resourceOfKind(served, kind) ?? []);
  const allowed = named.filter((resource) => watch.secrets || !isSecret(resource));
  const resources = new Map([...listed.resources, ...allowed].map((resource) => [`${resource.group}/${resource.resource}`, resource]));
  return { resources: [...resources.values()], unknown: listed.unknown };
}
