// NamespaceLifecycle: nothing is created in a namespace that is missing or going, and three namespaces are never deleted.

import { RequestRefused } from '../../errors.ts';
import { forbidden, notFound } from '../failures.ts';
import { generateNameOf, isDeleting } from '../metadata.ts';
import type { AdmissionPlugin, AdmissionRequest, AdmissionView } from './admission-plugin.ts';

const IMMORTAL = ['default', 'kube-system', 'kube-public'];
/** Reviews are about rights in a namespace, not in it. */
const ALLOWED_ANYWHERE = ['localsubjectaccessreviews.authorization.k8s.io'];

export const namespaceLifecycle: AdmissionPlugin = {
  name: 'NamespaceLifecycle',
  mutate: (request, view) => {
    if (isNamespace(request)) return refuseImmortal(request);
    if (request.namespace === '' || request.operation === 'DELETE' || !request.resource.namespaced) return undefined;
    return refuseOutside(request, view);
  },
};

function isNamespace({ resource }: AdmissionRequest): boolean {
  return resource.group === '' && resource.resource === 'namespaces';
}

function refuseImmortal({ operation, resource, name }: AdmissionRequest): void {
  if (operation === 'DELETE' && IMMORTAL.includes(name)) throw forbidden(resource, name, 'this namespace may not be deleted');
}

function refuseOutside({ operation, resource, namespace, name, object }: AdmissionRequest, view: AdmissionView): void {
  if (ALLOWED_ANYWHERE.includes(resource.storage)) return;
  const found = view.get('namespaces', '', namespace);
  if (found === undefined) throw notFound({ group: '', resource: 'namespaces' }, namespace);
  if (operation !== 'CREATE' || !isDeleting(found)) return;
  const refused = forbidden(
    resource,
    name === '' ? generateNameOf(object) : name,
    `unable to create new content in namespace ${namespace} because it is being terminated`,
  );
  const cause = { reason: 'NamespaceTerminating', message: `namespace ${namespace} is being terminated`, field: 'metadata.namespace' };
  throw new RequestRefused({ ...refused.status, details: { ...refused.status.details, causes: [cause] } });
}
