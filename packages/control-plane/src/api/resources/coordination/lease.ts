// Lease: who holds it, and how long without renewing it.
import type { JsonObject } from '@rectrace/kube';
import type { FieldError } from '../../field-error.ts';
import { forbiddenField, notSupported } from '../../field-error.ts';
import type { ResourceStrategy } from '../../strategy.ts';
import { fits, invalidIf } from '../../validation/checks.ts';
import { qualifiedName } from '../../validation/name-rules.ts';
import type { Spot } from '../../validation/spot.ts';
import { at, isSet, numberOf, spot, textOf } from '../../validation/spot.ts';
import { checkedBy } from '../checked-by.ts';

const STRATEGIES = ['OldestEmulationVersion'];

export function leaseStrategy(base: ResourceStrategy): ResourceStrategy {
  return checkedBy(base, { errors: leaseErrors });
}

function leaseErrors(lease: JsonObject): readonly FieldError[] {
  const spec = at(spot(lease), 'spec');
  const [seconds, transitions, strategy, preferred] = ['leaseDurationSeconds', 'leaseTransitions', 'strategy', 'preferredHolder'].map(
    (key) => at(spec, key),
  ) as [Spot, Spot, Spot, Spot];
  const lonely = textOf(preferred) !== '' && textOf(strategy) === '';
  return [
    ...invalidIf((numberOf(seconds) ?? 1) <= 0, seconds, 'must be greater than 0'),
    ...invalidIf((numberOf(transitions) ?? 0) < 0, transitions, 'must be greater than or equal to 0'),
    ...(isSet(strategy) ? strategyErrors({ ...strategy, path: `${strategy.path}.strategy` }) : []),
    ...(lonely ? [forbiddenField(preferred.path, 'may only be specified if `strategy` is defined')] : []),
  ];
}

function strategyErrors(strategy: Spot): readonly FieldError[] {
  if (textOf(strategy).includes('/')) return fits(strategy, qualifiedName);
  return STRATEGIES.includes(textOf(strategy)) ? [] : [notSupported(strategy.path, textOf(strategy), STRATEGIES)];
}
