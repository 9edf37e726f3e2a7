// The few writes that serving traces needs: a trace's finalizers, its status, and Events about it.

import type { Writer } from '@rectrace/cluster';
import { recordEvent } from '@rectrace/cluster';
import type { ApiResource, KubeObject } from '@rectrace/kube';
import { formatJson, refOf } from '@rectrace/kube';
import { TRACES } from '@rectrace/trace-api';
import { textSize } from '../status/wire-size.ts';

export type TraceNotice = { readonly type: 'Normal' | 'Warning'; readonly reason: string; readonly message: string };

export type TraceClientOptions = {
  readonly writer: Writer;
  /** A token that no process has used before. */
  readonly uniqueToken: () => string;
  /** Name of this process's pod. */
  readonly instance: string;
};

/** reportingController of our Events. */
const CONTROLLER = `${TRACES.group}/rectrace`;

/** Set by the API server's own schema check: fields that KubeBlocks' schema does not know are pruned, not refused. */
const PRUNE = { fieldValidation: 'Ignore' } as const;

export class TraceClient {
  readonly #options: TraceClientOptions;

  constructor(options: TraceClientOptions) {
    this.#options = options;
  }

  /** Sets the finalizers. @throws ApiError (409 where the trace has changed since), TransportError */
  async putFinalizers(
    trace: KubeObject,
    { resource, finalizers }: { readonly resource: ApiResource; readonly finalizers: readonly string[] },
  ): Promise<void> {
    const { uid = '', resourceVersion = '' } = trace.metadata;
    const body = { metadata: { uid, resourceVersion, finalizers } };
    await this.#options.writer.patch({ kind: 'merge', body }, targetOf(trace, resource));
  }

  /** Replaces the status; returns the trace as it is now. @throws ApiError (409 where the trace has changed since), TransportError */
  async putStatus(
    trace: KubeObject,
    { resource, body }: { readonly resource: ApiResource; readonly body: KubeObject },
  ): Promise<KubeObject> {
    return this.#options.writer.replace(body, { ...targetOf(trace, resource), subresource: 'status' }, PRUNE);
  }

  /** Says something on a trace. at: milliseconds since the epoch. @throws ApiError, TransportError */
  async announce(trace: KubeObject, { notice, at }: { readonly notice: TraceNotice; readonly at: number }): Promise<void> {
    const { writer, uniqueToken, instance } = this.#options;
    const event = { about: refOf(trace), ...notice, action: 'Trace', controller: CONTROLLER, instance, at, token: uniqueToken() };
    await recordEvent(writer, event);
  }
}

/** The object that replaces a status. Only what names it goes along: the API server keeps the rest as it is. */
export function statusBody({ apiVersion, kind, metadata }: KubeObject, status: object): KubeObject {
  const { name, namespace = '', uid = '', resourceVersion = '' } = metadata;
  return { apiVersion, kind, metadata: { name, namespace, uid, resourceVersion }, status: { ...status } };
}

/** Bytes of a request with such a body. */
export function bodySize(body: KubeObject): number {
  return textSize(formatJson(body));
}

function targetOf(
  { metadata }: KubeObject,
  resource: ApiResource,
): { readonly resource: ApiResource; readonly namespace: string; readonly name: string } {
  return { resource, namespace: metadata.namespace ?? '', name: metadata.name };
}
