// Puts what every API server makes at its start into the store, as kube-apiserver stores it: nothing of it has to be admitted or prepared.
import type { JsonObject } from '@rectrace/kube';
import { isJsonObject, parseJson } from '@rectrace/kube';
import type { Draft } from '../api/draft.ts';
import { childrenOf, descend } from '../api/draft.ts';
import { BOOTSTRAP_COLLECTIONS } from '../api/generated/bootstrap-objects.ts';
import { metadataOf, nameOf, namespaceOf, withTidyMetadata } from '../api/metadata.ts';
import type { RandomSource } from '../api/random-source.ts';
import { newUid } from '../api/random-source.ts';
import type { Store } from '../storage/store.ts';
import { objectKey } from '../storage/stored-object.ts';

export type FirstObjects = {
  readonly random: RandomSource;
  /** RFC 3339. */
  readonly now: string;
  /** Whether an object of a collection comes from elsewhere. */
  readonly isHeld: (collection: string, object: JsonObject) => boolean;
};

export function placeFirstObjects(store: Store, { random, now, isHeld }: FirstObjects): void {
  for (const { path, resource, objects } of BOOTSTRAP_COLLECTIONS) {
    for (const text of objects) {
      const parsed = parseJson(text);
      if (!isJsonObject(parsed) || isHeld(path, parsed)) continue;
      const object = born(parsed as Draft, { uid: newUid(random), now });
      store.create({ resource, key: objectKey(namespaceOf(object), nameOf(object)) }, object);
    }
  }
}

/** With what differs from start to start. */
function born(draft: Draft, { uid, now }: { readonly uid: string; readonly now: string }): Draft {
  const metadata = metadataOf(draft);
  metadata['uid'] = uid;
  metadata['creationTimestamp'] = now;
  for (const entry of childrenOf(metadata, 'managedFields')) entry['time'] = now;
  for (const condition of childrenOf(descend(draft, 'status'), 'conditions')) condition['lastTransitionTime'] = now;
  return withTidyMetadata(draft);
}
