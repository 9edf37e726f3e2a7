// What sets the built-in kinds apart where a word says it all. Kinds are named as the store names them.

export type Traits = {
  /** PUT creates what is missing. */
  readonly createsOnUpdate?: true;
  /** PUT needs a resourceVersion. */
  readonly conditionalUpdatesOnly?: true;
  /** DELETE answers the object. */
  readonly returnsDeleted?: true;
  /** Finalizers need no domain. */
  readonly anyFinalizer?: true;
  /** Fields whose change counts as a new generation. */
  readonly generationFields?: readonly string[];
  /** So does a change of annotations. */
  readonly generationCountsAnnotations?: true;
  /** Dependents are orphaned unless the request says otherwise; or never anything else than left alone. */
  readonly garbageCollection?: 'orphan' | 'unsupported';
  /** Metadata that a write to /status leaves alone: all of it, where this is set. */
  readonly statusKeepsMetadata?: true;
  /** Or these fields of it. */
  readonly statusKeeps?: readonly string[];
  /** The client may set the status of a new object. */
  readonly statusAtCreation?: 'sent';
};

const SPEC = ['spec'] as const;

export const BUILT_IN_TRAITS: Readonly<Record<string, Traits>> = {
  'apiservices.apiregistration.k8s.io': { conditionalUpdatesOnly: true },
  'clusterrolebindings.rbac.authorization.k8s.io': { createsOnUpdate: true },
  'clusterroles.rbac.authorization.k8s.io': { createsOnUpdate: true },
  'cronjobs.batch': { generationFields: SPEC },
  'csidrivers.storage.k8s.io': { conditionalUpdatesOnly: true, returnsDeleted: true },
  'csinodes.storage.k8s.io': { conditionalUpdatesOnly: true, returnsDeleted: true },
  'csistoragecapacities.storage.k8s.io': { conditionalUpdatesOnly: true },
  'customresourcedefinitions.apiextensions.k8s.io': { conditionalUpdatesOnly: true, generationFields: SPEC, statusKeepsMetadata: true },
  'daemonsets.apps': { generationFields: SPEC },
  'deployments.apps': { generationFields: SPEC, generationCountsAnnotations: true, statusKeeps: ['labels'] },
  'deviceclasses.resource.k8s.io': { returnsDeleted: true, generationFields: SPEC },
  endpoints: { createsOnUpdate: true },
  'endpointslices.discovery.k8s.io': { generationFields: ['endpoints', 'ports', 'addressType'] },
  events: { createsOnUpdate: true, garbageCollection: 'unsupported' },
  'flowschemas.flowcontrol.apiserver.k8s.io': { generationFields: SPEC, statusKeepsMetadata: true },
  'ingressclasses.networking.k8s.io': { generationFields: SPEC },
  'ingresses.networking.k8s.io': { generationFields: SPEC },
  'jobs.batch': { generationFields: SPEC, garbageCollection: 'orphan' },
  'leases.coordination.k8s.io': { anyFinalizer: true, createsOnUpdate: true, conditionalUpdatesOnly: true },
  limitranges: { createsOnUpdate: true },
  'mutatingwebhookconfigurations.admissionregistration.k8s.io': { conditionalUpdatesOnly: true, generationFields: ['webhooks'] },
  namespaces: { returnsDeleted: true },
  'networkpolicies.networking.k8s.io': { generationFields: SPEC },
  nodes: { statusAtCreation: 'sent' },
  persistentvolumeclaims: { returnsDeleted: true },
  persistentvolumes: { returnsDeleted: true },
  'poddisruptionbudgets.policy': { conditionalUpdatesOnly: true, generationFields: SPEC },
  pods: { returnsDeleted: true, generationFields: SPEC, statusKeeps: ['ownerReferences'] },
  podtemplates: { returnsDeleted: true, generationFields: ['template'] },
  'priorityclasses.scheduling.k8s.io': { generationFields: [] },
  'prioritylevelconfigurations.flowcontrol.apiserver.k8s.io': { generationFields: SPEC, statusKeepsMetadata: true },
  'replicasets.apps': { generationFields: SPEC },
  replicationcontrollers: { generationFields: SPEC, garbageCollection: 'orphan' },
  'resourceclaims.resource.k8s.io': { returnsDeleted: true, statusKeepsMetadata: true },
  'resourceclaimtemplates.resource.k8s.io': { returnsDeleted: true },
  resourcequotas: { returnsDeleted: true },
  'resourceslices.resource.k8s.io': { returnsDeleted: true, generationFields: SPEC },
  'rolebindings.rbac.authorization.k8s.io': { createsOnUpdate: true },
  'roles.rbac.authorization.k8s.io': { createsOnUpdate: true },
  'runtimeclasses.node.k8s.io': { createsOnUpdate: true, conditionalUpdatesOnly: true },
  serviceaccounts: { returnsDeleted: true },
  'servicecidrs.networking.k8s.io': { statusKeepsMetadata: true },
  services: { createsOnUpdate: true, returnsDeleted: true },
  'statefulsets.apps': { generationFields: SPEC },
  'storageclasses.storage.k8s.io': { returnsDeleted: true },
  'validatingadmissionpolicies.admissionregistration.k8s.io': {
    conditionalUpdatesOnly: true,
    generationFields: SPEC,
    statusKeepsMetadata: true,
  },
  'validatingadmissionpolicybindings.admissionregistration.k8s.io': { conditionalUpdatesOnly: true, generationFields: SPEC },
  'validatingwebhookconfigurations.admissionregistration.k8s.io': { conditionalUpdatesOnly: true, generationFields: ['webhooks'] },
  'volumeattachments.storage.k8s.io': { conditionalUpdatesOnly: true, returnsDeleted: true, statusKeepsMetadata: true },
  'volumeattributesclasses.storage.k8s.io': { returnsDeleted: true },
};
