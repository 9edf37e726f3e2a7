import type { ApiResource } from '@rectrace/kube';
import { describe, expect, test } from 'vitest';
import { findResource } from './find-resource.ts';
import { findTarget } from './find-target.ts';
import type { ServedResources } from './served-resources.ts';

type Brief = { readonly kind: string; readonly in: string; readonly resource?: string; readonly short?: readonly string[] };

function resource({ kind, in: place, resource: plural, short = [] }: Brief): ApiResource {
  const [version = '', group = ''] = place.split('@');
  const singular = kind.toLowerCase();
  return {
    group,
    version,
    kind,
    resource: plural ?? `${singular}s`,
    singular,
    shortNames: short,
    categories: [],
    namespaced: true,
    verbs: [],
  };
}

const SERVED: ServedResources = {
  resources: [
    resource({ kind: 'Pod', in: 'v1', short: ['po'] }),
    resource({ kind: 'Event', in: 'v1', short: ['ev'] }),
    resource({ kind: 'Deployment', in: 'v1@apps', short: ['deploy'] }),
    resource({ kind: 'Event', in: 'v1@events.k8s.io', short: ['ev'] }),
    resource({ kind: 'HorizontalPodAutoscaler', in: 'v2@autoscaling', short: ['hpa'] }),
    resource({ kind: 'HorizontalPodAutoscaler', in: 'v1@autoscaling', short: ['hpa'] }),
    resource({ kind: 'Pod', in: 'v1beta1@metrics.k8s.io', resource: 'pods' }),
    resource({ kind: 'Cluster', in: 'v1@apps.kubeblocks.io' }),
    resource({ kind: 'Cluster', in: 'v1beta1@cluster.x-k8s.io', short: ['cl'] }),
    resource({ kind: 'ComponentList', in: 'v1@odd.example', resource: 'componentlists' }),
    resource({ kind: 'Ingress', in: 'v1@networking.k8s.io', resource: 'ingresses', short: ['ing'] }),
    resource({ kind: 'Backup', in: 'v1@dp.example', short: ['deploy'] }),
  ],
  unread: [{ group: 'custom.metrics.k8s.io', version: 'v1beta1', reason: 'down' }],
};

describe('found', () => {
  test.each([
    ['pods', 'pods.v1.'],
    ['pod', 'pods.v1.'],
    ['Pod', 'pods.v1.'],
    ['PO', 'pods.v1.'],
    ['events', 'events.v1.'],
    ['ev', 'events.v1.'],
    ['events.events.k8s.io', 'events.v1.events.k8s.io'],
    ['pods.metrics.k8s.io', 'pods.v1beta1.metrics.k8s.io'],
    ['hpa', 'horizontalpodautoscalers.v2.autoscaling'],
    ['horizontalpodautoscalers.v1.autoscaling', 'horizontalpodautoscalers.v1.autoscaling'],
    ['deployment.apps', 'deployments.v1.apps'],
    ['Cluster.apps.kubeblocks.io', 'clusters.v1.apps.kubeblocks.io'],
    ['cluster.apps.kubeblocks', 'clusters.v1.apps.kubeblocks.io'],
    ['cl', 'clusters.v1beta1.cluster.x-k8s.io'],
    ['ing', 'ingresses.v1.networking.k8s.io'],
    ['pods.v1.', 'pods.v1.'],
  ])('%s -> %s', (text, expected) => {
    const found = findResource(SERVED, text);
    expect(found.kind === 'found' ? `${found.resource.resource}.${found.resource.version}.${found.resource.group}` : found).toBe(expected);
  });
});

describe('not found', () => {
  test('a kind of two groups is ambiguous', () => {
    expect(findResource(SERVED, 'clusters')).toMatchObject({
      kind: 'ambiguous',
      candidates: ['clusters.apps.kubeblocks.io', 'clusters.cluster.x-k8s.io'],
      message: 'clusters is ambiguous: clusters.apps.kubeblocks.io, clusters.cluster.x-k8s.io; name one of them',
    });
  });

  test('a short name of two groups is ambiguous', () => {
    expect(findResource(SERVED, 'deploy')).toMatchObject({ kind: 'ambiguous', candidates: ['backups.dp.example', 'deployments.apps'] });
  });

  test('a slip is answered with what is near, and with what could not be read', () => {
    expect(findResource(SERVED, 'deploymnts')).toEqual({
      kind: 'unknown',
      text: 'deploymnts',
      message:
        'the server does not have a resource type deploymnts; did you mean deployment or deployments?; these groups could not be read: custom.metrics.k8s.io/v1beta1',
    });
  });

  test.each([
    ['deplyo', 'deploy'],
    ['hpb', undefined],
  ])('a slip in a short name: %s', (text, meant) => {
    const { message = '' } = { ...(findResource(SERVED, text) as { readonly message?: string }) };
    expect(/; did you mean (.*)\?/.exec(message)?.[1]).toBe(meant);
  });

  test.each(['', '.', '.apps', 'x', 'pods.nowhere', '__proto__', 'constructor'])('%j', (text) => {
    expect(findResource(SERVED, text).kind).toBe('unknown');
  });
});

describe('targets', () => {
  test.each([
    [['deployment/web'], 'deployments web'],
    [['pods', 'a'], 'pods a'],
    [['Deployment.apps/plain/web'], 'deployments web in plain'],
  ])('%j', (words, expected) => {
    const found = findTarget(SERVED, words);
    const within = found.kind === 'target' && found.namespace !== undefined ? ` in ${found.namespace}` : '';
    expect(found.kind === 'target' ? `${found.resource.resource} ${found.name}${within}` : found).toBe(expected);
  });

  test.each([[['deployment']], [['deployment/']], [['/web']], [['a/b/c/d']], [['deployment/web', 'x']], [[]]])(
    '%j names no object',
    (words) => {
      expect(findTarget(SERVED, words)).toMatchObject({ kind: 'malformed' });
    },
  );

  test('an unknown kind is told as such', () => {
    expect(findTarget(SERVED, ['nothing/x'])).toMatchObject({ kind: 'unknown' });
  });
});
