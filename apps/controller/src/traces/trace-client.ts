// The few writes that serving traces needs: a trace's finalizers, its status, and Events about it.

import type { Transport } from '@rectrace/cluster';
import { objectPath } from '@rectrace/cluster';
import type { ApiResource, KubeObject } from '@rectrace/kube';
import { formatJson, parseJson, parseObject } from '@rectrace/kube';
import { textSize } from '../status/wire-size.ts';
import { FIELD_MANAGER } from './foreign-writer.ts';

export type TraceNotice = { readonly type: 'Normal' | 'Warning'; readonly reason: string; readonly message: string };

export type TraceClientOptions = {
  readonly transport: Transport;
  /** Names the Events of this process; unique per call. */
  readonly uniqueName: (base: string) => string;
  /** Name of this process's pod. */
  readonly instance: string;
};

const EVENT_TEXT = 1_000;

export class TraceClient {
  readonly #options: TraceClientOptions;

  constructor(options: TraceClientOptions) {
    this.#options = options;
  }

  /** Sets the finalizers, unless the trace has changed since. @throws ApiError (409 where it has), TransportError */
  async putFinalizers(
    trace: KubeObject,
    { resource, finalizers }: { readonly resource: ApiResource; readonly finalizers: readonly string[] },
  ): Promise<void> {
    const { uid = '', resourceVersion = '' } = trace.metadata;
    await this.#options.transport.request({
      method: 'PATCH',
      path: pathOf(trace, resource),
      query: { fieldManager: FIELD_MANAGER },
      body: { contentType: 'application/merge-patch+json', text: formatJson({ metadata: { uid, resourceVersion, finalizers } }) },
    });
  }

  /** Replaces the status, unless the trace has changed since; returns the trace as it is now. body: of statusBody. @throws ApiError, TransportError */
  async putStatus(trace: KubeObject, { resource, body }: { readonly resource: ApiResource; readonly body: string }): Promise<KubeObject> {
    const { text } = await this.#options.transport.request({
      method: 'PUT',
      path: pathOf(trace, resource, 'status'),
      query: { fieldManager: FIELD_MANAGER },
      body: { contentType: 'application/json', text: body },
    });
    const parsed = parseObject(parseJson(text));
    return parsed.kind === 'object' ? parsed.object : trace;
  }

  /** Says something on a trace. time: RFC 3339. @throws ApiError, TransportError */
  async announce(trace: KubeObject, { notice, time }: { readonly notice: TraceNotice; readonly time: string }): Promise<void> {
    const { namespace = 'default', name, uid = '', resourceVersion = '' } = trace.metadata;
    const { uniqueName, instance, transport } = this.#options;
    const event = {
      apiVersion: 'v1',
      kind: 'Event',
      metadata: { namespace, name: uniqueName(name) },
      involvedObject: { apiVersion: trace.apiVersion, kind: trace.kind, namespace, name, uid, resourceVersion },
      type: notice.type,
      reason: notice.reason,
      message: notice.message.slice(0, EVENT_TEXT),
      source: { component: FIELD_MANAGER },
      reportingComponent: FIELD_MANAGER,
      reportingInstance: instance,
      firstTimestamp: time,
      lastTimestamp: time,
      count: 1,
    };
    await transport.request({
      method: 'POST',
      path: `/api/v1/namespaces/${namespace}/events`,
      query: { fieldManager: FIELD_MANAGER },
      body: { contentType: 'application/json', text: formatJson(event) },
    });
  }
}

/** The request that replaces a status. Only what names the object goes along: the API server keeps the rest of it as it is. */
export function statusBody({ apiVersion, kind, metadata }: KubeObject, status: object): string {
  const { name, namespace = '', uid = '', resourceVersion = '' } = metadata;
  return formatJson({ apiVersion, kind, metadata: { name, namespace, uid, resourceVersion }, status });
}

/** Bytes of such a request around the status. */
export function envelopeSize(trace: KubeObject): number {
  return textSize(statusBody(trace, {}));
}

function pathOf({ metadata }: KubeObject, resource: ApiResource, subresource?: string): string {
  const { namespace = '', name } = metadata;
  return objectPath(resource, { namespace, name, ...(subresource === undefined ? {} : { subresource }) });
}
