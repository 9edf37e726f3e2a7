// The view, kept: every message about an object makes it newer, never older. What a controller just wrote is in it before the server tells of it.
import type { KubeObject } from '@rectrace/kube';
import { compareResourceVersions } from '@rectrace/kube';
import type { OrderedMap } from '../../storage/ordered-map.ts';
import { emptyMap, valueIn, walkFrom, withEntry, withoutEntry } from '../../storage/ordered-map.ts';
import type { FeedMessage } from './object-feed.ts';
import type { Index, ObjectName, ObjectView } from './object-view.ts';
import { keyOf, keyOfObject } from './object-view.ts';
import type { Resource } from './resource.ts';
import { storageNameOf } from './resource.ts';

/** What a message changed. `previous` is absent for a new object, `current` for one that is gone. */
export type ObjectChange<Shape extends KubeObject = KubeObject> = {
  readonly previous: Shape | undefined;
  readonly current: Shape | undefined;
};

type Objects = OrderedMap<string, KubeObject>;

export class ObjectCache implements ObjectView {
  readonly #shelves = new Map<string, Shelf>();

  /** Nothing where the message tells nothing new. An object under a name of one that is gone is another: two changes. */
  apply(message: FeedMessage): readonly ObjectChange[] {
    const shelf = this.#shelf(message.resource);
    switch (message.kind) {
      case 'present':
        return shelf.replace(message.objects);
      case 'written':
        return shelf.put(message.object);
      case 'deleted':
        return shelf.remove(message.object);
    }
  }

  get<Shape extends KubeObject>(resource: Resource<Shape>, name: ObjectName): Shape | undefined {
    return valueIn(this.#shelf(resource).objects, keyOf(name)) as Shape | undefined;
  }

  list<Shape extends KubeObject>(resource: Resource<Shape>, namespace = ''): readonly Shape[] {
    return valuesUnder(this.#shelf(resource).objects, namespace === '' ? '' : `${namespace}/`) as readonly Shape[];
  }

  find<Shape extends KubeObject>(
    resource: Resource<Shape>,
    { index, value }: { readonly index: Index<NoInfer<Shape>>; readonly value: string },
  ): readonly Shape[] {
    return this.#shelf(resource).find(index as Index, value) as readonly Shape[];
  }

  #shelf(resource: Resource): Shelf {
    const name = storageNameOf(resource);
    const known = this.#shelves.get(name);
    if (known !== undefined) return known;
    const shelf = new Shelf();
    this.#shelves.set(name, shelf);
    return shelf;
  }
}

/** The objects of one resource. */
class Shelf {
  objects: Objects = emptyMap();
  readonly #indexes = new Map<Index, Map<string, Objects>>();

  put(object: KubeObject): readonly ObjectChange[] {
    const key = keyOfObject(object);
    const previous = valueIn(this.objects, key);
    if (previous !== undefined && !isNewer(object, previous)) return [];
    const change = this.#change(key, { previous, current: object });
    if (previous === undefined || previous.metadata.uid === object.metadata.uid) return [change];
    return [
      { previous, current: undefined },
      { previous: undefined, current: object },
    ];
  }

  remove(object: KubeObject): readonly ObjectChange[] {
    const key = keyOfObject(object);
    const previous = valueIn(this.objects, key);
    return previous?.metadata.uid === object.metadata.uid ? [this.#change(key, { previous, current: undefined })] : [];
  }

  /** These and no others. */
  replace(objects: readonly KubeObject[]): readonly ObjectChange[] {
    const uids = new Set(objects.map(({ metadata }) => metadata.uid));
    const gone = valuesUnder(this.objects, '').filter(({ metadata }) => !uids.has(metadata.uid));
    return [...gone.flatMap((object) => this.remove(object)), ...objects.flatMap((object) => this.put(object))];
  }

  find(index: Index, value: string): readonly KubeObject[] {
    const found = this.#entries(index).get(value);
    return found === undefined ? [] : valuesUnder(found, '');
  }

  #change(key: string, change: ObjectChange): ObjectChange {
    this.objects = change.current === undefined ? withoutEntry(this.objects, key) : withEntry(this.objects, key, change.current);
    for (const [index, entries] of this.#indexes) move({ index, entries, key }, change);
    return change;
  }

  #entries(index: Index): Map<string, Objects> {
    const known = this.#indexes.get(index);
    if (known !== undefined) return known;
    const entries = new Map<string, Objects>();
    this.#indexes.set(index, entries);
    walkFrom(this.objects, undefined, (key, current) => {
      move({ index, entries, key }, { previous: undefined, current });
      return true;
    });
    return entries;
  }
}

type Entries = { readonly index: Index; readonly entries: Map<string, Objects>; readonly key: string };

function move({ index, entries, key }: Entries, { previous, current }: ObjectChange): void {
  for (const value of previous === undefined ? [] : index.valuesOf(previous)) {
    const left = withoutEntry(entries.get(value) ?? emptyMap<string, KubeObject>(), key);
    if (left.size === 0) entries.delete(value);
    else entries.set(value, left);
  }
  if (current === undefined) return;
  for (const value of index.valuesOf(current)) entries.set(value, withEntry(entries.get(value) ?? emptyMap(), key, current));
}

function valuesUnder(objects: Objects, prefix: string): readonly KubeObject[] {
  const values: KubeObject[] = [];
  walkFrom(objects, prefix === '' ? undefined : prefix, (key, value) => {
    if (!key.startsWith(prefix)) return false;
    values.push(value);
    return true;
  });
  return values;
}

function isNewer(object: KubeObject, known: KubeObject): boolean {
  return compareResourceVersions(object.metadata.resourceVersion ?? '', known.metadata.resourceVersion ?? '') === 'greater';
}
