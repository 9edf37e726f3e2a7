// What is said of an object that is not there: also where its namespace is not.

import type { ClusterConnection } from '@rectrace/cluster';
import type { LiveTarget } from '../cluster-access.ts';
import { NotFoundError } from '../errors.ts';

/** hint: what to do, where the namespace is there. */
export async function missingObject(
  { transport }: ClusterConnection,
  { target, hint }: { readonly target: LiveTarget; readonly hint?: string },
): Promise<NotFoundError> {
  const { resource, namespace, name } = target;
  const missing = `${resource.kind} ${namespace === '' ? '' : `${namespace}/`}${name} does not exist`;
  if (namespace === '' || resource.kind === 'Namespace') return new NotFoundError(missing, { hint });
  const absent = await missingNamespace(transport, namespace);
  return absent === undefined
    ? new NotFoundError(missing, { hint })
    : new NotFoundError(`${missing}: ${absent.message}`, { hint: absent.hint, cause: absent.cause });
}

/** undefined where it is there, or nobody can tell: without the right to get it. */
export async function missingNamespace(transport: ClusterConnection['transport'], namespace: string): Promise<NotFoundError | undefined> {
  const { ApiError } = await import('@rectrace/cluster');
  try {
    await transport.request({ method: 'GET', path: `/api/v1/namespaces/${encodeURIComponent(namespace)}` });
  } catch (cause) {
    if (cause instanceof ApiError && cause.status.code === 404)
      return new NotFoundError(`there is no namespace ${namespace}`, { hint: 'choose one with -n', cause });
  }
  return undefined;
}
