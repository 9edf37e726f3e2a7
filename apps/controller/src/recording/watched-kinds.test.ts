import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ServedResources } from '@rectrace/cluster';
import type { ApiResource } from '@rectrace/kube';
import { builtinRules, kindsOf } from '@rectrace/trace';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { CHART } from '../testing/render-chart.ts';
import { wantedResources } from './wanted-resources.ts';
import { isSecret, KUBEBLOCKS_KINDS, KUBERNETES_KINDS, watchedKinds } from './watched-kinds.ts';

const ALL = { kubernetes: true, kubeblocks: true, secrets: false, extra: [] };

/** 'Deployment.apps' -> as discovery would give it. */
function resource(text: string, plural = `${text.split('.')[0]?.toLowerCase()}s`): ApiResource {
  const [kind = '', ...group] = text.split('.');
  return {
    group: group.join('.'),
    version: 'v1',
    kind,
    resource: plural,
    singular: kind.toLowerCase(),
    shortNames: [],
    categories: [],
    namespaced: true,
    verbs: ['get', 'list', 'watch'],
  };
}

const SERVED: ServedResources = {
  resources: [
    resource('Pod'),
    resource('Secret'),
    resource('Deployment.apps'),
    resource('Cluster.apps.kubeblocks.io'),
    resource('Lease.coordination.k8s.io'),
    resource('Widget.example.com'),
    { ...resource('TokenReview.authentication.k8s.io'), verbs: ['create'] },
  ],
  unread: [],
};

function names(resources: readonly ApiResource[]): readonly string[] {
  return resources.map(({ kind }) => kind);
}

describe('the list of kinds', () => {
  test('is the one that the chart grants rights for', () => {
    const chart: unknown = parse(readFileSync(join(CHART, 'files', 'watched-kinds.yaml'), 'utf8'));
    expect(chart).toEqual({ kubernetes: KUBERNETES_KINDS, kubeblocks: KUBEBLOCKS_KINDS, secrets: { '': ['secrets'] } });
  });

  test('covers every kind that the built-in rules name, Secrets apart', () => {
    const known = new Set(
      [KUBERNETES_KINDS, KUBEBLOCKS_KINDS].flatMap((set) =>
        Object.entries(set).flatMap(([group, plurals]) => plurals.map((plural) => `${plural}/${group}`)),
      ),
    );
    const plural = (kind: string): string => {
      const lower = kind.toLowerCase();
      if (lower.endsWith('s') && lower !== 'storageclass') return lower;
      if (lower.endsWith('y')) return `${lower.slice(0, -1)}ies`;
      return lower.endsWith('ss') ? `${lower}es` : `${lower}s`;
    };
    const missing = kindsOf(builtinRules()).filter((pattern) => {
      const [kind = '', ...group] = pattern.split('.');
      return pattern !== 'Secret' && !known.has(`${plural(kind)}/${group.join('.')}`);
    });
    expect(missing).toEqual([]);
  });
});

describe('of what is served', () => {
  test('the listed kinds are followed, Secrets and others not', () => {
    expect(names(watchedKinds(SERVED, ALL).resources)).toEqual(['Pod', 'Cluster', 'Deployment']);
  });

  test('sets can be left out, Secrets taken in, and further kinds named', () => {
    expect(names(watchedKinds(SERVED, { ...ALL, kubeblocks: false, secrets: true }).resources)).toEqual(['Pod', 'Secret', 'Deployment']);
    const extra = watchedKinds(SERVED, {
      ...ALL,
      kubernetes: false,
      kubeblocks: false,
      extra: ['widgets.example.com', 'gadgets', 'tokenreviews.authentication.k8s.io'],
    });
    expect(names(extra.resources)).toEqual(['Widget']);
    expect(extra.unknown).toEqual([expect.stringContaining('gadgets')]);
  });

  test('what rules files and selections name is followed too, but no Secrets by a back door', () => {
    const selection = {
      group: 'example.com',
      version: 'v1',
      kind: 'Widget',
      namespaces: [],
      selector: { kind: 'selector' as const, requirements: [] },
    };
    const none = { ...ALL, kubernetes: false, kubeblocks: false };
    expect(
      names(wantedResources(SERVED, { watch: none, kinds: ['Secret', 'Deployment.apps'], selections: [selection] }).resources),
    ).toEqual(['Deployment', 'Widget']);
    expect(isSecret(resource('Secret'))).toBe(true);
    expect(isSecret(resource('Secret.example.com'))).toBe(false);
  });
});
