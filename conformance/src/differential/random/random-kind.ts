// The kinds that random sequences are made of, each with bodies that are valid more often than not.
import type { JsonObject } from '@rectrace/kube';
import type { Chance } from './chance.ts';

export type RandomKind = {
  readonly title: string;
  /** e.g. /api/v1 or /apis/apps/v1 */
  readonly api: string;
  readonly plural: string;
  readonly kind: string;
  readonly namespaced: boolean;
  /** Everything but its name; made anew for every creation. */
  readonly body: (chance: Chance) => JsonObject;
  /** A status to write where the kind has /status. */
  readonly status?: (chance: Chance) => JsonObject;
  /** Has /scale. */
  readonly scales?: boolean;
  /** Strategic merge patches are not for it. */
  readonly custom?: boolean;
  /** Field selectors beside metadata.name. */
  readonly fields?: readonly string[];
};

/** Where the objects of a kind are. */
export function collectionOf({ api, plural, namespaced }: RandomKind, namespace: string): string {
  return namespaced ? `${api}/namespaces/${namespace}/${plural}` : `${api}/${plural}`;
}
