// Whether a webhook or a policy is about a request, and in which version it wants to see the object.
import type { JsonObject, LabelSelector } from '@rectrace/kube';
import { matchesSelector, parseSelectorObject, stringAt } from '@rectrace/kube';
import type { RequestRefused } from '../../../errors.ts';
import { internalError, notFound } from '../../failures.ts';
import { labelsOf } from '../../metadata.ts';
import type { ResourceCatalog } from '../../resource-catalog.ts';
import type { ServedResource } from '../../served-resource.ts';
import type { AdmissionRequest, AdmissionView } from '../admission-plugin.ts';
import type { OperationRule } from './operation-rule.ts';
import { readRules, ruleMatches } from './operation-rule.ts';

export type MatchCriteria = {
  readonly namespaces: LabelSelector;
  readonly objects: LabelSelector;
  readonly rules: readonly OperationRule[];
  /** Whether it is about everything where it has no rules. */
  readonly unruled: 'everything' | 'nothing';
  readonly excluded: readonly OperationRule[];
  /** Other versions of the same objects count as well. */
  readonly equivalent: boolean;
};

/** `resource`: the version that matched; `shown`: the kind of the objects in it. */
export type Invocation = { readonly resource: ServedResource; readonly shown: ServedResource };

export type Matching = { readonly view: AdmissionView; readonly catalog: ResourceCatalog };

const EVERYTHING: LabelSelector = { kind: 'selector', requirements: [] };

type CriteriaFields = { readonly rules: string; readonly excluded?: string; readonly unruled: MatchCriteria['unruled'] };

/** Of a webhook, or of matchConstraints or matchResources of a policy. */
export function readCriteria(owner: JsonObject, fields: CriteriaFields): MatchCriteria {
  return {
    namespaces: selectorIn(owner, 'namespaceSelector'),
    objects: selectorIn(owner, 'objectSelector'),
    rules: readRules(owner, fields.rules),
    unruled: fields.unruled,
    excluded: fields.excluded === undefined ? [] : readRules(owner, fields.excluded),
    equivalent: stringAt(owner, ['matchPolicy']) === 'Equivalent',
  };
}

function selectorIn(owner: JsonObject, field: string): LabelSelector {
  const parsed = parseSelectorObject(owner[field]);
  return parsed.kind === 'selector' ? parsed : EVERYTHING;
}

/** Undefined where it is not about the request. @throws RequestRefused where that can't be known. */
export function matchRequest(criteria: MatchCriteria, request: AdmissionRequest, matching: Matching): Invocation | undefined {
  const inNamespace = namespaceMatches(criteria.namespaces, request, matching.view);
  if (inNamespace === false || !objectMatches(criteria.objects, request)) return undefined;
  const { rules, excluded, equivalent } = criteria;
  if (matchRules(excluded, { request, catalog: matching.catalog, equivalent }) !== undefined) return undefined;
  const everything = rules.length === 0 && criteria.unruled === 'everything';
  const { resource, shown } = request;
  const found = everything ? { resource, shown } : matchRules(rules, { request, catalog: matching.catalog, equivalent });
  if (found !== undefined && inNamespace !== true) throw inNamespace;
  return found;
}

/** The failure where the namespace is not known. */
function namespaceMatches(selector: LabelSelector, request: AdmissionRequest, view: AdmissionView): boolean | RequestRefused {
  const { namespace, resource } = request;
  if ((namespace === '' && resource.resource !== 'namespaces') || selector.requirements.length === 0) return true;
  const known = isWrittenNamespace(request) ? request.object : view.get('namespaces', '', namespace);
  return known === undefined ? notFound({ group: '', resource: 'namespaces' }, namespace) : matchesSelector(selector, labelsOf(known));
}

/** What is written of a namespace counts, not what is stored of it. */
function isWrittenNamespace({ resource, subresource, operation }: AdmissionRequest): boolean {
  return resource.resource === 'namespaces' && subresource === '' && operation !== 'DELETE';
}

function objectMatches(selector: LabelSelector, { object, old }: AdmissionRequest): boolean {
  if (selector.requirements.length === 0) return true;
  return [object, old].some((one) => one !== undefined && matchesSelector(selector, labelsOf(one)));
}

type RuleMatching = { readonly request: AdmissionRequest; readonly catalog: ResourceCatalog; readonly equivalent: boolean };

function matchRules(rules: readonly OperationRule[], { request, catalog, equivalent }: RuleMatching): Invocation | undefined {
  const { resource, shown } = request;
  if (rules.some((rule) => ruleMatches(rule, request, resource) && nameMatches(rule, request))) return { resource, shown };
  if (!equivalent || rules.length === 0) return undefined;
  const others = catalog.equivalents(resource).filter(({ group, version }) => group !== resource.group || version !== resource.version);
  for (const rule of rules) {
    const other = others.find((one) => ruleMatches(rule, request, one) && nameMatches(rule, request));
    if (other !== undefined) return { resource: other, shown: shownIn(other, request) };
  }
  return undefined;
}

function nameMatches({ names }: OperationRule, { name }: AdmissionRequest): boolean {
  return names.length === 0 || names.includes(name);
}

/** A kind that belongs to the subresource is the same in all versions. @throws RequestRefused */
function shownIn(other: ServedResource, { resource, shown, subresource }: AdmissionRequest): ServedResource {
  if (subresource !== '' && !other.subresources.some(({ name }) => name === subresource)) {
    const { group, version, resource: plural } = other;
    throw internalError(`unable to convert to ${group}/${version}, Resource=${plural}: unknown kind`);
  }
  return shown.kind === resource.kind && shown.group === resource.group ? other : shown;
}
