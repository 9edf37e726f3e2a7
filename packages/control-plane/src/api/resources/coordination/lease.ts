// Lease: who holds it, and how long without renewing it.
import type { JsonObject } from '@rectrace/kube';
import { valueAt } from '@rectrace/kube';
import type { Draft } from '../../draft.ts';
import { childOf } from '../../draft.ts';
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
  const prepared: ResourceStrategy = {
    ...base,
    prepareForCreate: (lease, context) => {
      base.prepareForCreate?.(lease, context);
      dropStrategy(lease, {});
    },
    prepareForUpdate: (lease, old, context) => {
      base.prepareForUpdate?.(lease, old, context);
      dropStrategy(lease, old);
    },
  };
  return checkedBy(prepared, { errors: leaseErrors });
}

/** That leaders are chosen by the server is a feature that is off. */
function dropStrategy(lease: Draft, old: JsonObject): void {
  const spec = childOf(lease, 'spec');
  if (spec === undefined || valueAt(old, ['spec', 'strategy']) !== undefined) return;
  delete spec['strategy'];
  delete spec['preferredHolder'];
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
