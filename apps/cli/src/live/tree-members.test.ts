import type { KubeObject, ListWatchQuery } from '@rectrace/kube';
import { refOf } from '@rectrace/kube';
import { builtinRules, mergeRules, parseRules } from '@rectrace/trace';
import { expect, test } from 'vitest';
import { treeMembers } from './tree-members.ts';

const RULES = mergeRules([
  builtinRules(),
  parseRules(
    "name: mine\nmembers:\n  - { parent: Widget.example.com, child: ConfigMap, by: label, labels: { widget: '{metadata.name}' } }\n",
    {
      file: 'mine.yaml',
    },
  ),
]);

function object(apiVersion: string, kind: string, name: string, metadata: Partial<KubeObject['metadata']> = {}): KubeObject {
  return { apiVersion, kind, metadata: { name, namespace: 'plain', uid: name, resourceVersion: '5', ...metadata } };
}

const query = (group: string, version: string, kind: string): ListWatchQuery => ({
  resource: {
    group,
    version,
    kind,
    resource: `${kind.toLowerCase()}s`,
    singular: '',
    shortNames: [],
    categories: [],
    namespaced: true,
    verbs: ['list'],
  },
  namespace: 'plain',
});

test('members are those of the rules, not of ownerReferences alone, each under its own root', () => {
  const widgets = [object('example.com/v1', 'Widget', 'a'), object('example.com/v1', 'Widget', 'b')];
  const owner = { apiVersion: 'example.com/v1', kind: 'Widget', name: 'a', uid: 'a' };
  const configs = [
    object('v1', 'ConfigMap', 'owned', { ownerReferences: [owner] }),
    object('v1', 'ConfigMap', 'labelled', { labels: { widget: 'a' } }),
    object('v1', 'ConfigMap', 'other', { labels: { widget: 'b' } }),
    object('v1', 'ConfigMap', 'free'),
  ];
  const lists = [
    { query: query('', 'v1', 'ConfigMap'), objects: configs, resourceVersion: '10' },
    { query: query('example.com', 'v1', 'Widget'), objects: widgets, resourceVersion: '10' },
  ];
  const members = treeMembers(widgets.map(refOf), { lists, rules: RULES, redact: (one) => one, now: 1 });
  expect([...members].map(([uid, found]) => [uid, found.map(({ metadata }) => metadata.name)])).toEqual([
    ['a', ['labelled', 'owned']],
    ['b', ['other']],
  ]);
});
