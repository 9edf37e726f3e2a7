// What a write to a built-in resource, or to one of its subresources, leaves alone, whatever it sends: nobody comes to own that by it.
// Where kube-apiserver names no fields, there are none here.
import type { FieldSet } from '@rectrace/kube';
import { fieldPath, fieldSetOf, recursiveDifference } from '@rectrace/kube';

/** Paths of fields. */
type Reset = readonly (readonly string[])[];

const all = (...paths: Reset): Reset => paths;

const STATUS: Reset = all(['status']);
const SPEC: Reset = all(['spec']);
const SPEC_AND_METADATA: Reset = all(['spec'], ['metadata']);

type Places = Readonly<Record<string, Reset>>;

const COMMON: Places = { '': STATUS, status: SPEC };
const KEEPS_METADATA: Places = { '': STATUS, status: SPEC_AND_METADATA };

const RESOURCES: Readonly<Record<string, Places>> = {
  'apiservices.apiregistration.k8s.io': KEEPS_METADATA,
  'certificatesigningrequests.certificates.k8s.io': {
    '': all(['spec'], ['status']),
    status: all(['spec'], ['status', 'conditions']),
    approval: all(['spec'], ['status', 'certificate']),
  },
  'cronjobs.batch': COMMON,
  'customresourcedefinitions.apiextensions.k8s.io': KEEPS_METADATA,
  'daemonsets.apps': COMMON,
  'deployments.apps': { '': STATUS, status: all(['spec'], ['metadata', 'labels']) },
  'flowschemas.flowcontrol.apiserver.k8s.io': KEEPS_METADATA,
  'horizontalpodautoscalers.autoscaling': COMMON,
  'ingresses.networking.k8s.io': COMMON,
  'jobs.batch': COMMON,
  namespaces: { ...COMMON, finalize: STATUS },
  nodes: COMMON,
  persistentvolumeclaims: COMMON,
  persistentvolumes: COMMON,
  'poddisruptionbudgets.policy': COMMON,
  pods: {
    '': STATUS,
    status: all(['spec'], ['metadata', 'deletionTimestamp'], ['metadata', 'ownerReferences']),
  },
  'prioritylevelconfigurations.flowcontrol.apiserver.k8s.io': KEEPS_METADATA,
  'replicasets.apps': COMMON,
  replicationcontrollers: COMMON,
  'resourceclaims.resource.k8s.io': KEEPS_METADATA,
  resourcequotas: COMMON,
  services: COMMON,
  'statefulsets.apps': COMMON,
  'validatingadmissionpolicies.admissionregistration.k8s.io': KEEPS_METADATA,
  'volumeattachments.storage.k8s.io': KEEPS_METADATA,
};

export type FieldFilter = (fields: FieldSet) => FieldSet;

/** Those of the fields that a write can set. `resource`: as the store names it; `subresource`: '' for the resource itself. */
export function writableFields(resource: string, subresource: string): FieldFilter {
  const reset = RESOURCES[resource]?.[subresource];
  return reset === undefined ? (fields) => fields : fieldsWithout(...reset);
}

export function fieldsWithout(...paths: readonly (readonly string[])[]): FieldFilter {
  const without = fieldSetOf(...paths.map((path) => fieldPath(...path)));
  return (fields) => recursiveDifference(fields, without);
}
