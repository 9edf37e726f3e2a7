// References as the trace API writes them. Parts longer than Kubernetes allows are cut, so that a reference has a greatest size.

import type { ObjectRef } from '@rectrace/kube';
import { formatApiVersion } from '@rectrace/kube';
import type { ObjectReference } from '@rectrace/trace-api';
import { clipText } from './wire-size.ts';

const LONGEST = { apiVersion: 317, kind: 63, namespace: 63, name: 253, uid: 128, resourceVersion: 64 } as const;

/** The reference of an object, with the version it has there; absent parts are left out. */
export function objectReference(ref: ObjectRef, resourceVersion: string): ObjectReference {
  return {
    apiVersion: clipText(formatApiVersion(ref.group, ref.version), LONGEST.apiVersion),
    kind: clipText(ref.kind, LONGEST.kind),
    ...(ref.namespace === '' ? {} : { namespace: clipText(ref.namespace, LONGEST.namespace) }),
    name: clipText(ref.name, LONGEST.name),
    ...(ref.uid === '' ? {} : { uid: clipText(ref.uid, LONGEST.uid) }),
    ...(resourceVersion === '' ? {} : { resourceVersion: clipText(resourceVersion, LONGEST.resourceVersion) }),
  };
}
