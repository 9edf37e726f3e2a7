// Writes an Event about an object, as controllers do.

import type { ApiResource, Cancellation, KubeObject, ObjectRef } from '@rectrace/kube';
import { formatApiVersion, formatMicroTime } from '@rectrace/kube';
import type { Writer } from './writer.ts';

const EVENTS: ApiResource = {
  group: 'events.k8s.io',
  version: 'v1',
  kind: 'Event',
  resource: 'events',
  singular: 'event',
  shortNames: ['ev'],
  categories: [],
  namespaced: true,
  verbs: ['create', 'delete', 'get', 'list', 'patch', 'update', 'watch'],
};

export type NewEvent = {
  /** What it is about. An Event on a cluster-scoped object is written to the namespace default. */
  readonly about: ObjectRef;
  readonly type: 'Normal' | 'Warning';
  /** CamelCase, at most 128 characters. */
  readonly reason: string;
  /** At most 1,024 characters; what is longer is cut. */
  readonly message: string;
  /** CamelCase: what was done. */
  readonly action: string;
  /** 'example.org/controller' */
  readonly controller: string;
  /** The pod or process that writes. */
  readonly instance: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** Makes the Event's name its own: the same token is the same Event. */
  readonly token: string;
};

const MAX_MESSAGE = 1_024;
const MAX_NAME = 253;

/** @throws ApiError: 409 AlreadyExists where the token was used before for that object */
export async function recordEvent(writer: Writer, event: NewEvent, signal?: Cancellation): Promise<KubeObject> {
  const { about } = event;
  const namespace = about.namespace === '' ? 'default' : about.namespace;
  const suffix = `.${event.token}`;
  const object: KubeObject = {
    apiVersion: 'events.k8s.io/v1',
    kind: 'Event',
    metadata: { name: `${about.name.slice(0, MAX_NAME - suffix.length)}${suffix}`, namespace },
    eventTime: formatMicroTime(event.at),
    reportingController: event.controller,
    reportingInstance: event.instance,
    action: event.action,
    reason: event.reason,
    regarding: {
      apiVersion: formatApiVersion(about.group, about.version),
      kind: about.kind,
      name: about.name,
      namespace: about.namespace,
      uid: about.uid,
    },
    note: event.message.slice(0, MAX_MESSAGE),
    type: event.type,
  };
  return writer.create(object, { resource: EVENTS, namespace }, signal === undefined ? {} : { signal });
}
