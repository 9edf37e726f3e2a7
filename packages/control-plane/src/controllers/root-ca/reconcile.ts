// Every namespace has a ConfigMap with the certificate by which pods know the API server. (pkg/controller/certificates/rootcacertpublisher, 1.35.)
import type { KubeObject } from '@rectrace/kube';
import { jsonEquals } from '@rectrace/kube';
import { NAMESPACES } from '../kinds/namespace.ts';
import type { Controller, Look, Reconciled } from '../runtime/controller.ts';
import { NOTHING, wakeBy } from '../runtime/controller.ts';
import { controllerIdentity } from '../runtime/controller-manager.ts';
import { resourceOf } from '../runtime/resource.ts';
import { isNamespaceGoing } from '../workloads/namespace-going.ts';

type ConfigMap = KubeObject & { readonly data?: Readonly<Record<string, string>> };

const CONFIG_MAPS = resourceOf<ConfigMap>({ apiVersion: 'v1', kind: 'ConfigMap', plural: 'configmaps' });
const NAME = 'kube-root-ca.crt';
const DESCRIPTION = 'kubernetes.io/description';
/** The server's own words: programs and people compare them. */
const TEXT =
  'Contains a CA bundle that can be used to verify the kube-apiserver when using internal endpoints such as the internal service IP or ' +
  'kubernetes.default.svc. No other usage is guaranteed across distributions of Kubernetes clusters.';

/** Keys are names of namespaces. `certificate` in PEM. */
export function rootCaController(certificate: string): Controller {
  return {
    name: 'root-ca-certificate-publisher-controller',
    ...controllerIdentity('root-ca-cert-publisher'),
    wakes: [
      wakeBy(NAMESPACES, ({ previous, current }) =>
        current !== undefined && (previous === undefined || current.status?.phase === 'Active') ? [current.metadata.name] : [],
      ),
      wakeBy(CONFIG_MAPS, ({ previous, current }) => {
        const { metadata } = current ?? previous ?? {};
        const isOurs = metadata?.name === NAME && previous !== undefined;
        return isOurs ? [metadata.namespace ?? ''] : [];
      }),
    ],
    reconcile: (look) => reconcile(look, certificate),
  };
}

function reconcile({ view, key: namespace }: Look, certificate: string): Reconciled {
  const data = { 'ca.crt': certificate };
  const known = view.get(CONFIG_MAPS, { namespace, name: NAME });
  if (known === undefined) {
    const metadata = { name: NAME, namespace, annotations: { [DESCRIPTION]: TEXT } };
    return {
      effects: [{ kind: 'create', resource: CONFIG_MAPS, object: { apiVersion: 'v1', kind: 'ConfigMap', metadata, data } }],
      onRefusal: ({ status }) => ({ effects: [], retry: status.reason !== 'NotFound' && !isNamespaceGoing(status) }),
    };
  }
  const { annotations } = known.metadata;
  if (jsonEquals(known.data, data) && (annotations?.[DESCRIPTION] ?? '') !== '') return NOTHING;
  const metadata = { ...known.metadata, annotations: { ...annotations, [DESCRIPTION]: TEXT } };
  return { effects: [{ kind: 'update', resource: CONFIG_MAPS, object: { ...known, metadata, data } }] };
}
