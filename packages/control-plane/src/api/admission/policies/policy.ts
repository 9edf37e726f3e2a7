// A ValidatingAdmissionPolicy with its bindings, read and compiled.
import type { CompiledAdmission, InvalidAdmission, JsonObject } from '@rectrace/kube';
import { compileAdmission, isJsonObject, listAt, stringAt, valueAt, variableType } from '@rectrace/kube';
import { nameOf } from '../../metadata.ts';
import type { AdmissionView } from '../admission-plugin.ts';
import type { MatchCondition } from '../expressions/match-conditions.ts';
import { readConditions } from '../expressions/match-conditions.ts';
import type { MatchCriteria } from '../matching/match-request.ts';
import { readCriteria } from '../matching/match-request.ts';

export type Policy = {
  readonly name: string;
  readonly criteria: MatchCriteria;
  /** What fails counts as fulfilled. */
  readonly ignoresFailures: boolean;
  readonly paramKind: { readonly apiVersion: string; readonly kind: string } | undefined;
  readonly conditions: readonly MatchCondition[];
  readonly variables: ReadonlyMap<string, CompiledAdmission>;
  readonly validations: readonly Validation[];
  readonly annotations: readonly PolicyAnnotation[];
};

export type PolicyExpression = CompiledAdmission | InvalidAdmission;

export type PolicyAnnotation = { readonly key: string; readonly expression: PolicyExpression };

export type Validation = {
  readonly expression: PolicyExpression;
  readonly message: string;
  readonly messageExpression: PolicyExpression | undefined;
  readonly reason: string;
};

export type PolicyBinding = {
  readonly name: string;
  /** Undefined where it is about all that the policy is about. */
  readonly criteria: MatchCriteria | undefined;
  readonly paramRef: JsonObject | undefined;
  readonly actions: readonly string[];
};

export type BoundPolicy = { readonly policy: Policy; readonly bindings: readonly PolicyBinding[] };

const POLICIES = 'validatingadmissionpolicies.admissionregistration.k8s.io';
const BINDINGS = 'validatingadmissionpolicybindings.admissionregistration.k8s.io';

export class PolicySource {
  /** Of each policy as it is stored. */
  readonly #compiled = new WeakMap<JsonObject, Policy>();

  /** Policies without a binding are not in force. */
  policies(view: AdmissionView): readonly BoundPolicy[] {
    const byPolicy = Map.groupBy(view.list(BINDINGS, ''), (binding) => stringAt(binding, ['spec', 'policyName']) ?? '');
    return [...byPolicy].flatMap(([name, bindings]) => {
      const stored = view.get(POLICIES, '', name);
      return stored === undefined ? [] : [{ policy: this.#policyOf(stored), bindings: bindings.map(readBinding) }];
    });
  }

  #policyOf(stored: JsonObject): Policy {
    const known = this.#compiled.get(stored);
    if (known !== undefined) return known;
    const policy = readPolicy(stored);
    this.#compiled.set(stored, policy);
    return policy;
  }
}

const MATCH_FIELDS = { rules: 'resourceRules', excluded: 'excludeResourceRules', unruled: 'everything' } as const;

function objectAt(object: JsonObject, path: readonly string[]): JsonObject | undefined {
  const value = valueAt(object, path);
  return isJsonObject(value) ? value : undefined;
}

function objectsAt(object: JsonObject, key: string): readonly JsonObject[] {
  return listAt(object, [key]).filter(isJsonObject);
}

function readPolicy(stored: JsonObject): Policy {
  const spec = objectAt(stored, ['spec']) ?? {};
  const kind = objectAt(spec, ['paramKind']);
  const bare = { params: kind !== undefined, authorizer: true };
  const variables = compileVariables(spec, bare);
  const environment = { ...bare, variables: variables.size === 0 ? undefined : typesOf(variables) };
  return {
    name: nameOf(stored),
    criteria: readCriteria(objectAt(spec, ['matchConstraints']) ?? {}, MATCH_FIELDS),
    ignoresFailures: stringAt(spec, ['failurePolicy']) === 'Ignore',
    paramKind: kind === undefined ? undefined : { apiVersion: stringAt(kind, ['apiVersion']) ?? '', kind: stringAt(kind, ['kind']) ?? '' },
    conditions: readConditions(spec, environment),
    variables,
    validations: objectsAt(spec, 'validations').map((validation) => readValidation(validation, environment)),
    annotations: objectsAt(spec, 'auditAnnotations').map((annotation) => ({
      key: stringAt(annotation, ['key']) ?? '',
      expression: compileAdmission(stringAt(annotation, ['valueExpression']) ?? '', environment, 'audit-annotation'),
    })),
  };
}

type Environment = Parameters<typeof compileAdmission>[1];

function compileVariables(spec: JsonObject, bare: Environment): ReadonlyMap<string, CompiledAdmission> {
  const compiled = new Map<string, CompiledAdmission>();
  for (const variable of objectsAt(spec, 'variables')) {
    const environment = { ...bare, variables: typesOf(compiled) };
    const one = compileAdmission(stringAt(variable, ['expression']) ?? '', environment, 'variable');
    if (one.kind === 'compiled') compiled.set(stringAt(variable, ['name']) ?? '', one);
  }
  return compiled;
}

function typesOf(variables: ReadonlyMap<string, CompiledAdmission>): NonNullable<Environment['variables']> {
  return new Map([...variables].map(([name, { type }]) => [name, variableType(type)]));
}

function readValidation(validation: JsonObject, environment: Environment): Validation {
  const [expression = '', message = '', messageExpression = '', reason = ''] = ['expression', 'message', 'messageExpression', 'reason'].map(
    (key) => stringAt(validation, [key]),
  );
  const silent = { ...environment, authorizer: false };
  return {
    expression: compileAdmission(expression, environment, 'condition'),
    message: message.trim(),
    messageExpression: messageExpression === '' ? undefined : compileAdmission(messageExpression, silent, 'message'),
    reason,
  };
}

function readBinding(stored: JsonObject): PolicyBinding {
  const spec = objectAt(stored, ['spec']) ?? {};
  const resources = objectAt(spec, ['matchResources']);
  return {
    name: nameOf(stored),
    criteria: resources === undefined ? undefined : readCriteria(resources, MATCH_FIELDS),
    paramRef: objectAt(spec, ['paramRef']),
    actions: listAt(spec, ['validationActions']).map(String),
  };
}
