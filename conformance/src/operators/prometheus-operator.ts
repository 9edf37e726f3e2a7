// A large operator in Go: ten definitions, StatefulSets, Secrets and Services, statuses by apply.
import { buildGoOperator } from '@rectrace/testbed';
import { type ClusterUnderTest, change, make, until } from '../controllers/scenario.ts';
import type { OperatorCase } from './operator-case.ts';

const GROUP = '/apis/monitoring.coreos.com/v1';
const KINDS = [
  'alertmanagerconfigs',
  'alertmanagers',
  'podmonitors',
  'probes',
  'prometheusagents',
  'prometheuses',
  'prometheusrules',
  'scrapeconfigs',
  'servicemonitors',
  'thanosrulers',
];

type Status = {
  readonly conditions?: readonly { readonly type: string; readonly status: string; readonly observedGeneration?: number }[];
  readonly availableReplicas?: number;
};

async function play(cluster: ClusterUnderTest): Promise<void> {
  const at = (resource: string): string => `${GROUP}/namespaces/${cluster.namespace}/${resource}`;
  const set = (name: string): string => `/apis/apps/v1/namespaces/${cluster.namespace}/statefulsets/${name}`;
  const object = (kind: string, name: string, spec: object): object => ({
    apiVersion: 'monitoring.coreos.com/v1',
    kind,
    metadata: { name, labels: { team: 'shop' } },
    spec,
  });
  const ready = (name: string, replicas: number): Promise<void> =>
    until(cluster, set(name), ({ metadata, status }) => {
      const { observedGeneration, readyReplicas, updatedReplicas, replicas: all } = status ?? {};
      return observedGeneration === metadata.generation && [readyReplicas, updatedReplicas, all].every((count) => count === replicas);
    });
  const reconciled = (name: string, replicas: number): Promise<void> =>
    until(cluster, at(name), ({ metadata, status }) => {
      const { conditions = [], availableReplicas } = (status ?? {}) as Status;
      const settled = conditions.every((one) => one.status === 'True' && one.observedGeneration === metadata.generation);
      return availableReplicas === replicas && conditions.length > 0 && settled;
    });
  await make(
    cluster,
    at('servicemonitors'),
    object('ServiceMonitor', 'web', { selector: { matchLabels: { app: 'web' } }, endpoints: [{ port: 'http' }] }),
  );
  const rules = [{ name: 'web', rules: [{ alert: 'Down', expr: 'up == 0', for: '5m' }] }];
  await make(cluster, at('prometheusrules'), object('PrometheusRule', 'web', { groups: rules }));
  const selectors = { serviceMonitorSelector: {}, ruleSelector: {} };
  await make(cluster, at('prometheuses'), object('Prometheus', 'main', { replicas: 2, ...selectors }));
  await make(cluster, at('alertmanagers'), object('Alertmanager', 'am', { replicas: 2 }));
  await ready('prometheus-main', 2);
  await ready('alertmanager-am', 2);
  await change(cluster, `${at('prometheuses')}/main`, { spec: { replicas: 1, retention: '2d' } });
  await ready('prometheus-main', 1);
  await reconciled('prometheuses/main', 1);
  await reconciled('alertmanagers/am', 2);
}

export const PROMETHEUS_OPERATOR: OperatorCase = {
  title: 'prometheus-operator',
  canBuild: () => true,
  build: async () => ({
    ...(await buildGoOperator('prometheus-operator')),
    args: ['--prometheus-config-reloader=example.org/prometheus-config-reloader:v0.85.0'],
  }),
  definitions: KINDS.map((name) => `example/prometheus-operator-crd/monitoring.coreos.com_${name}.yaml`),
  collections: ['alertmanagers', 'prometheuses', 'prometheusrules', 'servicemonitors'].map((resource) => `${GROUP}/${resource}`),
  // The hash is also of the StatefulSet as the operator's cache had it before it wrote.
  chance: ['prometheus-operator-input-hash'],
  play,
};
