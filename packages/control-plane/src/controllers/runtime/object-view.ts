// What controllers see of the cluster: the objects as far as they are known. Reads are of one moment; nothing in it can be changed.
import type { KubeObject } from '@rectrace/kube';
import type { Resource } from './resource.ts';

/** A way to find objects by a value of theirs. One constant per index: it is known by identity. */
export type Index<Shape extends KubeObject = KubeObject> = { valuesOf(object: Shape): readonly string[] };

/** Lists are in the order of namespace and name. */
export interface ObjectView {
  get<Shape extends KubeObject>(resource: Resource<Shape>, key: ObjectName): Shape | undefined;
  /** All objects of the resource, or those of a namespace. */
  list<Shape extends KubeObject>(resource: Resource<Shape>, namespace?: string): readonly Shape[];
  /** The objects that have the value in an index. Costs nothing for the others. */
  find<Shape extends KubeObject>(
    resource: Resource<Shape>,
    by: { readonly index: Index<NoInfer<Shape>>; readonly value: string },
  ): readonly Shape[];
}

/** namespace is '' for what belongs to none. */
export type ObjectName = { readonly namespace: string; readonly name: string };

export function nameOf({ metadata }: KubeObject): ObjectName {
  return { namespace: metadata.namespace ?? '', name: metadata.name };
}

/** 'namespace/name', or the name alone: the keys of work. */
export function keyOf({ namespace, name }: ObjectName): string {
  return namespace === '' ? name : `${namespace}/${name}`;
}

export function parseKey(key: string): ObjectName {
  const slash = key.indexOf('/');
  return slash < 0 ? { namespace: '', name: key } : { namespace: key.slice(0, slash), name: key.slice(slash + 1) };
}

export function keyOfObject(object: KubeObject): string {
  return keyOf(nameOf(object));
}
