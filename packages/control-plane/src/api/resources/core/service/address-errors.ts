// Addresses and families of a Service: what they may be, and how they may change.
import type { JsonObject } from '@rectrace/kube';
import { jsonEquals } from '@rectrace/kube';
import type { FieldError } from '../../../field-error.ts';
import { duplicate, forbiddenField, invalidValue, notSupported, required } from '../../../field-error.ts';
import { numberAt } from '../../../metadata.ts';
import { oneOf } from '../../../validation/checks.ts';
import { ipErrors, isDualStack, isIpv6Text } from '../../../validation/ip-checks.ts';
import type { Spot } from '../../../validation/spot.ts';
import { at, isSet, itemsOf, spot, textAt, textOf, textsOf } from '../../../validation/spot.ts';
import { balancerClassErrors } from './balancer-class.ts';
import { clusterIpsOf, isHeadless, NO_ADDRESS, needsHealthPort, typeOf } from './needs.ts';

const FAMILIES = ['IPv4', 'IPv6'];
const POLICIES = ['PreferDualStack', 'RequireDualStack', 'SingleStack'];
const FIXED = 'may not change once set';

/** Also asked before addresses are given. */
export function addressFieldErrors(service: JsonObject, old?: JsonObject): readonly FieldError[] {
  if (typeOf(service) === 'ExternalName') return [];
  const spec = at(spot(service), 'spec');
  const addresses = at(spec, 'clusterIPs');
  const checked = addressErrors(addresses, old === undefined ? [] : clusterIpsOf(old));
  return [
    ...agreementErrors(spec),
    ...familyErrors(at(spec, 'ipFamilies')),
    ...oneOf(at(spec, 'ipFamilyPolicy'), POLICIES),
    ...checked.errors,
    ...(textsOf(addresses).length > 2 ? [invalidValue(addresses.path, textsOf(addresses), 'may only hold up to 2 values')] : []),
    ...(checked.broken ? [] : stackErrors(addresses, textsOf(at(spec, 'ipFamilies')))),
  ];
}

function agreementErrors(spec: Spot): readonly FieldError[] {
  const [own, listed] = [textAt(spec, 'clusterIP'), at(spec, 'clusterIPs')];
  const texts = textsOf(listed);
  if (own === '') return texts.length === 0 ? [] : [invalidValue(listed.path, texts, 'must be empty when `clusterIP` is not specified')];
  if (texts.length === 0) return [required(listed.path)];
  return texts[0] === own ? [] : [invalidValue(listed.path, texts, 'first value must match `clusterIP`')];
}

function familyErrors(families: Spot): readonly FieldError[] {
  const texts = textsOf(families);
  return itemsOf(families).flatMap((family, index) => [
    ...(FAMILIES.includes(textOf(family)) ? [] : [notSupported(family.path, textOf(family), FAMILIES)]),
    ...(texts.indexOf(textOf(family)) < index ? [duplicate(family.path, textOf(family))] : []),
  ]);
}

type Checked = { readonly errors: readonly FieldError[]; readonly broken: boolean };

function addressErrors(addresses: Spot, known: readonly string[]): Checked {
  const texts = textsOf(addresses);
  const errors = itemsOf(addresses).flatMap((address, index) => {
    if (index > 0 || textOf(address) !== NO_ADDRESS) return ipErrors(address, known);
    return texts.length > 1 ? [invalidValue(addresses.path, texts, "'None' must be the first and only value")] : [];
  });
  return { errors, broken: errors.length > 0 };
}

function stackErrors(addresses: Spot, families: readonly string[]): readonly FieldError[] {
  const texts = textsOf(addresses);
  const single = texts.length > 1 && !isDualStack(texts);
  const headless = texts.length === 1 && texts[0] === NO_ADDRESS;
  return [
    ...(single ? [invalidValue(addresses.path, texts, 'may specify no more than one IP for each IP family')] : []),
    ...itemsOf(addresses).flatMap(({ path }, index) => {
      const [text, family] = [texts[index] ?? '', families[index]];
      if (headless || family === undefined || (family === 'IPv6') === isIpv6Text(text)) return [];
      return [invalidValue(path, text, `expected an ${family} value as indicated by \`ipFamilies[${index}]\``)];
    }),
  ];
}

/** What an update may do with the addresses, families and class that a Service has. */
export function serviceChangeErrors(service: JsonObject, old: JsonObject): readonly FieldError[] {
  const [spec, before] = [at(spot(service), 'spec'), at(spot(old), 'spec')];
  const external = [service, old].some((one) => typeOf(one) === 'ExternalName');
  const balanced = [service, old].every((one) => typeOf(one) === 'LoadBalancer');
  const name = at(spec, 'loadBalancerClass');
  const moved = balanced && !jsonEquals(name.value ?? null, at(before, 'loadBalancerClass').value ?? null);
  const healthy = needsHealthPort(service) && needsHealthPort(old);
  const port = (of: JsonObject): number => numberAt(of, ['spec', 'healthCheckNodePort']) ?? 0;
  return [
    ...(external ? [] : [...addressChanges(service, old), ...familyChanges(service, old)]),
    ...(moved ? [invalidValue(name.path, name.value ?? null, FIXED)] : []),
    ...balancerClassErrors(spec, typeOf(service)),
    ...(healthy && port(service) !== port(old) ? [forbiddenField('spec.healthCheckNodePort', 'field is immutable')] : []),
  ];
}

type Change = { readonly now: readonly string[]; readonly was: readonly string[]; readonly service: JsonObject };

function addressChanges(service: JsonObject, old: JsonObject): readonly FieldError[] {
  if (isHeadless(service) && isHeadless(old)) return [];
  const change: Change = { now: clusterIpsOf(service), was: clusterIpsOf(old), service };
  const path = 'spec.clusterIPs';
  const { now, was } = change;
  if (now.length === was.length)
    return was.flatMap((ip, index) => (ip === now[index] ? [] : [invalidValue(`${path}[${index}]`, now, FIXED)]));
  const moved = was.length > 0 && now.length > 0 && now[0] !== was[0];
  return [
    ...(was.length > now.length && now.length === 0 ? [invalidValue(`${path}[0]`, now, 'primary clusterIP can not be unset')] : []),
    ...(moved ? [invalidValue(`${path}[0]`, now, FIXED)] : []),
    ...releaseErrors(change, 'secondary clusterIP'),
  ];
}

function familyChanges(service: JsonObject, old: JsonObject): readonly FieldError[] {
  if (isHeadless(service) !== isHeadless(old) || isHeadless(service)) return [];
  const familiesOf = (of: JsonObject): readonly string[] => textsOf(at(at(spot(of), 'spec'), 'ipFamilies'));
  const change: Change = { now: familiesOf(service), was: familiesOf(old), service };
  const path = 'spec.ipFamilies[0]';
  const { now, was } = change;
  if (now.length === was.length) return was.flatMap((family, index) => (family === now[index] ? [] : [invalidValue(path, now, FIXED)]));
  const unset = was.length > now.length && clusterIpsOf(service).length === 0;
  const moved = was.length > 0 && now.length > 0 && now[0] !== was[0];
  return [
    ...(unset ? [invalidValue(path, now, 'primary ipFamily can not be unset')] : []),
    ...(moved ? [invalidValue(path, clusterIpsOf(service), FIXED)] : []),
    ...releaseErrors(change, 'secondary ipFamily'),
  ];
}

function releaseErrors({ now, was, service }: Change, what: string): readonly FieldError[] {
  const policy = at(at(spot(service), 'spec'), 'ipFamilyPolicy');
  if (was.length <= now.length || now.length !== 1 || textOf(policy) === 'SingleStack') return [];
  const shown = isSet(policy) ? textOf(policy) : null;
  return [invalidValue(policy.path, shown, `must be set to 'SingleStack' when releasing the ${what}`)];
}
