// When containers are restarted, and how they take a change of their resources.
import type { FieldError } from '../field-error.ts';
import { duplicate, forbiddenField, invalidValue, notSupported, required, tooLong } from '../field-error.ts';
import { oneOf } from '../validation/checks.ts';
import type { Spot } from '../validation/spot.ts';
import { at, isSet, itemsOf, textAt, textOf } from '../validation/spot.ts';

const POLICIES = ['Always', 'Never', 'OnFailure'];
const OPERATORS = ['In', 'NotIn'];
const RESOURCES = ['cpu', 'memory'];
const RESIZE_POLICIES = ['NotRequired', 'RestartContainer'];
const MOST_RULES = 20;
const MOST_CODES = 255;

export function restartRulesErrors(container: Spot): readonly FieldError[] {
  const [policy, rules] = [at(container, 'restartPolicy'), at(container, 'restartPolicyRules')];
  const items = itemsOf(rules);
  if (!isSet(policy) && items.length === 0) return [];
  return [
    ...(isSet(policy) ? oneOf(policy, POLICIES) : [required(policy.path, 'must specify restartPolicy when restart rules are used')]),
    ...(items.length > MOST_RULES ? [tooLong(rules.path, MOST_RULES)] : []),
    ...items.flatMap(ruleErrors),
  ];
}

function ruleErrors(rule: Spot): readonly FieldError[] {
  const codes = at(rule, 'exitCodes');
  const action = oneOf({ ...at(rule, 'action'), value: textAt(rule, 'action') }, ['Restart']);
  if (!isSet(codes)) return [...action, required(codes.path, 'must be specified')];
  const values = at(codes, 'values');
  return [
    ...action,
    ...oneOf({ ...at(codes, 'operator'), value: textAt(codes, 'operator') }, OPERATORS),
    ...(itemsOf(values).length > MOST_CODES ? [tooLong(values.path, MOST_CODES)] : []),
  ];
}

export function initRestartErrors(container: Spot): readonly FieldError[] {
  const [policy, rules] = [at(container, 'restartPolicy'), at(container, 'restartPolicyRules')];
  const ruled = itemsOf(rules).length > 0;
  if (!isSet(policy)) return ruled ? [required(policy.path, 'must specify restartPolicy when restart rules are used')] : [];
  if (textOf(policy) !== 'Always') return restartRulesErrors(container);
  return ruled ? [forbiddenField(rules.path, 'restartPolicyRules are not allowed for init containers with restart policy Always')] : [];
}

/** Messages name the list, not its item. */
export function resizePolicyErrors(policies: Spot, podPolicy: string): readonly FieldError[] {
  const seen = new Set<string>();
  return itemsOf(policies).flatMap((item) => {
    const [resource, restart] = [textAt(item, 'resourceName'), textAt(item, 'restartPolicy')];
    const again = seen.has(resource);
    seen.add(resource);
    const never = podPolicy === 'Never' && restart !== 'NotRequired';
    return [
      ...(again ? [duplicate(item.path, resource)] : []),
      ...known(policies.path, resource, RESOURCES),
      ...known(policies.path, restart, RESIZE_POLICIES),
      ...(never ? [invalidValue(policies.path, restart, "must be 'NotRequired' when `restartPolicy` is 'Never'")] : []),
    ];
  });
}

function known(path: string, text: string, accepted: readonly string[]): readonly FieldError[] {
  if (text === '') return [required(path)];
  return accepted.includes(text) ? [] : [notSupported(path, text, accepted)];
}
