// Whole manifests to start from, and where they go.
import type { JsonObject } from '@rectrace/kube';
import { RANDOM_KINDS } from '../differential/random/all-kinds.ts';
import type { Chance } from '../differential/random/chance.ts';
import type { RandomKind } from '../differential/random/random-kind.ts';
import { collectionOf } from '../differential/random/random-kind.ts';
import type { Ground } from './fuzz-request.ts';

export type Manifest = {
  readonly kind: RandomKind;
  /** Without and with the name. */
  readonly collection: string;
  readonly path: string;
  readonly body: JsonObject;
};

/** Kinds that need nothing else to be there. */
const KINDS = RANDOM_KINDS.filter(({ custom }) => custom !== true);
const NAMES = ['n0', 'n1', 'n2', 'n3', 'n4'];

export function manifest(chance: Chance, { namespace }: Pick<Ground, 'namespace'>): Manifest {
  const kind = chance.pick(KINDS);
  const name = chance.pick(NAMES);
  const collection = collectionOf(kind, namespace);
  const body = {
    apiVersion: kind.api.replace(/^\/apis?\//, ''),
    kind: kind.kind,
    metadata: { name, labels: { l: '1' } },
    ...kind.body(chance),
  };
  return { kind, collection, path: `${collection}/${name}`, body };
}

/** Collections of the namespace that fuzzing fills. */
export function filledCollections(namespace: string): readonly string[] {
  return KINDS.map((kind) => collectionOf(kind, namespace));
}
