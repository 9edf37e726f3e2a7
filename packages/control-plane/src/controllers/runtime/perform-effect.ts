// Carries one effect out as a request of the API, in the name of its controller.
import type { JsonObject, KubeObject, Status } from '@rectrace/kube';
import { asJson, parseObject, parseStatus } from '@rectrace/kube';
import type { ClientRequest, ClientResponse, InProcessClient } from '../../in-process-client.ts';
import type { Effect } from './effect.ts';
import type { Identity } from './identity.ts';
import { nameOf } from './object-view.ts';
import type { Resource } from './resource.ts';
import { pathOf } from './resource.ts';

/** Effects that are requests themselves: Events are counted first. */
export type Request = Exclude<Effect, { readonly kind: 'event' }>;

export type Outcome =
  /** `object` as the server has it now; absent where the answer shows none. */
  | { readonly kind: 'done'; readonly object?: KubeObject }
  /** Of a deletion: there was nothing to delete any more. */
  | { readonly kind: 'gone' }
  | { readonly kind: 'refused'; readonly status: Status };

const PATCH_TYPE = 'application/strategic-merge-patch+json';

export async function performEffect(
  client: Pick<InProcessClient, 'request'>,
  { effect, identity }: { readonly effect: Request; readonly identity: Identity },
): Promise<Outcome> {
  const response = await client.request({ ...requestOf(effect), ...identity });
  if (response.status === 404 && effect.kind === 'delete') return { kind: 'gone' };
  return response.status < 300 ? { kind: 'done', ...shown(response) } : { kind: 'refused', status: statusOf(response) };
}

function requestOf(effect: Request): ClientRequest {
  switch (effect.kind) {
    case 'create':
      return { method: 'POST', path: collectionOf(effect.resource, effect.object), body: effect.object };
    case 'update':
      return { method: 'PUT', path: objectPath(effect, effect.object, effect.subresource), body: asJson(effect.object) };
    case 'patch':
      return {
        method: 'PATCH',
        path: objectPath(effect, effect.target, effect.subresource),
        contentType: PATCH_TYPE,
        body: effect.body,
      };
    case 'delete':
      return { method: 'DELETE', path: objectPath(effect, effect.target), body: deleteOptions(effect) };
  }
}

function collectionOf(resource: Resource, { metadata }: JsonObject): string {
  const namespace = (metadata as { readonly namespace?: string } | undefined)?.namespace ?? '';
  return pathOf(resource, { namespace });
}

function objectPath({ resource }: { readonly resource: Resource }, object: KubeObject, subresource?: string): string {
  return `${pathOf(resource, nameOf(object))}${subresource === undefined ? '' : `/${subresource}`}`;
}

function deleteOptions({ target }: Extract<Request, { kind: 'delete' }>): JsonObject {
  const { uid } = target.metadata;
  return {
    kind: 'DeleteOptions',
    apiVersion: 'v1',
    ...(uid === undefined ? {} : { preconditions: { uid } }),
  };
}

function shown({ body }: ClientResponse): { readonly object?: KubeObject } {
  if (body['kind'] === 'Status') return {};
  const parsed = parseObject(body);
  return parsed.kind === 'object' ? { object: parsed.object } : {};
}

function statusOf({ status, body }: ClientResponse): Status {
  return parseStatus(body, { code: status, message: `the server answered ${status}` });
}
