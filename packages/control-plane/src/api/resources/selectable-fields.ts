// Fields that selectors may name, of the kinds that have some beside name and namespace.
import type { JsonObject } from '@rectrace/kube';
import { listAt, stringAt, valueAt } from '@rectrace/kube';
import { nameOf, namespaceOf } from '../metadata.ts';
import type { FieldRule, ResourceStrategy } from '../strategy.ts';
import { unsupportedField } from './base-strategy.ts';

type Fields = Pick<ResourceStrategy, 'selectableFields' | 'unknownField'>;

const NAMESPACED: FieldRule = { 'metadata.name': nameOf, 'metadata.namespace': namespaceOf };

function textAt(...path: readonly string[]): (object: JsonObject) => string {
  return (object) => stringAt(object, path) ?? '';
}

function numberText(...path: readonly string[]): (object: JsonObject) => string {
  return (object) => String(valueAt(object, path) ?? 0);
}

function flag(...path: readonly string[]): (object: JsonObject) => string {
  return (object) => String(valueAt(object, path) === true);
}

export const POD_FIELDS: Fields = {
  selectableFields: {
    ...NAMESPACED,
    'spec.nodeName': textAt('spec', 'nodeName'),
    'spec.host': textAt('spec', 'nodeName'),
    'spec.restartPolicy': textAt('spec', 'restartPolicy'),
    'spec.schedulerName': textAt('spec', 'schedulerName'),
    'spec.serviceAccountName': textAt('spec', 'serviceAccountName'),
    'spec.hostNetwork': flag('spec', 'hostNetwork'),
    'status.phase': textAt('status', 'phase'),
    'status.podIP': (pod) => stringAt(listAt(pod, ['status', 'podIPs'])[0], ['ip']) ?? stringAt(pod, ['status', 'podIP']) ?? '',
    'status.podIPs': (pod) => stringAt(listAt(pod, ['status', 'podIPs'])[0], ['ip']) ?? stringAt(pod, ['status', 'podIP']) ?? '',
    'status.nominatedNodeName': textAt('status', 'nominatedNodeName'),
  },
  unknownField: unsupportedField,
};

export const NODE_FIELDS: Fields = {
  selectableFields: { 'metadata.name': nameOf, 'spec.unschedulable': flag('spec', 'unschedulable') },
  unknownField: unsupportedField,
};

export const REPLICATION_CONTROLLER_FIELDS: Fields = {
  selectableFields: { ...NAMESPACED, 'status.replicas': numberText('status', 'replicas') },
  unknownField: unsupportedField,
};

export const SERVICE_FIELDS: Fields = {
  selectableFields: { ...NAMESPACED, 'spec.clusterIP': textAt('spec', 'clusterIP'), 'spec.type': textAt('spec', 'type') },
  unknownField: unsupportedField,
};

export const JOB_FIELDS: Fields = {
  selectableFields: { ...NAMESPACED, 'status.successful': numberText('status', 'succeeded') },
  unknownField: (field) => `field label ${JSON.stringify(field)} not supported for Job`,
};

export const SIGNING_REQUEST_FIELDS: Fields = {
  selectableFields: { 'metadata.name': nameOf, 'spec.signerName': textAt('spec', 'signerName') },
  unknownField: unsupportedField,
};

export const RESOURCE_SLICE_FIELDS: Fields = {
  selectableFields: { 'metadata.name': nameOf, 'spec.nodeName': textAt('spec', 'nodeName'), 'spec.driver': textAt('spec', 'driver') },
  unknownField: (field) => `field label not supported for resource.k8s.io/v1, Kind=ResourceSlice: ${field}`,
};

const involved = (field: string): ((event: JsonObject) => string) => textAt('involvedObject', field);

const source = (event: JsonObject): string => stringAt(event, ['source', 'component']) || (stringAt(event, ['reportingComponent']) ?? '');

export const EVENT_FIELDS: Fields = {
  selectableFields: {
    ...NAMESPACED,
    'involvedObject.kind': involved('kind'),
    'involvedObject.namespace': involved('namespace'),
    'involvedObject.name': involved('name'),
    'involvedObject.uid': involved('uid'),
    'involvedObject.apiVersion': involved('apiVersion'),
    'involvedObject.resourceVersion': involved('resourceVersion'),
    'involvedObject.fieldPath': involved('fieldPath'),
    reason: textAt('reason'),
    reportingComponent: textAt('reportingComponent'),
    source,
    type: textAt('type'),
  },
  unknownField: unsupportedField,
};

/** The same under the names of events.k8s.io. */
export const NEW_EVENT_FIELDS: Fields = {
  selectableFields: {
    ...NAMESPACED,
    reason: textAt('reason'),
    'regarding.kind': involved('kind'),
    'regarding.namespace': involved('namespace'),
    'regarding.name': involved('name'),
    'regarding.uid': involved('uid'),
    'regarding.apiVersion': involved('apiVersion'),
    'regarding.resourceVersion': involved('resourceVersion'),
    'regarding.fieldPath': involved('fieldPath'),
    reportingController: textAt('reportingComponent'),
    type: textAt('type'),
  },
  unknownField: unsupportedField,
};
