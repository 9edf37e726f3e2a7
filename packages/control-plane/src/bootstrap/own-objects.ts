// The objects that an API server makes at its start and that differ from cluster to cluster.
import type { JsonObject } from '@rectrace/kube';
import { firstAddress } from '../api/networking/address-range.ts';
import type { ClusterFacts } from './cluster-facts.ts';

/** Objects of one collection and who makes them. `statusManager` writes their status after that. */
export type OwnCollection = {
  readonly path: string;
  readonly manager: string;
  readonly statusManager?: string;
  readonly objects: readonly JsonObject[];
};

const SERVER = 'kube-apiserver';
const SYSTEM = '/api/v1/namespaces/kube-system';

/** `now`: RFC 3339. */
export function ownObjects(facts: ClusterFacts, now: string): readonly OwnCollection[] {
  return [
    collection(`${SYSTEM}/configmaps`, [...authenticationConfig(facts), tokenTracking(now)]),
    {
      ...collection('/apis/networking.k8s.io/v1/servicecidrs', [serviceRange(facts)]),
      statusManager: 'kubernetes-service-cidr-controller',
    },
    collection('/api/v1/namespaces/default/services', [kubernetesService(facts)]),
    ...kubernetesEndpoints(facts),
  ];
}

function collection(path: string, objects: readonly JsonObject[]): OwnCollection {
  return { path, manager: SERVER, objects };
}

/** What servers behind this one read to know whom it lets in. */
function authenticationConfig({ clientAuthority }: ClusterFacts): readonly JsonObject[] {
  if (clientAuthority === undefined) return [];
  const data = {
    'client-ca-file': clientAuthority,
    'requestheader-allowed-names': '["front-proxy-client"]',
    'requestheader-client-ca-file': clientAuthority,
    'requestheader-extra-headers-prefix': '["X-Remote-Extra-"]',
    'requestheader-group-headers': '["X-Remote-Group"]',
    'requestheader-username-headers': '["X-Remote-User"]',
  };
  return [{ metadata: { name: 'extension-apiserver-authentication' }, data }];
}

function tokenTracking(now: string): JsonObject {
  return { metadata: { name: 'kube-apiserver-legacy-service-account-token-tracking' }, data: { since: now.slice(0, 10) } };
}

function serviceRange(facts: ClusterFacts): JsonObject {
  const ready = { type: 'Ready', status: 'True', reason: '', message: 'Kubernetes default Service CIDR is ready' };
  return { metadata: { name: 'kubernetes' }, spec: { cidrs: [facts.serviceRange] }, status: { conditions: [ready] } };
}

function kubernetesService(facts: ClusterFacts): JsonObject {
  return {
    metadata: { name: 'kubernetes', labels: { component: 'apiserver', provider: 'kubernetes' } },
    spec: {
      clusterIP: firstAddress(facts.serviceRange),
      type: 'ClusterIP',
      sessionAffinity: 'None',
      ipFamilyPolicy: 'SingleStack',
      internalTrafficPolicy: 'Cluster',
      ports: [{ name: 'https', protocol: 'TCP', port: 443, targetPort: facts.serverPort }],
    },
  };
}

/** In the old form and in the new; the first is not to be mirrored. */
function kubernetesEndpoints({ advertisedAddress, serverPort }: ClusterFacts): readonly OwnCollection[] {
  if (advertisedAddress === undefined) return [];
  const ports = [{ name: 'https', port: serverPort, protocol: 'TCP' }];
  const endpoints = {
    metadata: { name: 'kubernetes', labels: { 'endpointslice.kubernetes.io/skip-mirror': 'true' } },
    subsets: [{ addresses: [{ ip: advertisedAddress }], ports }],
  };
  const slice = {
    metadata: { name: 'kubernetes', labels: { 'kubernetes.io/service-name': 'kubernetes' } },
    addressType: 'IPv4',
    endpoints: [{ addresses: [advertisedAddress], conditions: { ready: true } }],
    ports,
  };
  return [
    collection('/api/v1/namespaces/default/endpoints', [endpoints]),
    collection('/apis/discovery.k8s.io/v1/namespaces/default/endpointslices', [slice]),
  ];
}
