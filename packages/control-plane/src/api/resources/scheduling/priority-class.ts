// PriorityClass: a number with a name. Names that begin with system- are the system's own.
import type { JsonObject } from '@rectrace/kube';
import type { FieldError } from '../../field-error.ts';
import { forbiddenField } from '../../field-error.ts';
import { nameOf } from '../../metadata.ts';
import type { ResourceStrategy } from '../../strategy.ts';
import { neededOneOf } from '../../validation/checks.ts';
import { immutable } from '../../validation/object-meta.ts';
import { at, isSet, isTrue, numberOf, spot } from '../../validation/spot.ts';
import { checkedBy } from '../checked-by.ts';

const MOST = 1_000_000_000;
const SYSTEM = 'system-';
const KNOWN: Readonly<Record<string, number>> = { 'system-node-critical': 2_000_001_000, 'system-cluster-critical': 2_000_000_000 };

export function priorityClassStrategy(base: ResourceStrategy): ResourceStrategy {
  return checkedBy(base, { errors: classErrors, update: changeErrors });
}

function classErrors(priority: JsonObject): readonly FieldError[] {
  const policy = at(spot(priority), 'preemptionPolicy');
  return [...valueErrors(priority), ...(isSet(policy) ? neededOneOf(policy, ['PreemptLowerPriority', 'Never']) : [])];
}

function valueErrors(priority: JsonObject): readonly FieldError[] {
  const value = numberOf(at(spot(priority), 'value')) ?? 0;
  if (!nameOf(priority).startsWith(SYSTEM))
    return value > MOST ? [forbiddenField('value', `maximum allowed value of a user defined priority is ${MOST}`)] : [];
  const problem = systemProblem(priority, value);
  const words = `priority class names with '${SYSTEM}' prefix are reserved for system use only. error: `;
  return problem === undefined ? [] : [forbiddenField('metadata.name', words + problem)];
}

function systemProblem(priority: JsonObject, value: number): string | undefined {
  const name = nameOf(priority);
  const wanted = Object.hasOwn(KNOWN, name) ? KNOWN[name] : undefined;
  if (wanted === undefined) return `${name} is not a known system priority class`;
  if (value !== wanted) return `value of ${name} PriorityClass must be ${wanted}`;
  return isTrue(at(spot(priority), 'globalDefault')) ? `globalDefault of ${name} PriorityClass must be false` : undefined;
}

function changeErrors(priority: JsonObject, old: JsonObject): readonly FieldError[] {
  const value = (of: JsonObject): number => numberOf(at(spot(of), 'value')) ?? 0;
  return [
    ...(value(priority) === value(old) ? [] : [forbiddenField('value', 'may not be changed in an update.')]),
    ...immutable('preemptionPolicy', priority['preemptionPolicy'], old['preemptionPolicy']),
  ];
}
