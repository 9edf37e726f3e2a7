// Addresses and ports that Services get.
import type { DifferentialCase } from '../differential-case.ts';
import { differentialCase } from '../differential-case.ts';
import type { Subject } from '../subject.ts';

const ROW = 43;
const ADDRESS = /198\.19\.\d+\.\d+/g;
const NODE_PORT = /("nodePort"|"healthCheckNodePort"):3[0-2]\d{3}/g;

type Answer = { readonly status: number; readonly body: unknown };

/** Records an answer without the addresses and ports that the server chose. */
function noteAnswer(subject: Subject, what: string, { status, body }: Answer): void {
  const text = JSON.stringify(body).replace(ADDRESS, '<address>').replace(NODE_PORT, '$1:"<port>"');
  subject.note(what, { status, body: JSON.parse(text) });
}

const PORTS = [{ name: 'a', port: 80 }];

async function make(subject: Subject, namespace: string, services: Readonly<Record<string, object>>): Promise<void> {
  const path = `/api/v1/namespaces/${namespace}/services`;
  for (const [name, spec] of Object.entries(services)) {
    noteAnswer(subject, `create ${name}`, await subject.prepare({ method: 'POST', path, body: { metadata: { name }, spec } }));
  }
}

async function addressesOf(subject: Subject, namespace: string): Promise<void> {
  const { body } = await subject.prepare({ path: '/apis/networking.k8s.io/v1/ipaddresses' });
  const { items } = body as {
    readonly items: readonly { readonly spec: { readonly parentRef: { readonly namespace: string; readonly name: string } } }[];
  };
  const own = items.filter(({ spec }) => spec.parentRef.namespace === namespace).map(({ spec }) => spec.parentRef.name);
  subject.note('addresses are held for', own.sort());
}

async function playTypes(subject: Subject, namespace: string): Promise<void> {
  await make(subject, namespace, {
    plain: { ports: PORTS, selector: { a: 'b' } },
    headless: { clusterIP: 'None', ports: PORTS, selector: { a: 'b' } },
    'headless-alone': { clusterIP: 'None', ports: PORTS },
    external: { type: 'ExternalName', externalName: 'example.org' },
    node: { type: 'NodePort', ports: [{ ...PORTS[0] }, { name: 'b', port: 80, protocol: 'UDP' }, { name: 'c', port: 81 }] },
    balanced: { type: 'LoadBalancer', ports: PORTS, externalTrafficPolicy: 'Local' },
    'without-ports': { type: 'LoadBalancer', ports: PORTS, allocateLoadBalancerNodePorts: false },
    both: { ports: PORTS, ipFamilyPolicy: 'RequireDualStack' },
    six: { ports: PORTS, ipFamilies: ['IPv6'] },
    prefer: { ports: PORTS, ipFamilyPolicy: 'PreferDualStack' },
    outside: { ports: PORTS, clusterIP: '192.0.2.7' },
    taken: { ports: PORTS, clusterIP: '198.19.0.1' },
    'low-port': { type: 'NodePort', ports: [{ port: 1, nodePort: 80 }] },
    chosen: { type: 'NodePort', ports: [{ port: 1, nodePort: 30_007 }] },
    again: { type: 'NodePort', ports: [{ port: 1, nodePort: 30_007 }] },
  });
  await addressesOf(subject, namespace);
}

async function playChanges(subject: Subject, namespace: string): Promise<void> {
  await make(subject, namespace, { s: { ports: PORTS } });
  const path = `/api/v1/namespaces/${namespace}/services/s`;
  const change = async (spec: object): Promise<void> =>
    noteAnswer(subject, `change ${JSON.stringify(spec)}`, await subject.prepare({ method: 'PATCH', path, body: { spec } }));
  await change({ type: 'NodePort' });
  await change({ ports: [...PORTS, { name: 'b', port: 81 }] });
  await change({ type: 'ClusterIP' });
  await change({ type: 'ExternalName', externalName: 'example.org' });
  await addressesOf(subject, namespace);
  await change({ type: 'ClusterIP', externalName: null });
  const { body } = await subject.prepare({ path });
  const { spec, ...rest } = body as { readonly spec: object };
  const bare = { ...rest, spec: { ...spec, clusterIP: undefined, clusterIPs: undefined } };
  noteAnswer(subject, 'a PUT without the address', await subject.prepare({ method: 'PUT', path, body: bare }));
  noteAnswer(subject, 'deleted', await subject.prepare({ method: 'DELETE', path }));
  await addressesOf(subject, namespace);
}

export const SERVICE_CASES: readonly DifferentialCase[] = [
  differentialCase(ROW, 'what Services of each type get', playTypes),
  differentialCase(ROW, 'a Service changes its type, and goes', playChanges),
];
