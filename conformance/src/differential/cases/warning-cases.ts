// What clients are warned of in objects that are accepted, each matter alone, dry; and what a new pod has made of it.
import type { DifferentialCase } from '../differential-case.ts';
import { differentialCase } from '../differential-case.ts';
import type { Subject } from '../subject.ts';

const ROW = 27;
const DRY = '?dryRun=All';

type Bodies = Readonly<Record<string, object>>;

const container = { name: 'a', image: 'x' };
const pod = (spec: object, metadata: object = {}): object => ({
  metadata: { name: 'p', ...metadata },
  spec: { containers: [container], ...spec },
});
const item = (path: string): object => ({ key: `k-${path.length}`, path });
const volumes = (...list: readonly object[]): object => pod({ volumes: list.map((source, index) => ({ name: `v${index}`, ...source })) });
const field = (path: string): object => ({ path, fieldRef: { fieldPath: 'metadata.name' } });
const armor = (profile: string, name = 'a'): object => ({
  annotations: { [`container.apparmor.security.beta.kubernetes.io/${name}`]: profile },
});
const armored = (type: string): object => ({ securityContext: { appArmorProfile: { type } } });

const PODS: Bodies = {
  'a name with a dot': pod({}, { name: 'p.q' }),
  'one path twice': volumes({ configMap: { name: 'c', items: [item('x'), item('x')] } }),
  'a path below another': volumes({ secret: { secretName: 's', items: [item('x/y'), item('x'), item('xy')] } }),
  'a path of fields twice': volumes({ downwardAPI: { items: [field('x'), field('x/y')] } }),
  'projected paths': volumes({
    projected: {
      sources: [
        { configMap: { name: 'c', items: [item('x')] } },
        { secret: { name: 's', items: [item('x/y')] } },
        { downwardAPI: { items: [field('x')] } },
        { serviceAccountToken: { path: 'x/y/z' } },
        { serviceAccountToken: { path: 'other' } },
      ],
    },
  }),
  'a token and a field': volumes({
    projected: { sources: [{ serviceAccountToken: { path: 'token' } }, { downwardAPI: { items: [field('token')] } }] },
  }),
  'variables twice': pod({
    containers: [
      {
        ...container,
        env: [
          { name: 'A', value: '1' },
          { name: 'A', value: '2' },
        ],
      },
    ],
  }),
  'leading zeros in name servers': pod({ dnsPolicy: 'None', dnsConfig: { nameservers: ['010.1.2.003', '2001:DB8::0:1'] } }),
  'leading zeros in aliases': pod({ hostAliases: [{ ip: '192.168.001.1', hostnames: ['h'] }] }),
  'an address of the other family within one': pod({ hostAliases: [{ ip: '::ffff:1.2.3.4', hostnames: ['h'] }] }),
  'a profile of AppArmor': pod({}, armor('runtime/default')),
  'a profile of AppArmor on this machine': pod({}, armor('localhost/mine')),
  'a padded profile of AppArmor': pod({}, armor('localhost/ mine')),
  'no profile of AppArmor': pod({}, armor('localhost/')),
  'a profile that the pod has': pod(armored('RuntimeDefault'), armor('runtime/default')),
  'a profile that the container has': pod({ containers: [{ ...container, ...armored('Unconfined') }] }, armor('unconfined')),
  'a profile on Windows': pod({ os: { name: 'windows' } }, armor('unconfined')),
};

const labels = { labels: { app: 'web', track: 'new' } };
const selector = { matchLabels: { app: 'web' } };
const spread = (more: object): object => ({
  topologySpreadConstraints: [{ maxSkew: 1, topologyKey: 'zone', whenUnsatisfiable: 'DoNotSchedule', ...more }],
});
const term = (more: object): object => ({ topologyKey: 'zone', ...more });
const affinity = (kind: string, more: object): object => ({
  affinity: {
    [kind]: {
      requiredDuringSchedulingIgnoredDuringExecution: [term(more)],
      preferredDuringSchedulingIgnoredDuringExecution: [{ weight: 1, podAffinityTerm: term(more) }],
    },
  },
});

const LABEL_KEYS: Bodies = {
  'of a spread': pod(spread({ labelSelector: selector, matchLabelKeys: ['track'] }), labels),
  'of a spread, beside expressions': pod(
    spread({ labelSelector: { matchExpressions: [{ key: 'x', operator: 'Exists' }] }, matchLabelKeys: ['track'] }),
    labels,
  ),
  'that the pod has not': pod(spread({ labelSelector: selector, matchLabelKeys: ['unheard'] }), labels),
  'without a selector': pod(spread({ matchLabelKeys: ['track'] }), labels),
  'that are selected already': pod(spread({ labelSelector: selector, matchLabelKeys: ['app'] }), labels),
  'of an affinity': pod(affinity('podAffinity', { labelSelector: selector, matchLabelKeys: ['track'] }), labels),
  'of an aversion': pod(affinity('podAntiAffinity', { labelSelector: selector, mismatchLabelKeys: ['track'] }), labels),
  'that match and do not': pod(
    affinity('podAffinity', { labelSelector: {}, matchLabelKeys: ['app'], mismatchLabelKeys: ['track'] }),
    labels,
  ),
};

/** With an address and without ports of nodes: dry runs give out others here and there. */
const service = (spec: object, clusterIP = '198.19.77.7'): object => ({
  metadata: { name: 's' },
  spec: { clusterIP, ports: [{ port: 80 }], ...spec },
});
const balanced = (spec: object, clusterIP?: string): object =>
  service({ type: 'LoadBalancer', allocateLoadBalancerNodePorts: false, ...spec }, clusterIP);
const SERVICES: Bodies = {
  'leading zeros outside': service({ externalIPs: ['010.2.3.4', '2001:db8:0::1'] }),
  'leading zeros in a balancer': balanced({ loadBalancerIP: '010.2.3.04', loadBalancerSourceRanges: ['010.0.0.0/8'] }),
  'bits behind the prefix': balanced({ loadBalancerSourceRanges: ['10.0.0.1/8', '2001:db8::1/64'] }),
  'a network that is not canonical': balanced({ loadBalancerSourceRanges: ['2001:DB8::/64'] }),
  'no head and addresses': service({ clusterIP: 'None', externalIPs: ['1.2.3.4'], sessionAffinity: 'ClientIP' }),
};

const from = (ipBlock: object): object => ({ metadata: { name: 'n' }, spec: { podSelector: {}, ingress: [{ from: [{ ipBlock }] }] } });
const POLICIES: Bodies = {
  'leading zeros': from({ cidr: '010.0.0.0/8', except: ['10.01.0.0/16'] }),
  'bits behind the prefix': from({ cidr: '10.0.0.1/8' }),
};

const SUBSETS: Bodies = {
  'leading zeros': { metadata: { name: 'e' }, subsets: [{ addresses: [{ ip: '010.1.2.3' }], ports: [{ port: 80 }] }] },
  'of the controller': {
    metadata: { name: 'e', labels: { 'endpoints.kubernetes.io/managed-by': 'endpoint-controller' } },
    subsets: [{ addresses: [{ ip: '010.1.2.3' }], ports: [{ port: 80 }] }],
  },
};

const NODES: Bodies = {
  'leading zeros': { metadata: { name: 'warned' }, spec: { podCIDR: '010.0.0.0/24', podCIDRs: ['010.0.0.0/24'] } },
};

const TEMPLATES: Bodies = {
  'a profile of AppArmor': { ...armor('runtime/default') },
  'leading zeros in aliases': {},
};

async function postAll(subject: Subject, collection: string, bodies: Bodies): Promise<void> {
  for (const body of Object.values(bodies)) await subject.ask({ method: 'POST', path: `${collection}${DRY}`, body });
}

async function templates(subject: Subject, namespace: string): Promise<void> {
  for (const metadata of Object.values(TEMPLATES)) {
    const template = {
      metadata: { ...metadata, labels: { app: 'web' } },
      spec: { containers: [container], hostAliases: [{ ip: '010.1.1.1', hostnames: ['h'] }] },
    };
    const body = { metadata: { name: 'd' }, spec: { selector: { matchLabels: { app: 'web' } }, template } };
    await subject.ask({ method: 'POST', path: `/apis/apps/v1/namespaces/${namespace}/deployments${DRY}`, body });
  }
}

/** Addresses in a status. */
async function statuses(subject: Subject, namespace: string): Promise<void> {
  const path = `/api/v1/namespaces/${namespace}/services`;
  await subject.prepare({ method: 'POST', path, body: balanced({}, '198.19.77.8') });
  const body = { status: { loadBalancer: { ingress: [{ ip: '010.1.2.3' }] } } };
  await subject.ask({ method: 'PATCH', path: `${path}/s/status${DRY}`, body });
}

export const WARNING_CASES: readonly DifferentialCase[] = [
  differentialCase(ROW, 'warnings of pods', (subject, namespace) => postAll(subject, `/api/v1/namespaces/${namespace}/pods`, PODS)),
  differentialCase(ROW, 'warnings of templates of pods', templates),
  differentialCase(ROW, 'keys of labels become part of selectors', (subject, namespace) =>
    postAll(subject, `/api/v1/namespaces/${namespace}/pods`, LABEL_KEYS),
  ),
  differentialCase(ROW, 'warnings of Services', (subject, namespace) =>
    postAll(subject, `/api/v1/namespaces/${namespace}/services`, SERVICES),
  ),
  differentialCase(ROW, 'warnings of NetworkPolicies', (subject, namespace) =>
    postAll(subject, `/apis/networking.k8s.io/v1/namespaces/${namespace}/networkpolicies`, POLICIES),
  ),
  differentialCase(ROW, 'warnings of Endpoints', (subject, namespace) =>
    postAll(subject, `/api/v1/namespaces/${namespace}/endpoints`, SUBSETS),
  ),
  differentialCase(ROW, 'warnings of nodes', (subject) => postAll(subject, '/api/v1/nodes', NODES)),
  differentialCase(ROW, 'warnings of what is written through /status', statuses),
];
