// Policies with parameters, written by somebody who may not read these, or may.
import type { DifferentialCase } from '../differential-case.ts';
import { differentialCase } from '../differential-case.ts';
import type { Subject } from '../subject.ts';

const ROW = 26;
const POLICIES = '/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicies';
const BINDINGS = '/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicybindings';
const RBAC = '/apis/rbac.authorization.k8s.io/v1';
const CONFIG_MAPS = { apiVersion: 'v1', kind: 'ConfigMap' };
const UNKNOWN = { apiVersion: 'none.example.org/v1', kind: 'Unheard' };

type Body = Readonly<Record<string, unknown>>;

function policy(name: string, paramKind?: object): Body {
  const resourceRules = [{ apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['limitranges'] }];
  const spec = { matchConstraints: { resourceRules }, validations: [{ expression: 'true' }] };
  return { metadata: { name }, spec: { ...spec, ...(paramKind === undefined ? {} : { paramKind }) } };
}

function binding(name: string, policyName: string, paramRef?: object): Body {
  const spec = { policyName, validationActions: ['Deny'] };
  return {
    metadata: { name },
    spec: { ...spec, ...(paramRef === undefined ? {} : { paramRef: { parameterNotFoundAction: 'Allow', ...paramRef } }) },
  };
}

/** A user of the case's own, who may write policies and bindings, and what `rules` say. */
async function writer(subject: Subject, name: string, rules: readonly object[]): Promise<Readonly<Record<string, string>>> {
  const resources = ['validatingadmissionpolicies', 'validatingadmissionpolicybindings'];
  const own = { apiGroups: ['admissionregistration.k8s.io'], resources, verbs: ['*'] };
  await subject.prepare({ method: 'POST', path: `${RBAC}/clusterroles`, body: { metadata: { name }, rules: [own, ...rules] } });
  const roleRef = { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name };
  const subjects = [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name }];
  await subject.prepare({ method: 'POST', path: `${RBAC}/clusterrolebindings`, body: { metadata: { name }, roleRef, subjects } });
  await new Promise((resolve) => setTimeout(resolve, 500));
  return { 'Impersonate-User': name };
}

async function withoutRights(subject: Subject, namespace: string): Promise<void> {
  const headers = await writer(subject, `${namespace}-writer`, []);
  const post = (path: string, body: Body): Promise<unknown> => subject.ask({ method: 'POST', path, body, headers });
  await post(POLICIES, policy(`${namespace}-plain`));
  await post(POLICIES, policy(`${namespace}-maps`, CONFIG_MAPS));
  await post(POLICIES, policy(`${namespace}-unheard`, UNKNOWN));
  await subject.prepare({ method: 'POST', path: POLICIES, body: policy(`${namespace}-given`, CONFIG_MAPS) });
  await subject.prepare({ method: 'POST', path: POLICIES, body: policy(`${namespace}-odd`, UNKNOWN) });
  await subject.ask({
    method: 'PATCH',
    path: `${POLICIES}/${namespace}-given`,
    body: { metadata: { labels: { a: 'b' } } },
    headers,
  });
  await post(BINDINGS, binding(`${namespace}-bare`, `${namespace}-given`));
  await post(BINDINGS, binding(`${namespace}-named`, `${namespace}-given`, { name: 'c', namespace }));
  await post(BINDINGS, binding(`${namespace}-all`, `${namespace}-given`, { selector: {} }));
  await post(BINDINGS, binding(`${namespace}-lost`, `${namespace}-nowhere`, { name: 'c' }));
  await post(BINDINGS, binding(`${namespace}-strange`, `${namespace}-odd`, { name: 'c' }));
}

async function withRights(subject: Subject, namespace: string): Promise<void> {
  const headers = await writer(subject, `${namespace}-writer`, [{ apiGroups: [''], resources: ['configmaps'], verbs: ['get', 'list'] }]);
  const post = (path: string, body: Body): Promise<unknown> => subject.ask({ method: 'POST', path, body, headers });
  await post(POLICIES, policy(`${namespace}-maps`, CONFIG_MAPS));
  await post(POLICIES, policy(`${namespace}-unheard`, UNKNOWN));
  await post(BINDINGS, binding(`${namespace}-named`, `${namespace}-maps`, { name: 'c', namespace }));
  await post(BINDINGS, binding(`${namespace}-all`, `${namespace}-maps`, { selector: {} }));
}

export const PARAM_CASES: readonly DifferentialCase[] = [
  differentialCase(ROW, 'parameters of policies that the writer may not read', withoutRights),
  differentialCase(ROW, 'parameters of policies that the writer may read', withRights),
];
