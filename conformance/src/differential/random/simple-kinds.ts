// Kinds without a life of their own: what is written is what is there.
import type { RandomKind } from './random-kind.ts';

export const SIMPLE_KINDS: readonly RandomKind[] = [
  {
    title: 'configmaps',
    api: '/api/v1',
    plural: 'configmaps',
    kind: 'ConfigMap',
    namespaced: true,
    body: (chance) => ({
      data: { key: chance.pick(['a', 'b', '']), 'other.key': 'x' },
      ...(chance.happens(0.2) ? { binaryData: { bin: 'AAEC' } } : {}),
      ...(chance.happens(0.05) ? { immutable: true } : {}),
    }),
  },
  {
    title: 'secrets',
    api: '/api/v1',
    plural: 'secrets',
    kind: 'Secret',
    namespaced: true,
    fields: ['type=Opaque', 'type!=Opaque'],
    body: (chance) => ({
      type: chance.pick(['Opaque', 'kubernetes.io/tls', 'kubernetes.io/basic-auth', 'example.com/own']),
      stringData: { 'tls.crt': 'x', 'tls.key': 'y', username: chance.pick(['u', 'v']) },
      ...(chance.happens(0.2) ? { data: { bin: 'AAEC' } } : {}),
    }),
  },
  {
    title: 'leases',
    api: '/apis/coordination.k8s.io/v1',
    plural: 'leases',
    kind: 'Lease',
    namespaced: true,
    body: (chance) => ({
      spec: {
        holderIdentity: chance.pick(['a', 'b']),
        leaseDurationSeconds: 15,
        acquireTime: '2020-01-01T00:00:00.000000Z',
        renewTime: '2020-01-01T00:00:05.123456Z',
        leaseTransitions: chance.below(3),
      },
    }),
  },
];
