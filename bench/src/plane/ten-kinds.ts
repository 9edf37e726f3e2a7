// Objects of ten kinds, as a benchmark writes them in process.
import type { ControlPlane } from '@rectrace/control-plane';
import type { JsonObject } from '@rectrace/kube';

/** A collection, and what stands beside metadata.name in an object of its kind. */
export type WrittenKind = readonly [path: string, rest: JsonObject];

const NAMESPACE = 'namespaces/default';
const TEMPLATE = { metadata: { labels: { app: 'web' } }, spec: { containers: [{ name: 'c', image: 'nginx' }], restartPolicy: 'Always' } };
const SELECTED = { selector: { matchLabels: { app: 'web' } }, template: TEMPLATE };
const ONCE = { template: { spec: { containers: [{ name: 'c', image: 'nginx' }], restartPolicy: 'Never' } } };

export const TEN_KINDS = [
  [`/api/v1/${NAMESPACE}/configmaps`, { data: { text: 'x'.repeat(1_000) } }],
  [`/api/v1/${NAMESPACE}/secrets`, { stringData: { word: 'x' } }],
  [`/api/v1/${NAMESPACE}/serviceaccounts`, {}],
  [`/api/v1/${NAMESPACE}/services`, { spec: { type: 'NodePort', ports: [{ port: 80 }], selector: { app: 'web' } } }],
  [`/apis/apps/v1/${NAMESPACE}/deployments`, { spec: SELECTED }],
  [`/apis/apps/v1/${NAMESPACE}/statefulsets`, { spec: { ...SELECTED, serviceName: 'web' } }],
  [`/apis/batch/v1/${NAMESPACE}/jobs`, { spec: ONCE }],
  [`/apis/coordination.k8s.io/v1/${NAMESPACE}/leases`, { spec: { holderIdentity: 'a' } }],
  [`/apis/rbac.authorization.k8s.io/v1/${NAMESPACE}/roles`, { rules: [{ apiGroups: [''], resources: ['pods'], verbs: ['get'] }] }],
  [`/apis/networking.k8s.io/v1/${NAMESPACE}/networkpolicies`, { spec: { podSelector: {} } }],
] as const satisfies readonly WrittenKind[];

/** Creates one object of each kind under that name. @throws Error where one is refused */
export async function writeToEach({ client }: ControlPlane, name: string, kinds: readonly WrittenKind[] = TEN_KINDS): Promise<void> {
  for (const [path, rest] of kinds) {
    const { status, body } = await client.request({ method: 'POST', path, body: { metadata: { name }, ...rest } });
    if (status !== 201) throw new Error(`POST ${path} answered ${status}: ${String(body['message'])}`);
  }
}
