// Ingresses, NetworkPolicies, EndpointSlices and Endpoints.
import type { JsonObject } from '@rectrace/kube';
import type { FaultPlan } from './fault-plan.ts';

const spec = (change: JsonObject): JsonObject => ({ spec: change });

const BACKEND = { service: { name: 's', port: { number: 80 } } };
const path = (change: JsonObject): JsonObject =>
  spec({ rules: [{ host: 'a.b', http: { paths: [{ path: '/', pathType: 'Prefix', backend: BACKEND, ...change }] } }] });

const INGRESS: FaultPlan = {
  title: 'Ingresses',
  api: '/apis/networking.k8s.io/v1',
  plural: 'ingresses',
  body: path({}),
  created: {
    'nothing at all': spec({ rules: null }),
    'a default backend alone': spec({ rules: null, defaultBackend: BACKEND }),
    'a host that is an address': spec({ rules: [{ host: '1.2.3.4' }] }),
    'a bad host': spec({ rules: [{ host: 'A_b' }] }),
    'a wildcard': spec({ rules: [{ host: '*.a.b' }] }),
    'a bad wildcard': spec({ rules: [{ host: '*a.b' }] }),
    'no paths': spec({ rules: [{ host: 'a.b', http: { paths: [] } }] }),
    'no type': path({ pathType: null }),
    'a type of none': path({ pathType: 'Odd' }),
    'a relative path': path({ path: 'x' }),
    'a path upwards': path({ path: '/a/../b//c%2f/..' }),
    'any path': path({ pathType: 'ImplementationSpecific', path: 'x' }),
    'no path': path({ path: null }),
    'no backend': path({ backend: {} }),
    'a backend of two': path({ backend: { ...BACKEND, resource: { kind: 'K', name: 'n' } } }),
    'a backend without port': path({ backend: { service: { name: 's' } } }),
    'a backend of two ports': path({ backend: { service: { name: 's', port: { number: 80, name: 'p' } } } }),
    'a backend of an odd port': path({ backend: { service: { name: 's', port: { name: 'A--b' } } } }),
    'a backend of a port too high': path({ backend: { service: { name: 's', port: { number: 65_536 } } } }),
    'a backend without name': path({ backend: { service: { name: '', port: { number: 80 } } } }),
    'a backend with an odd name': path({ backend: { service: { name: 'A_b', port: { number: 80 } } } }),
    'a resource of nothing': path({ backend: { resource: { apiGroup: 'A_b', kind: '', name: 'a/b' } } }),
    'odd certificates': spec({ tls: [{ hosts: ['A_b', '*x', '*.a.b'], secretName: 'A_b' }] }),
    'a bad class': spec({ ingressClassName: 'A_b' }),
    'two classes': { metadata: { annotations: { 'kubernetes.io/ingress.class': 'x' } }, spec: { ingressClassName: 'y' } },
  },
  changed: {
    'a bad host': spec({ rules: [{ host: 'A_b' }] }),
    'another class': spec({ ingressClassName: 'x' }),
    'nothing at all': spec({ rules: null }),
  },
  statuses: {
    fine: { loadBalancer: { ingress: [{ ip: '1.2.3.4' }] } },
    'an address that is none': { loadBalancer: { ingress: [{ ip: 'x' }] } },
    'a name that is an address': { loadBalancer: { ingress: [{ hostname: '1.2.3.4' }] } },
  },
};

const CLASS: FaultPlan = {
  title: 'IngressClasses',
  api: '/apis/networking.k8s.io/v1',
  plural: 'ingressclasses',
  namespaced: false,
  body: spec({ controller: 'a.b/c' }),
  created: {
    'no controller': spec({ controller: null }),
    'an odd controller': spec({ controller: 'x' }),
    'a long controller': spec({ controller: `a.b/${'c'.repeat(250)}` }),
    'parameters without kind': spec({ parameters: { kind: '', name: '' } }),
    'a scope of none': spec({ parameters: { kind: 'K', name: 'n', scope: 'Odd' } }),
    'a scope without namespace': spec({ parameters: { kind: 'K', name: 'n', scope: 'Namespace' } }),
    'a namespace without scope': spec({ parameters: { kind: 'K', name: 'n', scope: 'Cluster', namespace: 'n' } }),
  },
  changed: { 'another controller': spec({ controller: 'a.b/d' }), parameters: spec({ parameters: { kind: 'K', name: 'n' } }) },
};

const ingress = (change: JsonObject): JsonObject => spec({ ingress: [change] });

const POLICY: FaultPlan = {
  title: 'NetworkPolicies',
  api: '/apis/networking.k8s.io/v1',
  plural: 'networkpolicies',
  body: spec({ podSelector: { matchLabels: { a: 'b' } } }),
  created: {
    'a bad selector': spec({ podSelector: { matchExpressions: [{ key: 'a', operator: 'Near' }] } }),
    'a protocol of none': ingress({ ports: [{ protocol: 'FTP' }] }),
    'a port too high': ingress({ ports: [{ port: 65_536 }] }),
    'a bad port': ingress({ ports: [{ port: 'A--b' }] }),
    'an end before the start': ingress({ ports: [{ port: 10, endPort: 5 }] }),
    'an end without start': ingress({ ports: [{ endPort: 5 }] }),
    'an end of a name': ingress({ ports: [{ port: 'a', endPort: 5 }] }),
    'a peer of nothing': ingress({ from: [{}] }),
    'a peer of two': ingress({ from: [{ ipBlock: { cidr: '1.2.3.0/24' }, podSelector: {} }] }),
    'a block of nothing': ingress({ from: [{ ipBlock: { cidr: '' } }] }),
    'an odd block': ingress({ from: [{ ipBlock: { cidr: 'x' } }] }),
    'an exception outside': ingress({ from: [{ ipBlock: { cidr: '1.2.3.0/24', except: ['1.2.4.0/25', 'x', '1.2.3.0/24'] } }] }),
    'a bad peer': spec({ egress: [{ to: [{ namespaceSelector: { matchLabels: { 'a b': 'c' } } }] }] }),
    'three types': spec({ policyTypes: ['Ingress', 'Egress', 'Ingress'] }),
    'a type of none': spec({ policyTypes: ['Odd'] }),
  },
  changed: { 'an odd block': ingress({ from: [{ ipBlock: { cidr: 'x' } }] }), another: spec({ podSelector: {} }) },
};

const SLICE: FaultPlan = {
  title: 'EndpointSlices',
  api: '/apis/discovery.k8s.io/v1',
  plural: 'endpointslices',
  body: { addressType: 'IPv4', endpoints: [{ addresses: ['1.2.3.4'] }], ports: [{ name: 'a', port: 80 }] },
  created: {
    'no type': { addressType: null },
    'a type of none': { addressType: 'Odd' },
    'no address': { endpoints: [{ addresses: [] }] },
    'odd addresses': { endpoints: [{ addresses: ['x', '127.0.0.1', '::1', '0.0.0.0', '01.2.3.4'] }] },
    'addresses of the other family': {
      addressType: 'IPv6',
      endpoints: [{ addresses: ['1.2.3.4', 'fe80::1', 'FD00::1', '::ffff:1.2.3.4'] }],
    },
    domains: { addressType: 'FQDN', endpoints: [{ addresses: ['', 'a', 'A_b.c', 'a.b.', `${'a'.repeat(64)}.b`] }] },
    'a bad node': { endpoints: [{ addresses: ['1.2.3.4'], nodeName: 'A_b' }] },
    'a bad host': { endpoints: [{ addresses: ['1.2.3.4'], hostname: 'A_b' }] },
    'odd topology': { endpoints: [{ addresses: ['1.2.3.4'], deprecatedTopology: { 'a b': 'c d' } }] },
    'hints twice': { endpoints: [{ addresses: ['1.2.3.4'], hints: { forZones: [{ name: 'a' }, { name: 'a' }, { name: 'b c' }] } }] },
    'hints of nodes': { endpoints: [{ addresses: ['1.2.3.4'], hints: { forNodes: [{ name: 'a' }, { name: 'A_b' }] } }] },
    'too many hints': { endpoints: [{ addresses: ['1.2.3.4'], hints: { forZones: 'abcdefghi'.split('').map((name) => ({ name })) } }] },
    'too many addresses': { endpoints: [{ addresses: Array.from({ length: 101 }, (_, index) => `1.2.3.${index + 1}`) }] },
    'a port name twice': {
      ports: [
        { name: 'a', port: 80 },
        { name: 'a', port: 81 },
      ],
    },
    'odd ports': { ports: [{ name: 'A_b', protocol: 'FTP', appProtocol: 'a b' }] },
  },
  changed: {
    'another type': { addressType: 'IPv6' },
    'odd addresses': { endpoints: [{ addresses: ['x'] }] },
    ports: { ports: [{ name: 'b', port: 80 }] },
  },
};

const subset = (change: JsonObject): JsonObject => ({ subsets: [{ addresses: [{ ip: '1.2.3.4' }], ports: [{ port: 80 }], ...change }] });

const ENDPOINTS: FaultPlan = {
  title: 'Endpoints',
  api: '/api/v1',
  plural: 'endpoints',
  body: subset({}),
  created: {
    'no addresses': subset({ addresses: null }),
    'an odd address': subset({ addresses: [{ ip: 'x' }, { ip: '127.0.0.1', hostname: 'A_b', nodeName: 'A_b' }] }),
    'ports without names': subset({ ports: [{ port: 80 }, { port: 81 }] }),
    'odd ports': subset({ ports: [{ name: 'A_b', port: 0, protocol: 'FTP', appProtocol: 'a b' }] }),
  },
  changed: { 'an odd address': subset({ addresses: [{ ip: 'x' }] }), another: subset({ addresses: [{ ip: '1.2.3.5' }] }) },
};

export const NETWORK_FAULTS: readonly FaultPlan[] = [INGRESS, CLASS, POLICY, SLICE, ENDPOINTS];
