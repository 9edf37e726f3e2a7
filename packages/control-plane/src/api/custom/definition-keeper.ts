// Keeps the status of definitions, and removes the objects of those that are being deleted. Runs after every write to a definition.
import type { Clock, JsonObject } from '@rectrace/kube';
import { walkFrom } from '../../storage/ordered-map.ts';
import type { Store, StoreWatch } from '../../storage/store.ts';
import type { Draft } from '../draft.ts';
import { draftOf, ensureChild } from '../draft.ts';
import { noteWrite } from '../field-manager.ts';
import { finalizersOf, generationOf, isDeleting, metadataOf, nameOf, resourceVersionOf, timestamp, withTidyMetadata } from '../metadata.ts';
import type { ResourceCatalog } from '../resource-catalog.ts';
import { DEFINITIONS, readDefinition } from './definition.ts';
import { nextDefinition, setCondition } from './definition-status.ts';

export const CLEANUP_FINALIZER = 'customresourcecleanup.apiextensions.k8s.io';

type Keeping = { readonly store: Store; readonly clock: Clock; readonly catalog: ResourceCatalog };

const KEEPER = 'kube-apiserver';

/** From now on; what has been stored before is looked at once. */
export function keepDefinitions(keeping: Keeping): void {
  new DefinitionKeeper(keeping).start();
}

/** At once, those that are not being deleted: what they define is served then. */
export function establishDefinitions(keeping: Keeping): void {
  settle(keeping, (stored) => !isDeleting(stored));
}

/** Until nothing is left to do. */
function settle(keeping: Keeping, concerns: (stored: JsonObject) => boolean): void {
  for (let changed = true; changed; )
    changed = definitionsIn(keeping.store)
      .filter(concerns)
      .some((stored) => advance(keeping, stored));
}

class DefinitionKeeper {
  readonly #keeping: Keeping;
  /** Of objects whose definition is being deleted. */
  readonly #held = new Map<string, StoreWatch>();
  #asked = false;

  constructor(keeping: Keeping) {
    this.#keeping = keeping;
  }

  start(): void {
    const { store } = this.#keeping;
    store.watch(DEFINITIONS, { after: store.revision, onWrite: () => this.#ask() });
    this.#ask();
  }

  #ask(): void {
    if (this.#asked) return;
    this.#asked = true;
    void Promise.resolve().then(() => this.#look());
  }

  #look(): void {
    const { store } = this.#keeping;
    this.#asked = false;
    settle(this.#keeping, () => true);
    this.#watchHeld(new Set(definitionsIn(store).filter(isDeleting).map(storageOf)));
  }

  #watchHeld(ending: ReadonlySet<string>): void {
    const { store } = this.#keeping;
    for (const [resource, watch] of this.#held) {
      if (!ending.has(resource)) watch.close();
      if (!ending.has(resource)) this.#held.delete(resource);
    }
    for (const resource of ending) {
      const opened = this.#held.has(resource) ? undefined : store.watch(resource, { after: store.revision, onWrite: () => this.#ask() });
      if (opened?.kind === 'watch') this.#held.set(resource, opened.watch);
    }
  }
}

function storageOf(stored: JsonObject): string {
  const { names, group } = readDefinition(stored);
  return `${names.plural}.${group}`;
}

function definitionsIn(store: Store): readonly JsonObject[] {
  const snapshot = store.snapshot(DEFINITIONS);
  const found: JsonObject[] = [];
  if (snapshot.kind === 'snapshot') walkFrom(snapshot.objects, undefined, (_key, { object }) => found.push(object) > 0);
  return found;
}

/** True where something was written. */
function advance(keeping: Keeping, stored: JsonObject): boolean {
  const { store, clock } = keeping;
  const now = timestamp(clock.now());
  if (isDeleting(stored)) return cleanUp(keeping, stored, now);
  const others = definitionsIn(store).filter((other) => nameOf(other) !== nameOf(stored));
  const next = nextDefinition(stored, others, now);
  return next !== undefined && write(keeping, stored, draftOf(next));
}

function write({ store, clock, catalog }: Keeping, stored: JsonObject, object: Draft): boolean {
  const place = { resource: DEFINITIONS, key: nameOf(stored) };
  const found = catalog.lookup('apiextensions.k8s.io', 'v1', 'customresourcedefinitions');
  if (found.kind === 'found')
    noteWrite(object, stored, { resource: found.resource, subresource: 'status', manager: KEEPER, now: timestamp(clock.now()) });
  return store.update(place, { object, expected: Number(resourceVersionOf(stored)) }).kind === 'updated';
}

/** First says that it begins, then removes the objects, then lets the definition go; an object with finalizers holds it. */
function cleanUp(keeping: Keeping, stored: JsonObject, now: string): boolean {
  const { store } = keeping;
  if (!finalizersOf(stored).includes(CLEANUP_FINALIZER)) return false;
  const draft = draftOf(stored);
  const status = ensureChild(draft, 'status');
  setCondition(
    status,
    { type: 'Terminating', status: 'True', reason: 'InstanceDeletionInProgress', message: 'CustomResource deletion is in progress' },
    now,
  );
  if (JSON.stringify(draft) !== JSON.stringify(stored)) return write(keeping, stored, draft);
  if (removeObjects(store, stored, now)) return true;
  const left = store.snapshot(storageOf(stored));
  if (left.kind === 'snapshot' && left.objects.size > 0) return false;
  return letGo(keeping, stored);
}

function letGo(keeping: Keeping, stored: JsonObject): boolean {
  const { store } = keeping;
  const rest = finalizersOf(stored).filter((name) => name !== CLEANUP_FINALIZER);
  if (rest.length === 0) {
    const place = { resource: DEFINITIONS, key: nameOf(stored) };
    return store.delete(place, { object: stored, expected: Number(resourceVersionOf(stored)) }).kind === 'deleted';
  }
  const draft = draftOf(stored);
  metadataOf(draft)['finalizers'] = rest;
  return write(keeping, stored, draft);
}

function removeObjects(store: Store, stored: JsonObject, now: string): boolean {
  const resource = storageOf(stored);
  const snapshot = store.snapshot(resource);
  if (snapshot.kind !== 'snapshot') return false;
  const found: { readonly key: string; readonly object: JsonObject; readonly revision: number }[] = [];
  walkFrom(snapshot.objects, undefined, (key, { object, revision }) => found.push({ key, object, revision }) > 0);
  let changed = false;
  for (const { key, object, revision } of found) {
    if (finalizersOf(object).length === 0)
      changed = store.delete({ resource, key }, { object, expected: revision }).kind === 'deleted' || changed;
    else if (!isDeleting(object)) {
      const marked = draftOf(object);
      Object.assign(metadataOf(marked), { deletionTimestamp: now, deletionGracePeriodSeconds: 0, generation: generationOf(object) + 1 });
      changed = store.update({ resource, key }, { object: withTidyMetadata(marked), expected: revision }).kind === 'updated' || changed;
    }
  }
  return changed;
}
