// The admission plugins of every control plane, in the order in which they run. Only a list.
import type { Store } from '../../storage/store.ts';
import type { Authorizer } from '../authorization/authorizer.ts';
import type { RandomSource } from '../random-source.ts';
import type { ResourceCatalog } from '../resource-catalog.ts';
import type { AdmissionPlugin } from './admission-plugin.ts';
import { certificateApproval, certificateSigning, certificateSubjectRestriction } from './certificate-signers.ts';
import { claimResize } from './claim-resize.ts';
import { closingDefinitions } from './closing-definitions.ts';
import { defaultIngressClass } from './default-ingress-class.ts';
import { defaultStorageClass } from './default-storage-class.ts';
import { defaultTolerationSeconds } from './default-toleration-seconds.ts';
import { limitRanger } from './limit-ranger.ts';
import { namespaceLifecycle } from './namespace-lifecycle.ts';
import { podSecurity } from './pod-security/pod-security.ts';
import { podTopologyLabels } from './pod-topology-labels.ts';
import { paramAccess } from './policies/param-access.ts';
import { validatingPolicies } from './policies/validating-policies.ts';
import { priority } from './priority.ts';
import { resourceQuota } from './quota/resource-quota.ts';
import { rbacEscalation } from './rbac-escalation.ts';
import { runtimeClass } from './runtime-class.ts';
import { serviceAccount } from './service-account.ts';
import { storageObjectInUseProtection } from './storage-object-in-use-protection.ts';
import { taintNodesByCondition } from './taint-nodes-by-condition.ts';
import { mutatingWebhooks } from './webhooks/mutating-webhooks.ts';
import { validatingWebhooks } from './webhooks/validating-webhooks.ts';
import type { WebhookCaller } from './webhooks/webhook-caller.ts';

export type PluginParts = {
  readonly authorizer: Authorizer;
  readonly random: RandomSource;
  readonly store: Store;
  readonly catalog: ResourceCatalog;
  readonly webhookCaller: WebhookCaller;
};

export function builtInPlugins({ authorizer, random, store, catalog, webhookCaller }: PluginParts): readonly AdmissionPlugin[] {
  const webhooks = { caller: webhookCaller, random, catalog, authorizer };
  return [
    closingDefinitions,
    namespaceLifecycle,
    limitRanger,
    serviceAccount(random),
    taintNodesByCondition,
    podSecurity,
    priority,
    defaultTolerationSeconds,
    defaultStorageClass,
    storageObjectInUseProtection,
    claimResize,
    runtimeClass,
    certificateApproval(authorizer),
    certificateSigning(authorizer),
    certificateSubjectRestriction,
    defaultIngressClass,
    podTopologyLabels,
    rbacEscalation(authorizer),
    paramAccess({ authorizer, catalog }),
    mutatingWebhooks(webhooks),
    validatingPolicies({ authorizer, catalog }),
    validatingWebhooks(webhooks),
    resourceQuota({ store, catalog }),
  ];
}
