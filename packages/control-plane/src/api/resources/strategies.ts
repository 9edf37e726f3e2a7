// What is written by hand for built-in kinds, by the name that the store gives them. Only a list.

import type { SchemaEngine } from '../custom/schema-engine.ts';
import type { ResourceStrategy } from '../strategy.ts';
import { policyBindingStrategy, policyStrategy } from './admissionregistration/validating-policy.ts';
import { webhookConfigurationStrategy } from './admissionregistration/webhook-configuration.ts';
import { definitionStrategy } from './apiextensions/definition.ts';
import { apiServiceStrategy } from './apiregistration/api-service.ts';
import { controllerRevisionStrategy } from './apps/controller-revision.ts';
import { daemonSetStrategy } from './apps/daemon-set.ts';
import { deploymentStrategy } from './apps/deployment.ts';
import { replicaSetStrategy, replicationControllerStrategy } from './apps/replica-set.ts';
import { statefulSetStrategy } from './apps/stateful-set.ts';
import { autoscalerStrategy } from './autoscaling/autoscaler.ts';
import { cronJobStrategy } from './batch/cron-job.ts';
import { jobStrategy } from './batch/job.ts';
import { signingRequestStrategy } from './certificates/signing-request.ts';
import { leaseStrategy } from './coordination/lease.ts';
import { claimStrategy } from './core/claim.ts';
import { configMapStrategy } from './core/config-map.ts';
import { endpointsStrategy } from './core/endpoints.ts';
import { eventStrategy, newEventStrategy } from './core/event.ts';
import { limitRangeStrategy } from './core/limit-range.ts';
import { namespaceStrategy } from './core/namespace.ts';
import { nodeStrategy } from './core/node.ts';
import { podLifecycle } from './core/pod-lifecycle.ts';
import { podTemplateStrategy } from './core/pod-template.ts';
import { checkedPod } from './core/pod-validation.ts';
import { resourceQuotaStrategy } from './core/resource-quota.ts';
import { secretStrategy } from './core/secret.ts';
import { serviceStrategy } from './core/service/service-strategy.ts';
import { volumeStrategy } from './core/volume.ts';
import { endpointSliceStrategy } from './discovery/endpoint-slice.ts';
import { ingressClassStrategy, ingressStrategy } from './networking/ingress.ts';
import { ipAddressStrategy } from './networking/ip-address.ts';
import { networkPolicyStrategy } from './networking/network-policy.ts';
import { disruptionBudgetStrategy } from './policy/disruption-budget.ts';
import { clusterRoleStrategy, roleStrategy } from './rbac/role.ts';
import { clusterRoleBindingStrategy, roleBindingStrategy } from './rbac/role-binding.ts';
import { priorityClassStrategy } from './scheduling/priority-class.ts';
import {
  EVENT_FIELDS,
  JOB_FIELDS,
  NEW_EVENT_FIELDS,
  NODE_FIELDS,
  POD_FIELDS,
  REPLICATION_CONTROLLER_FIELDS,
  RESOURCE_SLICE_FIELDS,
  SERVICE_FIELDS,
} from './selectable-fields.ts';
import { storageClassStrategy } from './storage/storage-class.ts';

/** Made from the base strategy of the kind. */
export type StrategyOf = (base: ResourceStrategy) => ResourceStrategy;

const withFields =
  (fields: Pick<ResourceStrategy, 'selectableFields' | 'unknownField'>): StrategyOf =>
  (base) => ({ ...base, ...fields });

const STRATEGIES: Readonly<Record<string, StrategyOf>> = {
  'apiservices.apiregistration.k8s.io': apiServiceStrategy,
  'certificatesigningrequests.certificates.k8s.io': signingRequestStrategy,
  'clusterrolebindings.rbac.authorization.k8s.io': clusterRoleBindingStrategy,
  'clusterroles.rbac.authorization.k8s.io': clusterRoleStrategy,
  configmaps: configMapStrategy,
  'controllerrevisions.apps': controllerRevisionStrategy,
  'cronjobs.batch': cronJobStrategy,
  'daemonsets.apps': daemonSetStrategy,
  'deployments.apps': deploymentStrategy,
  endpoints: endpointsStrategy,
  'endpointslices.discovery.k8s.io': endpointSliceStrategy,
  events: (base) => eventStrategy(withFields(EVENT_FIELDS)(base)),
  'events.events.k8s.io': (base) => newEventStrategy(withFields(NEW_EVENT_FIELDS)(base)),
  'horizontalpodautoscalers.autoscaling': autoscalerStrategy,
  'ingressclasses.networking.k8s.io': ingressClassStrategy,
  'ingresses.networking.k8s.io': ingressStrategy,
  'ipaddresses.networking.k8s.io': ipAddressStrategy,
  'jobs.batch': (base) => jobStrategy(withFields(JOB_FIELDS)(base)),
  'leases.coordination.k8s.io': leaseStrategy,
  limitranges: limitRangeStrategy,
  namespaces: namespaceStrategy,
  'networkpolicies.networking.k8s.io': networkPolicyStrategy,
  nodes: (base) => nodeStrategy(withFields(NODE_FIELDS)(base)),
  persistentvolumeclaims: claimStrategy,
  persistentvolumes: volumeStrategy,
  'poddisruptionbudgets.policy': disruptionBudgetStrategy,
  pods: (base) => checkedPod(podLifecycle(withFields(POD_FIELDS)(base))),
  podtemplates: podTemplateStrategy,
  'priorityclasses.scheduling.k8s.io': priorityClassStrategy,
  'replicasets.apps': replicaSetStrategy,
  replicationcontrollers: (base) => replicationControllerStrategy(withFields(REPLICATION_CONTROLLER_FIELDS)(base)),
  resourcequotas: resourceQuotaStrategy,
  'resourceslices.resource.k8s.io': withFields(RESOURCE_SLICE_FIELDS),
  'rolebindings.rbac.authorization.k8s.io': roleBindingStrategy,
  'roles.rbac.authorization.k8s.io': roleStrategy,
  secrets: secretStrategy,
  services: (base) => serviceStrategy(withFields(SERVICE_FIELDS)(base)),
  'statefulsets.apps': statefulSetStrategy,
  'storageclasses.storage.k8s.io': storageClassStrategy,
  'validatingadmissionpolicies.admissionregistration.k8s.io': policyStrategy,
  'validatingadmissionpolicybindings.admissionregistration.k8s.io': policyBindingStrategy,
  'mutatingwebhookconfigurations.admissionregistration.k8s.io': webhookConfigurationStrategy,
  'validatingwebhookconfigurations.admissionregistration.k8s.io': webhookConfigurationStrategy,
};

/** `schemas`: what checks the schemas of definitions. */
export function builtInStrategies(schemas: SchemaEngine): Readonly<Record<string, StrategyOf>> {
  return { ...STRATEGIES, 'customresourcedefinitions.apiextensions.k8s.io': definitionStrategy(schemas) };
}
