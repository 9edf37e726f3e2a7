// What is said of finalizers that an object gets: a custom resource may have any, but should have one with a domain.
import type { JsonObject } from '@rectrace/kube';
import { finalizersOf } from '../metadata.ts';
import { qualifiedName } from '../validation/name-rules.ts';

const STANDARD = ['orphan', 'foregroundDeletion', 'kubernetes'];

export function finalizerWarnings(object: JsonObject, old?: JsonObject): readonly string[] {
  const known = old === undefined ? [] : finalizersOf(old);
  const added = [...new Set(finalizersOf(object).filter((name) => !known.includes(name)))].toSorted();
  return added.flatMap((name) => {
    const said = [...qualifiedName(name), ...hints(name)];
    return said.map((text) => `metadata.finalizers: ${JSON.stringify(name)}: ${text}`);
  });
}

function hints(name: string): readonly string[] {
  if (name.includes('/') || STANDARD.includes(name)) return [];
  const path = name.includes('.') ? ' including a path (/)' : '';
  return [`prefer a domain-qualified finalizer name${path} to avoid accidental conflicts with other finalizer writers`];
}
