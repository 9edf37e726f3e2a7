// DaemonSet: an annotation counts the generations of its template.
import type { JsonObject } from '@rectrace/kube';
import { jsonEquals, valueAt } from '@rectrace/kube';
import type { Draft } from '../../draft.ts';
import { ensureChild } from '../../draft.ts';
import { annotationsOf } from '../../metadata.ts';
import type { ResourceStrategy } from '../../strategy.ts';

const ANNOTATION = 'deprecated.daemonset.template.generation';

export function daemonSetStrategy(base: ResourceStrategy): ResourceStrategy {
  return {
    ...base,
    prepareForCreate: (set, context) => {
      base.prepareForCreate?.(set, context);
      note(set, Math.max(1, generationIn(set)));
    },
    prepareForUpdate: (set, old, context) => {
      base.prepareForUpdate?.(set, old, context);
      note(set, generationIn(old) + (sameTemplate(set, old) ? 0 : 1));
    },
  };
}

function generationIn(set: JsonObject): number {
  const text = annotationsOf(set)[ANNOTATION] ?? '';
  return /^[0-9]+$/.test(text) ? Number(text) : 0;
}

function note(set: Draft, generation: number): void {
  ensureChild(ensureChild(set, 'metadata'), 'annotations')[ANNOTATION] = String(generation);
}

function sameTemplate(set: JsonObject, old: JsonObject): boolean {
  return jsonEquals(valueAt(set, ['spec', 'template']) ?? null, valueAt(old, ['spec', 'template']) ?? null);
}
