// Defaults of the remaining groups.
import { listAt, stringAt, valueAt } from '@rectrace/kube';
import type { Draft } from '../draft.ts';
import { childOf, childrenOf, ensureChild, fill, fillText } from '../draft.ts';
import type { DefaultsTable } from './type-defaults.ts';

const RBAC = 'rbac.authorization.k8s.io';

const roleRef = (binding: Draft): void => fillText(ensureChild(binding, 'roleRef'), 'apiGroup', RBAC);
const webhook = (hook: Draft): void => {
  fill(hook, 'failurePolicy', 'Fail');
  fill(hook, 'matchPolicy', 'Equivalent');
  fill(hook, 'namespaceSelector', {});
  fill(hook, 'objectSelector', {});
  fill(hook, 'timeoutSeconds', 10);
};
const counted = (request: Draft): void => {
  fillText(request, 'allocationMode', 'ExactCount');
  if (request['allocationMode'] === 'ExactCount' && !request['count']) request['count'] = 1;
};
const toleration = (item: Draft): void => fillText(item, 'operator', 'Equal');

export const OTHER_DEFAULTS: DefaultsTable = {
  'networking.v1.NetworkPolicyPort': (port) => fill(port, 'protocol', 'TCP'),
  'networking.v1.NetworkPolicy': (policy) => {
    const spec = ensureChild(policy, 'spec');
    const { policyTypes } = spec;
    if (Array.isArray(policyTypes) && policyTypes.length > 0) return;
    spec['policyTypes'] = childrenOf(spec, 'egress').length > 0 ? ['Ingress', 'Egress'] : ['Ingress'];
  },
  'networking.v1.IngressClass': (ingressClass) => {
    const parameters = childOf(ensureChild(ingressClass, 'spec'), 'parameters');
    if (parameters !== undefined) fill(parameters, 'scope', 'Cluster');
  },
  'authentication.v1.TokenRequestSpec': (spec) => fill(spec, 'expirationSeconds', 3600),
  'rbac.v1.ClusterRoleBinding': roleRef,
  'rbac.v1.RoleBinding': roleRef,
  'rbac.v1.Subject': (subject) => {
    if (subject['kind'] === 'User' || subject['kind'] === 'Group') fillText(subject, 'apiGroup', RBAC);
  },
  'storage.v1.StorageClass': (storageClass) => {
    fill(storageClass, 'reclaimPolicy', 'Delete');
    fill(storageClass, 'volumeBindingMode', 'Immediate');
  },
  'storage.v1.CSIDriver': (driver) => {
    const spec = ensureChild(driver, 'spec');
    fill(spec, 'attachRequired', true);
    fill(spec, 'podInfoOnMount', false);
    fill(spec, 'storageCapacity', false);
    fill(spec, 'fsGroupPolicy', 'ReadWriteOnceWithFSType');
    fill(spec, 'volumeLifecycleModes', ['Persistent']);
    fill(spec, 'requiresRepublish', false);
    fill(spec, 'seLinuxMount', false);
  },
  'admissionregistration.v1.ValidatingWebhook': webhook,
  'admissionregistration.v1.MutatingWebhook': (hook) => {
    webhook(hook);
    fill(hook, 'reinvocationPolicy', 'Never');
  },
  'admissionregistration.v1.RuleWithOperations': (rule) => fill(rule, 'scope', '*'),
  'admissionregistration.v1.NamedRuleWithOperations': (rule) => fill(rule, 'scope', '*'),
  'admissionregistration.v1.ServiceReference': (reference) => fill(reference, 'port', 443),
  'admissionregistration.v1.ValidatingAdmissionPolicySpec': (spec) => fill(spec, 'failurePolicy', 'Fail'),
  'admissionregistration.v1.MatchResources': (resources) => {
    fill(resources, 'matchPolicy', 'Equivalent');
    fill(resources, 'namespaceSelector', {});
    fill(resources, 'objectSelector', {});
  },
  'scheduling.v1.PriorityClass': (priority) => fill(priority, 'preemptionPolicy', 'PreemptLowerPriority'),
  'discovery.v1.EndpointPort': (port) => {
    fill(port, 'name', '');
    fill(port, 'protocol', 'TCP');
  },
  'flowcontrol.v1.FlowSchemaSpec': (spec) => {
    if (!spec['matchingPrecedence']) spec['matchingPrecedence'] = 1000;
  },
  'flowcontrol.v1.ExemptPriorityLevelConfiguration': (level) => {
    fill(level, 'nominalConcurrencyShares', 0);
    fill(level, 'lendablePercent', 0);
  },
  'flowcontrol.v1.LimitedPriorityLevelConfiguration': (level) => {
    fill(level, 'nominalConcurrencyShares', 30);
    fill(level, 'lendablePercent', 0);
  },
  'flowcontrol.v1.QueuingConfiguration': (queuing) => {
    if (!queuing['handSize']) queuing['handSize'] = 8;
    if (!queuing['queues']) queuing['queues'] = 64;
    if (!queuing['queueLengthLimit']) queuing['queueLengthLimit'] = 50;
  },
  'resource.v1.ExactDeviceRequest': counted,
  'resource.v1.DeviceSubRequest': counted,
  'resource.v1.DeviceToleration': toleration,
  'apiregistration.v1.ServiceReference': (reference) => fill(reference, 'port', 443),
  'apiextensions.v1.CustomResourceDefinition': fillStoredVersions,
  'apiextensions.v1.CustomResourceDefinitionSpec': (spec) => {
    fillNames(ensureChild(spec, 'names'));
    fill(spec, 'conversion', { strategy: 'None' });
  },
  'apiextensions.v1.ServiceReference': (reference) => fill(reference, 'port', 443),
};

function fillStoredVersions(definition: Draft): void {
  const storage = listAt(definition, ['spec', 'versions']).find((version) => valueAt(version, ['storage']) === true);
  const name = stringAt(storage, ['name']);
  if (name === undefined || listAt(definition, ['status', 'storedVersions']).length > 0) return;
  ensureChild(definition, 'status')['storedVersions'] = [name];
}

function fillNames(names: Draft): void {
  const kind = typeof names['kind'] === 'string' ? names['kind'] : '';
  fillText(names, 'singular', kind.toLowerCase());
  if (kind !== '') fillText(names, 'listKind', `${kind}List`);
}
