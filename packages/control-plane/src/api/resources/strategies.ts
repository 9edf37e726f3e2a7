// What is written by hand for built-in kinds, by the name that the store gives them. Only a list.

import type { SchemaEngine } from '../custom/schema-engine.ts';
import type { ResourceStrategy } from '../strategy.ts';
import { policyBindingStrategy, policyStrategy } from './admissionregistration/validating-policy.ts';
import { webhookConfigurationStrategy } from './admissionregistration/webhook-configuration.ts';
import { definitionStrategy } from './apiextensions/definition.ts';
import { apiServiceStrategy } from './apiregistration/api-service.ts';
import { daemonSetStrategy } from './apps/daemon-set.ts';
import { deploymentStrategy } from './apps/deployment.ts';
import { replicaSetStrategy } from './apps/replica-set.ts';
import { statefulSetStrategy } from './apps/stateful-set.ts';
import { jobStrategy } from './batch/job.ts';
import { configMapStrategy } from './core/config-map.ts';
import { namespaceStrategy } from './core/namespace.ts';
import { podLifecycle } from './core/pod-lifecycle.ts';
import { checkedPod } from './core/pod-validation.ts';
import { secretStrategy } from './core/secret.ts';
import { serviceStrategy } from './core/service/service-strategy.ts';
import { clusterRoleStrategy, roleStrategy } from './rbac/role.ts';
import { clusterRoleBindingStrategy, roleBindingStrategy } from './rbac/role-binding.ts';
import {
  EVENT_FIELDS,
  JOB_FIELDS,
  NEW_EVENT_FIELDS,
  NODE_FIELDS,
  POD_FIELDS,
  REPLICATION_CONTROLLER_FIELDS,
  RESOURCE_SLICE_FIELDS,
  SERVICE_FIELDS,
  SIGNING_REQUEST_FIELDS,
} from './selectable-fields.ts';

/** Made from the base strategy of the kind. */
export type StrategyOf = (base: ResourceStrategy) => ResourceStrategy;

const withFields =
  (fields: Pick<ResourceStrategy, 'selectableFields' | 'unknownField'>): StrategyOf =>
  (base) => ({ ...base, ...fields });

const STRATEGIES: Readonly<Record<string, StrategyOf>> = {
  'apiservices.apiregistration.k8s.io': apiServiceStrategy,
  'certificatesigningrequests.certificates.k8s.io': withFields(SIGNING_REQUEST_FIELDS),
  'clusterrolebindings.rbac.authorization.k8s.io': clusterRoleBindingStrategy,
  'clusterroles.rbac.authorization.k8s.io': clusterRoleStrategy,
  configmaps: configMapStrategy,
  events: withFields(EVENT_FIELDS),
  'events.events.k8s.io': withFields(NEW_EVENT_FIELDS),
  'daemonsets.apps': daemonSetStrategy,
  'deployments.apps': deploymentStrategy,
  'jobs.batch': (base) => jobStrategy(withFields(JOB_FIELDS)(base)),
  'mutatingwebhookconfigurations.admissionregistration.k8s.io': webhookConfigurationStrategy,
  namespaces: namespaceStrategy,
  nodes: withFields(NODE_FIELDS),
  pods: (base) => checkedPod(podLifecycle(withFields(POD_FIELDS)(base))),
  'replicasets.apps': replicaSetStrategy,
  replicationcontrollers: withFields(REPLICATION_CONTROLLER_FIELDS),
  'resourceslices.resource.k8s.io': withFields(RESOURCE_SLICE_FIELDS),
  'rolebindings.rbac.authorization.k8s.io': roleBindingStrategy,
  'roles.rbac.authorization.k8s.io': roleStrategy,
  secrets: secretStrategy,
  'statefulsets.apps': statefulSetStrategy,
  'validatingadmissionpolicies.admissionregistration.k8s.io': policyStrategy,
  'validatingadmissionpolicybindings.admissionregistration.k8s.io': policyBindingStrategy,
  'validatingwebhookconfigurations.admissionregistration.k8s.io': webhookConfigurationStrategy,
  services: (base) => serviceStrategy(withFields(SERVICE_FIELDS)(base)),
};

/** `schemas`: what checks the schemas of definitions. */
export function builtInStrategies(schemas: SchemaEngine): Readonly<Record<string, StrategyOf>> {
  return { ...STRATEGIES, 'customresourcedefinitions.apiextensions.k8s.io': definitionStrategy(schemas) };
}
