// The types of what expressions of admission see.

import { AUTHORIZER, RESOURCE_CHECK } from '../functions/authorizer.ts';
import type { StaticType } from '../static-type.ts';
import { BOOL, DYN, INT, listOf, mapOf, objectOf, STRING, TIMESTAMP } from '../static-type.ts';

function object(name: string, fields: Readonly<Record<string, StaticType>>): StaticType {
  return objectOf(`kubernetes.${name}`, fields);
}

const KIND = object('GroupVersionKind', { group: STRING, version: STRING, kind: STRING });
const RESOURCE = object('GroupVersionResource', { group: STRING, version: STRING, resource: STRING });
const USER = object('UserInfo', { username: STRING, uid: STRING, groups: listOf(STRING), extra: mapOf(STRING, listOf(STRING)) });

export const ADMISSION_REQUEST = object('AdmissionRequest', {
  kind: KIND,
  resource: RESOURCE,
  subResource: STRING,
  requestKind: KIND,
  requestResource: RESOURCE,
  requestSubResource: STRING,
  name: STRING,
  namespace: STRING,
  operation: STRING,
  userInfo: USER,
  dryRun: BOOL,
  options: DYN,
});

const TEXTS = mapOf(STRING, STRING);

export const NAMESPACE_OBJECT = object('Namespace', {
  metadata: object('NamespaceMetadata', {
    name: STRING,
    generateName: STRING,
    namespace: STRING,
    labels: TEXTS,
    annotations: TEXTS,
    UID: STRING,
    creationTimestamp: TIMESTAMP,
    deletionGracePeriodSeconds: INT,
    deletionTimestamp: TIMESTAMP,
    generation: INT,
    resourceVersion: STRING,
    finalizers: listOf(STRING),
  }),
  spec: object('NamespaceSpec', { finalizers: listOf(STRING) }),
  status: object('NamespaceStatus', {
    conditions: listOf(
      object('NamespaceCondition', {
        status: STRING,
        type: STRING,
        lastTransitionTime: TIMESTAMP,
        message: STRING,
        reason: STRING,
      }),
    ),
    phase: STRING,
  }),
});

/** The authorizer, and what it says of the resource of the request. */
export const AUTHORIZER_VARIABLES: readonly (readonly [string, StaticType])[] = [
  ['authorizer', AUTHORIZER],
  ['authorizer.requestResource', RESOURCE_CHECK],
];

/** `fields`: the variables of a policy so far. */
export function variablesType(fields: ReadonlyMap<string, StaticType>): StaticType {
  return { kind: 'object', name: 'kubernetes.variables', fields };
}
