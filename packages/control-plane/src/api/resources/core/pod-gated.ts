// The node affinity of a pod that waits behind gates: its terms stay, each may only ask for more.
import { jsonEquals } from '@rectrace/kube';
import type { FieldError } from '../../field-error.ts';
import { invalidValue } from '../../field-error.ts';
import { internalForm, semanticEquals } from '../../validation/internal-form.ts';
import type { Spot } from '../../validation/spot.ts';
import { at, itemsOf } from '../../validation/spot.ts';

const REQUIRED = 'requiredDuringSchedulingIgnoredDuringExecution';
const TERM = 'core.NodeSelectorTerm';

export function nodeAffinityErrors(affinity: Spot, before: Spot): readonly FieldError[] {
  if (semanticEquals(affinity.value, before.value, '*core.NodeAffinity')) return [];
  const [terms, old] = [at(at(affinity, REQUIRED), 'nodeSelectorTerms'), itemsOf(at(at(before, REQUIRED), 'nodeSelectorTerms'))];
  if (old.length > 0 && old.length !== itemsOf(terms).length) {
    const detail = 'no additions/deletions to non-empty NodeSelectorTerms list are allowed';
    return [invalidValue(terms.path, internalForm(terms.value, `[]${TERM}`), detail)];
  }
  return itemsOf(terms).flatMap((term, index) => {
    const was = old[index];
    if (was === undefined || onlyGrows(term, was)) return [];
    return [invalidValue(term.path, internalForm(term.value, TERM), 'only additions are allowed (no mutations or deletions)')];
  });
}

function onlyGrows(term: Spot, was: Spot): boolean {
  const [expressions, fields] = [itemsOf(at(term, 'matchExpressions')), itemsOf(at(term, 'matchFields'))];
  const [before, fieldsBefore] = [itemsOf(at(was, 'matchExpressions')), itemsOf(at(was, 'matchFields'))];
  if (before.length + fieldsBefore.length === 0) return expressions.length + fields.length === 0;
  return startsWith(expressions, before) && startsWith(fields, fieldsBefore);
}

function startsWith(list: readonly Spot[], start: readonly Spot[]): boolean {
  return start.every(({ value }, index) => jsonEquals(list[index]?.value ?? null, value ?? null));
}
