// The families of addresses that a Service has, in a cluster with IPv4 alone.
import type { JsonObject } from '@rectrace/kube';
import { jsonEquals, listAt, stringAt } from '@rectrace/kube';
import type { Draft } from '../../../draft.ts';
import { ensureChild } from '../../../draft.ts';
import type { FieldError } from '../../../field-error.ts';
import { invalidValue } from '../../../field-error.ts';
import { textsAt } from '../../../metadata.ts';
import { isIpv6Text } from '../../../validation/ip-checks.ts';
import { addressFieldErrors } from './address-errors.ts';
import { clusterIpsOf, NO_ADDRESS, typeOf } from './needs.ts';

const OWN = 'IPv4';
const OTHER = 'IPv6';
const SINGLE = 'SingleStack';
const PREFER = 'PreferDualStack';
const BOTH = 'RequireDualStack';
const POLICY = 'spec.ipFamilyPolicy';

/** Fills in policy and families. What can't be is told. */
export function fillFamilies(service: Draft, old: JsonObject | undefined): readonly FieldError[] {
  if (typeOf(service) === 'ExternalName' || (old !== undefined && staysPreferred(service, old))) return [];
  const spec = ensureChild(service, 'spec');
  fillPolicy(service, spec, old);
  const broken = addressFieldErrors(service, old);
  if (broken.length > 0) return broken;
  const errors = [...reduce(service, spec, old), ...inferFamilies(service, spec)];
  if (errors.length > 0) return errors;
  if (isSelectorless(service)) {
    fillSelectorless(spec);
    return [];
  }
  const foreign = clusterErrors(spec);
  if (foreign.length === 0 && familiesIn(spec).length === 0) spec['ipFamilies'] = [OWN];
  return foreign;
}

function familiesIn(spec: JsonObject): readonly string[] {
  return listAt(spec, ['ipFamilies']).map(String);
}

function policyIn(service: JsonObject): string | undefined {
  return stringAt(service, ['spec', 'ipFamilyPolicy']);
}

function sameFields(service: JsonObject, old: JsonObject): { readonly addresses: boolean; readonly families: boolean } {
  const same = (key: string): boolean => jsonEquals([...listAt(service, ['spec', key])], [...listAt(old, ['spec', key])]);
  return { addresses: same('clusterIPs'), families: same('ipFamilies') };
}

/** A Service that takes what there is keeps what it has. */
function staysPreferred(service: JsonObject, old: JsonObject): boolean {
  const { addresses, families } = sameFields(service, old);
  return policyIn(service) === PREFER && policyIn(old) === PREFER && addresses && families;
}

/** Nobody but its owner fills its endpoints: they may be of any family. */
function isSelectorless(service: JsonObject): boolean {
  const headless = stringAt(service, ['spec', 'clusterIP']) === NO_ADDRESS;
  return headless && Object.keys(textsAt(service, ['spec', 'selector'])).length === 0;
}

function fillPolicy(service: Draft, spec: Draft, old: JsonObject | undefined): void {
  const before = old === undefined ? undefined : policyIn(old);
  spec['ipFamilyPolicy'] ??= before ?? (isSelectorless(service) ? BOTH : SINGLE);
}

/** A single-stack Service gives up its second address and family; no other may. */
function reduce(service: Draft, spec: Draft, old: JsonObject | undefined): readonly FieldError[] {
  if (old === undefined) return pairErrors(service, spec);
  if (policyIn(service) !== SINGLE) return releaseErrors(service, old);
  const same = sameFields(service, old);
  if (same.addresses && clusterIpsOf(service).length > 1) spec['clusterIPs'] = clusterIpsOf(service).slice(0, 1);
  if (same.families && familiesIn(spec).length > 1) spec['ipFamilies'] = familiesIn(spec).slice(0, 1);
  return pairErrors(service, spec);
}

function releaseErrors(service: JsonObject, old: JsonObject): readonly FieldError[] {
  const fewer = (key: string): boolean => {
    const [now, was] = [listAt(service, ['spec', key]).length, listAt(old, ['spec', key]).length];
    return now > 0 && now < was;
  };
  const error = (what: string): FieldError =>
    invalidValue(POLICY, policyIn(service) ?? '', `must be 'SingleStack' to release the secondary ${what}`);
  return [...(fewer('clusterIPs') ? [error('cluster IP')] : []), ...(fewer('ipFamilies') ? [error('IP family')] : [])];
}

function pairErrors(service: JsonObject, spec: JsonObject): readonly FieldError[] {
  if (policyIn(service) !== SINGLE) return [];
  const words = (what: string): string => `must be 'RequireDualStack' or 'PreferDualStack' when multiple ${what} are specified`;
  return [
    ...(clusterIpsOf(service).length === 2 ? [invalidValue(POLICY, SINGLE, words('cluster IPs'))] : []),
    ...(familiesIn(spec).length === 2 ? [invalidValue(POLICY, SINGLE, words('IP families'))] : []),
  ];
}

/** From the addresses that the client chose. */
function inferFamilies(service: JsonObject, spec: Draft): readonly FieldError[] {
  const ips = clusterIpsOf(service);
  if (ips[0] === NO_ADDRESS) return [];
  const missing = ips.map((ip, index) => ({ ip, index })).filter(({ index }) => index >= familiesIn(spec).length);
  const foreign = missing.filter(({ ip }) => isIpv6Text(ip));
  const added = missing.filter(({ ip }) => !isIpv6Text(ip)).map(() => OWN);
  if (added.length > 0) spec['ipFamilies'] = [...familiesIn(spec), ...added];
  return foreign.map(({ index }) => invalidValue(`spec.clusterIPs[${index}]`, ips, `${OTHER} is not configured on this cluster`));
}

function fillSelectorless(spec: Draft): void {
  const families = familiesIn(spec);
  const first = families[0] ?? OWN;
  const [single, pair] = [families.length === 0 ? [first] : families, [first, first === OWN ? OTHER : OWN]];
  spec['ipFamilies'] = spec['ipFamilyPolicy'] === SINGLE || families.length > 1 ? single : pair;
}

function clusterErrors(spec: JsonObject): readonly FieldError[] {
  const both = spec['ipFamilyPolicy'] === BOTH;
  return [
    ...(both ? [invalidValue(POLICY, BOTH, 'this cluster is not configured for dual-stack services')] : []),
    ...familiesIn(spec).flatMap((family, index) =>
      family === OWN ? [] : [invalidValue(`spec.ipFamilies[${index}]`, family, 'not configured on this cluster')],
    ),
  ];
}
