// Counts in the status of the kinds that keep pods: none below zero, none above the number of pods there are.
import type { JsonObject } from '@rectrace/kube';
import type { FieldError } from '../../field-error.ts';
import { invalidValue } from '../../field-error.ts';
import { notNegative } from '../../validation/checks.ts';
import { at, numberOf, spot } from '../../validation/spot.ts';

export type StatusCounts = {
  /** In the order in which they are looked at. */
  readonly counts: readonly string[];
  /** Those that are part of `replicas`. */
  readonly parts?: readonly string[];
  /** How messages call the number of ready pods, which is not below that of available ones. */
  readonly ready?: string;
  /** Never gets lower. */
  readonly growing?: string;
};

export function statusCountErrors(rules: StatusCounts): (object: JsonObject, old: JsonObject) => readonly FieldError[] {
  return (object, old) => {
    const [status, before] = [at(spot(object), 'status'), at(spot(old), 'status')];
    const count = (key: string): number => numberOf(at(status, key)) ?? 0;
    const above = (key: string, most: string, detail: string): readonly FieldError[] =>
      count(key) > count(most) ? [invalidValue(at(status, key).path, count(key), detail)] : [];
    const { growing } = rules;
    const sank = growing !== undefined && (numberOf(at(before, growing)) ?? 0) > count(growing);
    return [
      ...rules.counts.flatMap((key) => notNegative(at(status, key))),
      ...(rules.parts ?? []).flatMap((key) => above(key, 'replicas', 'cannot be greater than status.replicas')),
      ...(rules.ready === undefined ? [] : above('availableReplicas', 'readyReplicas', `cannot be greater than ${rules.ready}`)),
      ...(sank ? [invalidValue(`status.${growing}`, count(growing), 'cannot be decremented')] : []),
    ];
  };
}
