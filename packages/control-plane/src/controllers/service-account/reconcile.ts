// Every active namespace has a ServiceAccount for pods that name none. (pkg/controller/serviceaccount/serviceaccounts_controller.go, 1.35.)
import { NAMESPACES } from '../kinds/namespace.ts';
import type { Controller, Look, Reconciled } from '../runtime/controller.ts';
import { NOTHING, wakeBy } from '../runtime/controller.ts';
import { controllerIdentity } from '../runtime/controller-manager.ts';
import { resourceOf } from '../runtime/resource.ts';
import { isNamespaceGoing } from '../workloads/namespace-going.ts';

const SERVICE_ACCOUNTS = resourceOf({ apiVersion: 'v1', kind: 'ServiceAccount', plural: 'serviceaccounts' });
const NAME = 'default';

/** Keys are names of namespaces. */
export const serviceAccountController: Controller = {
  name: 'serviceaccount-controller',
  ...controllerIdentity('service-account-controller'),
  wakes: [
    wakeBy(NAMESPACES, ({ current }) => (current === undefined ? [] : [current.metadata.name])),
    wakeBy(SERVICE_ACCOUNTS, ({ previous, current }) => (current === undefined ? [previous?.metadata.namespace ?? ''] : [])),
  ],
  reconcile,
};

function reconcile({ view, key: namespace }: Look): Reconciled {
  const phase = view.get(NAMESPACES, { namespace: '', name: namespace })?.status?.phase;
  if (phase !== 'Active' || view.get(SERVICE_ACCOUNTS, { namespace, name: NAME }) !== undefined) return NOTHING;
  const object = { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: NAME, namespace } };
  return {
    effects: [{ kind: 'create', resource: SERVICE_ACCOUNTS, object }],
    onRefusal: ({ status }) => ({ effects: [], retry: status.reason !== 'AlreadyExists' && !isNamespaceGoing(status) }),
  };
}
