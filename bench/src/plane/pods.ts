// Pods as operators make them: 3 to 4 kB each once they are stored.
import { inParallel } from '../cluster/in-parallel.ts';
import { BareClient } from './bare-client.ts';
import type { LoadedServer } from './virtual-program.ts';

const CORE = '/api/v1/namespaces/default';
const CONNECTIONS = 16;

/** Creates so many Pods, which nothing schedules. `withAccount`: the ServiceAccount that they need is made first. */
export async function createPods(server: LoadedServer, count: number, { withAccount }: { readonly withAccount: boolean }): Promise<void> {
  const clients = await Promise.all(Array.from({ length: CONNECTIONS }, () => BareClient.open(server)));
  const [first] = clients;
  if (withAccount) await first?.timed({ method: 'POST', path: `${CORE}/serviceaccounts`, body: '{"metadata":{"name":"default"}}' });
  let next = 0;
  await inParallel(clients, { atOnce: CONNECTIONS }, async (client) => {
    while (next < count) await client.timed({ method: 'POST', path: `${CORE}/pods`, body: JSON.stringify(podOf(next++)) });
    client.close();
  });
}

function podOf(index: number): object {
  const app = `app-${index % 100}`;
  const labels = {
    app,
    'app.kubernetes.io/name': app,
    'app.kubernetes.io/instance': `instance-${index}`,
    'pod-template-hash': '6d4cf56db6',
  };
  return {
    metadata: { name: `pod-${index}`, labels, annotations: { 'example.com/checksum': 'a'.repeat(64) } },
    spec: {
      containers: [container('main', index), container('sidecar', index)],
      volumes: [
        { name: 'config', configMap: { name: `config-${index}` } },
        { name: 'cache', emptyDir: {} },
      ],
      terminationGracePeriodSeconds: 60,
      tolerations: [{ key: 'dedicated', operator: 'Equal', value: app, effect: 'NoSchedule' }],
    },
  };
}

function container(name: string, index: number): object {
  return {
    name,
    image: `registry.example.com/team/${name}:v1.${index % 10}.0`,
    args: ['--listen=:8080', `--instance=${index}`, '--log-level=info'],
    env: [
      { name: 'POD_NAME', valueFrom: { fieldRef: { fieldPath: 'metadata.name' } } },
      { name: 'INSTANCE', value: `instance-${index}` },
      { name: 'ENDPOINT', value: `https://service-${index}.default.svc.cluster.local:8443/api` },
    ],
    ports: [{ name: 'http', containerPort: name === 'main' ? 8080 : 9090 }],
    resources: { requests: { cpu: '100m', memory: '128Mi' }, limits: { cpu: '1', memory: '512Mi' } },
    readinessProbe: { httpGet: { path: '/ready', port: 'http' }, periodSeconds: 5 },
    livenessProbe: { httpGet: { path: '/live', port: 'http' }, initialDelaySeconds: 10 },
    volumeMounts: [
      { name: 'config', mountPath: '/etc/app' },
      { name: 'cache', mountPath: '/var/cache' },
    ],
  };
}
