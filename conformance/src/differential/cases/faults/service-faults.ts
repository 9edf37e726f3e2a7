// Services: their addresses, ports and types.
import type { JsonObject } from '@rectrace/kube';
import type { FaultPlan } from './fault-plan.ts';

const PORTS = [{ name: 'a', port: 80 }];

const spec = (change: JsonObject): JsonObject => ({ spec: change });
const port = (change: JsonObject): JsonObject => spec({ ports: [{ name: 'a', port: 80, ...change }] });
const balanced = (change: JsonObject): JsonObject => spec({ type: 'LoadBalancer', ...change });

const CREATED: Readonly<Record<string, JsonObject>> = {
  'a name with a dot': { metadata: { name: 'a.b' } },
  'a name that begins with a digit': { metadata: { name: '1a' } },
  'no ports': spec({ ports: null }),
  'no ports, headless': spec({ ports: null, clusterIP: 'None' }),
  'ports without names': spec({ ports: [{ port: 1 }, { port: 2 }] }),
  'a name twice': spec({
    ports: [
      { name: 'a', port: 1 },
      { name: 'a', port: 2 },
    ],
  }),
  'a port twice': spec({
    ports: [
      { name: 'a', port: 1 },
      { name: 'b', port: 1 },
    ],
  }),
  'a bad name': port({ name: 'A_b' }),
  'a port of none': port({ port: 0 }),
  'a port too high': port({ port: 65_536 }),
  'a protocol of none': port({ protocol: 'FTP' }),
  'a bad target': port({ targetPort: 'A--b' }),
  'a target too high': port({ targetPort: 65_536 }),
  'an odd application': port({ appProtocol: 'a b' }),
  'a node port without a type': port({ nodePort: 30_100 }),
  'a bad selector': spec({ selector: { 'a b': 'c d' } }),
  'an affinity of none': spec({ sessionAffinity: 'Odd' }),
  'affinity too long': spec({ sessionAffinity: 'ClientIP', sessionAffinityConfig: { clientIP: { timeoutSeconds: 86_401 } } }),
  'affinity of no time': spec({ sessionAffinity: 'ClientIP', sessionAffinityConfig: { clientIP: { timeoutSeconds: 0 } } }),
  'affinity though none': spec({ sessionAffinityConfig: { clientIP: { timeoutSeconds: 5 } } }),
  'a type of none': spec({ type: 'Odd' }),
  'an address that is none': spec({ clusterIP: 'x' }),
  'addresses that differ': spec({ clusterIP: '198.19.3.3', clusterIPs: ['198.19.3.4'] }),
  'addresses alone': spec({ clusterIPs: ['198.19.3.4'] }),
  'three addresses': spec({ clusterIP: '198.19.3.3', clusterIPs: ['198.19.3.3', '198.19.3.4', '198.19.3.5'] }),
  'none and one': spec({ clusterIP: 'None', clusterIPs: ['None', '198.19.3.4'] }),
  'two of one family': spec({ clusterIP: '198.19.3.3', clusterIPs: ['198.19.3.3', '198.19.3.4'] }),
  'an address of the other family': spec({ clusterIP: 'fd00::1' }),
  'an address of another family than told': spec({ clusterIP: '198.19.3.3', ipFamilies: ['IPv6'] }),
  'a family of none': spec({ ipFamilies: ['IPv5'] }),
  'a family twice': spec({ ipFamilies: ['IPv4', 'IPv4'] }),
  'both families, single': spec({ ipFamilies: ['IPv4', 'IPv6'] }),
  'both families, preferred': spec({ ipFamilies: ['IPv4', 'IPv6'], ipFamilyPolicy: 'PreferDualStack' }),
  'a policy of none': spec({ ipFamilyPolicy: 'Odd' }),
  'external addresses': spec({ externalIPs: ['x', '127.0.0.1', '0.0.0.0', '169.254.0.1', '224.0.0.1', '1.2.3.4'] }),
  'an external policy': spec({ externalTrafficPolicy: 'Local' }),
  'an external policy for external addresses': spec({ externalIPs: ['1.2.3.4'], externalTrafficPolicy: 'Local' }),
  'an internal policy of none': spec({ internalTrafficPolicy: 'Odd' }),
  'a distribution of none': spec({ trafficDistribution: 'Odd' }),
  'a health port': spec({ healthCheckNodePort: 30_200 }),
  'ranges without a balancer': spec({ loadBalancerSourceRanges: ['1.2.3.0/24'] }),
  'a class without a balancer': spec({ loadBalancerClass: 'a.b/c' }),
  'ports of a balancer without one': spec({ allocateLoadBalancerNodePorts: true }),
  'a balancer without address': balanced({ clusterIP: 'None' }),
  'a balancer of an odd class': balanced({ loadBalancerClass: 'a b' }),
  'a balancer with odd ranges': balanced({ loadBalancerSourceRanges: ['x', ' 1.2.3.0/24 ', '1.2.3.4'] }),
  'annotated ranges': { metadata: { annotations: { 'service.beta.kubernetes.io/load-balancer-source-ranges': 'x,1.2.3.0/24' } } },
  'a balancer with an odd policy': balanced({ externalTrafficPolicy: 'Odd' }),
  'node ports without address': spec({ type: 'NodePort', clusterIP: 'None' }),
  'a node port too low': { spec: { type: 'NodePort', ports: [{ port: 80, nodePort: 80 }] } },
  'a node port twice': {
    spec: {
      type: 'NodePort',
      ports: [
        { name: 'a', port: 80, nodePort: 30_300 },
        { name: 'b', port: 81, nodePort: 30_300 },
      ],
    },
  },
  'no external name': spec({ type: 'ExternalName' }),
  'a bad external name': spec({ type: 'ExternalName', externalName: 'A_b' }),
  'an external name with a dot behind': spec({ type: 'ExternalName', externalName: 'example.org.' }),
  'an external name with an address': spec({ type: 'ExternalName', externalName: 'example.org', clusterIP: '198.19.3.3' }),
  'an external name with families': spec({ type: 'ExternalName', externalName: 'example.org', ipFamilies: ['IPv4'] }),
  'modes that differ': {
    metadata: { annotations: { 'service.kubernetes.io/topology-aware-hints': 'Auto', 'service.kubernetes.io/topology-mode': 'Odd' } },
  },
};

const CHANGED: Readonly<Record<string, JsonObject>> = {
  'another address': spec({ clusterIP: '198.19.3.3' }),
  'other addresses': spec({ clusterIPs: ['198.19.3.3'] }),
  headless: spec({ clusterIP: 'None' }),
  'another family': spec({ ipFamilies: ['IPv6'] }),
  'both families': spec({ ipFamilyPolicy: 'RequireDualStack' }),
  'preferred families': spec({ ipFamilyPolicy: 'PreferDualStack' }),
  'no policy': spec({ ipFamilyPolicy: null }),
  'node ports': spec({ type: 'NodePort' }),
  'a balancer': balanced({}),
  'a balancer with a class': balanced({ loadBalancerClass: 'a.b/c' }),
  'a local balancer': balanced({ externalTrafficPolicy: 'Local' }),
  'an external name': spec({ type: 'ExternalName', externalName: 'example.org' }),
  'an external name without addresses': spec({ type: 'ExternalName', externalName: 'example.org', clusterIP: null, clusterIPs: null }),
  'no ports': spec({ ports: null }),
  'a label': { metadata: { labels: { a: 'b' } } },
};

const BALANCED: FaultPlan = {
  title: 'balanced Services',
  api: '/api/v1',
  plural: 'services',
  body: spec({ ports: PORTS, type: 'LoadBalancer', loadBalancerClass: 'a.b/c', externalTrafficPolicy: 'Local' }),
  status: { loadBalancer: { ingress: [{ ip: '1.2.3.4' }] } },
  changed: {
    'another class': spec({ loadBalancerClass: 'a.b/d' }),
    'no class': spec({ loadBalancerClass: null }),
    'another health port': spec({ healthCheckNodePort: 30_201 }),
    'no node ports': spec({ allocateLoadBalancerNodePorts: false }),
    'no health port': spec({ externalTrafficPolicy: 'Cluster' }),
    'no balancer': spec({ type: 'ClusterIP' }),
    'no balancer and class': spec({ type: 'ClusterIP', loadBalancerClass: null }),
  },
  statuses: {
    'an address that is none': { loadBalancer: { ingress: [{ ip: 'x' }] } },
    'a mode of none': { loadBalancer: { ingress: [{ ip: '1.2.3.4', ipMode: 'Odd' }] } },
    'a mode without address': { loadBalancer: { ingress: [{ hostname: 'a.b', ipMode: 'VIP' }] } },
    'a name that is an address': { loadBalancer: { ingress: [{ hostname: '1.2.3.4' }] } },
    'a bad name': { loadBalancer: { ingress: [{ hostname: 'A_b' }] } },
  },
};

export const SERVICE_FAULTS: readonly FaultPlan[] = [
  {
    title: 'Services',
    api: '/api/v1',
    plural: 'services',
    body: spec({ ports: PORTS, selector: { a: 'b' } }),
    created: CREATED,
    changed: CHANGED,
    statuses: { 'a balancer': { loadBalancer: { ingress: [{ ip: '1.2.3.4' }] } } },
  },
  {
    title: 'headless Services',
    api: '/api/v1',
    plural: 'services',
    body: spec({ ports: PORTS, clusterIP: 'None' }),
    changed: CHANGED,
  },
  BALANCED,
];
