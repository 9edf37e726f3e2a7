// ValidatingAdmissionPolicy: what the policies in force say of a request.
import { RequestRefused } from '../../../errors.ts';
import type { Authorizer } from '../../authorization/authorizer.ts';
import { notFound } from '../../failures.ts';
import type { ResourceCatalog } from '../../resource-catalog.ts';
import type { ServedResource } from '../../served-resource.ts';
import type { AdmissionPlugin, AdmissionRequest, AdmissionView } from '../admission-plugin.ts';
import { refusal } from '../concerns.ts';
import { admissionBindings } from '../expressions/admission-bindings.ts';
import type { Invocation } from '../matching/match-request.ts';
import { matchRequest } from '../matching/match-request.ts';
import type { Annotation, PolicyOutcome, Violation } from './evaluate-policy.ts';
import { evaluatePolicy } from './evaluate-policy.ts';
import { findParams, paramResource } from './find-params.ts';
import type { BoundPolicy, Policy, PolicyBinding } from './policy.ts';
import { PolicySource } from './policy.ts';

export type PolicyParts = { readonly authorizer: Authorizer; readonly catalog: ResourceCatalog };

/** Reviews are never looked at: without them nobody could act on anything. */
const EXCLUDED = [
  'selfsubjectreviews.authentication.k8s.io',
  'tokenreviews.authentication.k8s.io',
  'localsubjectaccessreviews.authorization.k8s.io',
  'selfsubjectaccessreviews.authorization.k8s.io',
  'selfsubjectrulesreviews.authorization.k8s.io',
  'subjectaccessreviews.authorization.k8s.io',
];

export function validatingPolicies(parts: PolicyParts): AdmissionPlugin {
  const source = new PolicySource();
  return {
    name: 'ValidatingAdmissionPolicy',
    validate: async (request, view) => {
      if (EXCLUDED.includes(request.resource.storage)) return;
      const denials: Denial[] = [];
      for (const bound of source.policies(view)) denials.push(...(await denialsOf(bound, { ...parts, request, view })));
      const [first] = denials;
      if (first !== undefined) throw denial(request, first);
    },
  };
}

type Denial = Violation & { readonly policy: string; readonly binding: string | undefined };

type Judging = PolicyParts & { readonly request: AdmissionRequest; readonly view: AdmissionView };

/** @throws RequestRefused where the request's namespace is not there. */
async function denialsOf({ policy, bindings }: BoundPolicy, judging: Judging): Promise<readonly Denial[]> {
  const { request, catalog, view } = judging;
  const invocation = attempt(() => matchRequest(policy.criteria, request, { view, catalog }));
  if (invocation instanceof RequestRefused) return misconfigured(policy, invocation.message);
  if (invocation === undefined) return [];
  const { paramKind } = policy;
  const params = paramKind === undefined ? undefined : paramResource(catalog, paramKind);
  if (paramKind !== undefined && params === undefined) {
    return misconfigured(policy, `failed to find resource referenced by paramKind: '${formatKind(paramKind)}'`);
  }
  const denials: Denial[] = [];
  const annotations: Annotation[] = [];
  for (const binding of bindings) denials.push(...(await denialsBy(binding, { policy, params, invocation, annotations }, judging)));
  publish(policy, annotations, request);
  return denials;
}

/** `params`: the kind of the parameters, where the policy has any. */
type Matched = {
  readonly policy: Policy;
  readonly params: ServedResource | undefined;
  readonly invocation: Invocation /** Of all bindings, filled in place. */;
  readonly annotations: Annotation[];
};

/** @throws RequestRefused where the request's namespace is not there. */
async function denialsBy(
  binding: PolicyBinding,
  { policy, params, invocation, annotations }: Matched,
  judging: Judging,
): Promise<readonly Denial[]> {
  const { request, catalog, view } = judging;
  const { criteria } = binding;
  const matched = criteria === undefined ? invocation : attempt(() => matchRequest(criteria, request, { view, catalog }));
  if (matched instanceof RequestRefused) return misconfigured(policy, matched.message, binding.name);
  if (matched === undefined) return [];
  const found = params === undefined ? NO_PARAMS : await findParams(binding, { resource: params, request, view });
  if (found.kind === 'misconfigured') return misconfigured(policy, found.message, binding.name);
  const namespace = namespaceOf(request, view);
  const denials: Denial[] = [];
  for (const one of found.params) {
    const bound = await admissionBindings({ ...judging, invocation, params: one, namespace });
    const outcome = evaluatePolicy(policy, bound);
    annotations.push(...outcome.annotations);
    denials.push(...carryOut(outcome, { policy, binding, request }));
  }
  return denials;
}

/** Different values of one key stand in one annotation. */
function publish({ name }: Policy, annotations: readonly Annotation[], { annotate }: AdmissionRequest): void {
  for (const [key, all] of Map.groupBy(annotations, (annotation) => annotation.key)) {
    annotate(`${name}/${key}`, [...new Set(all.map(({ value }) => value))].join(', '));
  }
}

function misconfigured({ name, ignoresFailures }: Policy, message: string, binding?: string): readonly Denial[] {
  const what = binding === undefined ? 'policy' : 'binding';
  return ignoresFailures ? [] : [{ policy: name, binding, reason: '', message: `failed to configure ${what}: ${message}` }];
}

const NO_PARAMS = { kind: 'params', params: [undefined] } as const;

function attempt(work: () => Invocation | undefined): Invocation | undefined | RequestRefused {
  try {
    return work();
  } catch (error) {
    if (error instanceof RequestRefused) return error;
    throw error;
  }
}

function formatKind({ apiVersion, kind }: NonNullable<Policy['paramKind']>): string {
  return `${apiVersion.includes('/') ? apiVersion : `/${apiVersion}`}, Kind=${kind}`;
}

/** @throws RequestRefused (404) */
function namespaceOf({ namespace, resource }: AdmissionRequest, view: AdmissionView): ReturnType<AdmissionView['get']> {
  if (namespace === '' || (resource.group === '' && resource.kind === 'Namespace')) return undefined;
  const found = view.get('namespaces', '', namespace);
  if (found === undefined) throw notFound({ group: '', resource: 'namespaces' }, namespace);
  return found;
}

type Acting = { readonly policy: Policy; readonly binding: PolicyBinding; readonly request: AdmissionRequest };

function carryOut({ violations, denials }: PolicyOutcome, { policy, binding, request }: Acting): readonly Denial[] {
  const { actions, name } = binding;
  if (actions.includes('Warn')) {
    for (const { message } of violations)
      request.warn(`Validation failed for ValidatingAdmissionPolicy '${policy.name}' with binding '${name}': ${message}`);
  }
  const [first] = violations;
  if (actions.includes('Audit') && first !== undefined) request.annotate(FAILURE, failureText(first, { policy, binding, request }));
  const denied = actions.includes('Deny') ? violations : [];
  return [...denied, ...denials].map((violation) => ({ ...violation, policy: policy.name, binding: name }));
}

const FAILURE = 'validation.policy.admission.k8s.io/validation_failure';

function failureText({ message, index = 0 }: Violation, { policy, binding }: Acting): string {
  const { name, actions } = binding;
  return JSON.stringify([{ message, policy: policy.name, binding: name, expressionIndex: index, validationActions: actions }]);
}

const CODES: Readonly<Record<string, number>> = { Forbidden: 403, Unauthorized: 401, RequestEntityTooLarge: 413 };
const UNPROCESSABLE = 422;

function denial(request: AdmissionRequest, { policy, binding, message, reason }: Denial): RequestRefused {
  const by = binding === undefined ? '' : ` with binding '${binding}'`;
  const text = `ValidatingAdmissionPolicy '${policy}'${by} denied request: ${message}`;
  const { status } = refusal(request, text);
  const causes = [...(status.details?.causes ?? []), { message: text }];
  const details = { ...status.details, causes };
  return new RequestRefused({ ...status, reason: reason || 'Invalid', code: CODES[reason] ?? UNPROCESSABLE, details });
}
