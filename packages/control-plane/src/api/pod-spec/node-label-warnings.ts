// Labels of nodes that have been renamed, where something selects by them.
import { labelValue } from '../validation/name-rules.ts';
import type { Spot } from '../validation/spot.ts';
import { at, itemsOf, textOf } from '../validation/spot.ts';

const LABELS: ReadonlyMap<string, string> = new Map([
  ['beta.kubernetes.io/arch', 'deprecated since v1.14; use "kubernetes.io/arch" instead'],
  ['beta.kubernetes.io/os', 'deprecated since v1.14; use "kubernetes.io/os" instead'],
  ['failure-domain.beta.kubernetes.io/region', 'deprecated since v1.17; use "topology.kubernetes.io/region" instead'],
  ['failure-domain.beta.kubernetes.io/zone', 'deprecated since v1.17; use "topology.kubernetes.io/zone" instead'],
  ['beta.kubernetes.io/instance-type', 'deprecated since v1.17; use "node.kubernetes.io/instance-type" instead'],
  ['app.kubernetes.io/created-by', 'deprecated since v1.9'],
  ['scheduler.alpha.kubernetes.io/preferAvoidPods', 'deprecated since v1.22; use Taints and Tolerations instead'],
  ['node-role.kubernetes.io/master', 'use "node-role.kubernetes.io/control-plane" instead'],
]);

/** Undefined for a label that is in use. */
export function deprecatedLabel(label: string): string | undefined {
  return LABELS.get(label);
}

/** `checksValues`: what no label could be is told, too. */
export function selectorTermWarnings(term: Spot, checksValues: boolean): readonly string[] {
  return itemsOf(at(term, 'matchExpressions')).flatMap((expression) => {
    const key = at(expression, 'key');
    const message = deprecatedLabel(textOf(key));
    const values = checksValues ? itemsOf(at(expression, 'values')) : [];
    return [
      ...(message === undefined ? [] : [`${key.path}: ${textOf(key)} is ${message}`]),
      ...values.flatMap((value) => labelValue(textOf(value)).map((problem) => `${value.path}: ${textOf(value)} is invalid, ${problem}`)),
    ];
  });
}
