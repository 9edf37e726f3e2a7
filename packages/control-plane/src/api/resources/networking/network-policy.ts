// NetworkPolicy: who may talk to whom.
import type { JsonObject } from '@rectrace/kube';
import type { FieldError } from '../../field-error.ts';
import { forbiddenField, invalidValue, notSupported, required } from '../../field-error.ts';
import type { ResourceStrategy } from '../../strategy.ts';
import { fits, invalidAt, invalidIf, oneOf, portNumber } from '../../validation/checks.ts';
import { cidrErrors, isWithinCidr } from '../../validation/ip-checks.ts';
import { cidrWarnings } from '../../validation/ip-warnings.ts';
import { selectorErrors } from '../../validation/label-selectors.ts';
import { portName } from '../../validation/name-rules.ts';
import { validateObjectMeta } from '../../validation/object-meta.ts';
import type { Spot } from '../../validation/spot.ts';
import { at, isSet, itemsOf, numberOf, spot, textAt, textOf, textsOf } from '../../validation/spot.ts';
import { checkedBy } from '../checked-by.ts';

const TYPES = ['Ingress', 'Egress'];
const SIDES = [
  ['ingress', 'from'],
  ['egress', 'to'],
] as const;

export function networkPolicyStrategy(base: ResourceStrategy): ResourceStrategy {
  const meta = { namespaced: true, nameRule: base.nameRule, strictFinalizers: base.strictFinalizers };
  return checkedBy(base, {
    warnings: (policy) => blocksIn(policy).flatMap((block) => [at(block, 'cidr'), ...itemsOf(at(block, 'except'))].flatMap(cidrWarnings)),
    errors: (policy) => policyErrors(policy, []),
    update: (policy, old) => [...validateObjectMeta(policy, meta), ...policyErrors(policy, []), ...policyErrors(policy, rangesIn(old))],
  });
}

function blocksIn(policy: JsonObject): readonly Spot[] {
  return SIDES.flatMap(([rules, peers]) =>
    itemsOf(at(at(spot(policy), 'spec'), rules)).flatMap((rule) => itemsOf(at(rule, peers)).map((peer) => at(peer, 'ipBlock'))),
  );
}

/** All the ranges of a policy: they may stay as they are. */
function rangesIn(policy: JsonObject): readonly string[] {
  return blocksIn(policy).flatMap((block) => [textAt(block, 'cidr'), ...textsOf(at(block, 'except'))]);
}

function policyErrors(policy: JsonObject, known: readonly string[]): readonly FieldError[] {
  const spec = at(spot(policy), 'spec');
  return [
    ...selectorErrors(at(spec, 'podSelector')),
    ...SIDES.flatMap(([rules, peers]) =>
      itemsOf(at(spec, rules)).flatMap((rule) => [
        ...itemsOf(at(rule, 'ports')).flatMap(portErrors),
        ...itemsOf(at(rule, peers)).flatMap((peer) => peerErrors(peer, known)),
      ]),
    ),
    ...typeErrors(at(spec, 'policyTypes')),
  ];
}

function typeErrors(types: Spot): readonly FieldError[] {
  const given = itemsOf(types);
  if (given.length > TYPES.length) return [invalidValue(types.path, types.value ?? null, 'may not specify more than two policyTypes')];
  return given.flatMap((type) => (TYPES.includes(textOf(type)) ? [] : [notSupported(type.path, textOf(type), TYPES)]));
}

function portErrors(rule: Spot): readonly FieldError[] {
  const [port, end] = [at(rule, 'port'), at(rule, 'endPort')];
  return [...oneOf(at(rule, 'protocol'), ['TCP', 'UDP', 'SCTP']), ...rangeErrors(port, end)];
}

function rangeErrors(port: Spot, end: Spot): readonly FieldError[] {
  if (!isSet(port)) return isSet(end) ? [invalidAt(end, 'may not be specified when `port` is not specified')] : [];
  if (typeof port.value === 'string') {
    return [...(isSet(end) ? [invalidAt(end, 'may not be specified when `port` is non-numeric')] : []), ...fits(port, portName)];
  }
  const below = isSet(end) && (numberOf(end) ?? 0) < (numberOf(port) ?? 0);
  return [
    ...portNumber(port),
    ...invalidIf(below, { ...end, value: port.value }, 'must be greater than or equal to `port`'),
    ...portNumber(end),
  ];
}

function peerErrors(peer: Spot, known: readonly string[]): readonly FieldError[] {
  const block = at(peer, 'ipBlock');
  const selectors = ['podSelector', 'namespaceSelector'].map((key) => at(peer, key)).filter(isSet);
  const count = selectors.length + (isSet(block) ? 1 : 0);
  return [
    ...selectors.flatMap(selectorErrors),
    ...(isSet(block) ? blockErrors(block, known) : []),
    ...(count === 0 ? [required(peer.path, 'must specify a peer')] : []),
    ...(count > 1 && isSet(block) ? [forbiddenField(peer.path, 'may not specify both ipBlock and another peer')] : []),
  ];
}

function blockErrors(block: Spot, known: readonly string[]): readonly FieldError[] {
  const range = at(block, 'cidr');
  if (textOf(range) === '') return [required(range.path)];
  const errors = cidrErrors(range, known);
  if (errors.length > 0) return errors;
  return itemsOf(at(block, 'except')).flatMap((part) => [
    ...cidrErrors(part, known),
    ...invalidIf(isWithinCidr(textOf(part), textOf(range)) === false, part, 'must be a strict subset of `cidr`'),
  ]);
}
