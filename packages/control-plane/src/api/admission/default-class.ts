// Classes of which one is the default: the newest of those that say so, then the first by name.
import type { JsonObject } from '@rectrace/kube';
import { stringAt } from '@rectrace/kube';
import { annotationsOf, nameOf } from '../metadata.ts';

/** Name of the default among the classes, by an annotation that is 'true'; undefined where none is. */
export function defaultClassOf(classes: readonly JsonObject[], annotations: readonly string[]): string | undefined {
  const marked = classes.filter((known) => annotations.some((key) => annotationsOf(known)[key] === 'true'));
  const [first] = marked.toSorted((left, right) => compare(createdAt(right), createdAt(left)) || compare(nameOf(left), nameOf(right)));
  return first === undefined ? undefined : nameOf(first);
}

function createdAt(object: JsonObject): string {
  return stringAt(object, ['metadata', 'creationTimestamp']) ?? '';
}

function compare(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}
