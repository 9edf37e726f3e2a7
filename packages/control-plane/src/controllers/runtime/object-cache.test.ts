import type { KubeObject } from '@rectrace/kube';
import { beforeEach, expect, test } from 'vitest';
import { ObjectCache } from './object-cache.ts';
import type { Index } from './object-view.ts';
import { resourceOf } from './resource.ts';

const PODS = resourceOf({ apiVersion: 'v1', kind: 'Pod', plural: 'pods' });
const BY_NODE: Index = { valuesOf: (pod) => [String((pod['spec'] as { readonly nodeName: string }).nodeName)] };

let cache: ObjectCache;
beforeEach(() => {
  cache = new ObjectCache();
});

type Told = { readonly version: number; readonly node?: string; readonly uid?: string; readonly namespace?: string };

function pod(name: string, { version, node = 'a', uid = `uid-${name}`, namespace = 'shop' }: Told): KubeObject {
  return { apiVersion: 'v1', kind: 'Pod', metadata: { name, namespace, uid, resourceVersion: String(version) }, spec: { nodeName: node } };
}

function write(object: KubeObject): string[] {
  return cache.apply({ kind: 'written', resource: PODS, object }).map(({ previous, current }) => {
    const at = (one: KubeObject | undefined): string => (one === undefined ? '-' : `${one.metadata.uid}@${one.metadata.resourceVersion}`);
    return `${at(previous)} ${at(current)}`;
  });
}

const names = (found: readonly KubeObject[]): string[] => found.map(({ metadata }) => metadata.name);

test('a message is told once, an older one never', () => {
  expect(write(pod('x', { version: 9 }))).toEqual(['- uid-x@9']);
  expect(write(pod('x', { version: 9 }))).toEqual([]);
  expect(write(pod('x', { version: 8 }))).toEqual([]);
  expect(write(pod('x', { version: 10 }))).toEqual(['uid-x@9 uid-x@10']);
});

test('an object of the same name is another: the one before is gone', () => {
  write(pod('x', { version: 1 }));
  expect(write(pod('x', { version: 2, uid: 'other' }))).toEqual(['uid-x@1 -', '- other@2']);
  expect(cache.apply({ kind: 'deleted', resource: PODS, object: pod('x', { version: 3 }) })).toEqual([]);
  expect(names(cache.list(PODS))).toEqual(['x']);
});

test('what is present replaces what was known', () => {
  for (const name of ['x', 'y']) write(pod(name, { version: 1 }));
  const changes = cache.apply({ kind: 'present', resource: PODS, objects: [pod('y', { version: 1 }), pod('z', { version: 5 })] });
  expect(changes.map(({ previous, current }) => [previous?.metadata.name, current?.metadata.name])).toEqual([
    ['x', undefined],
    [undefined, 'z'],
  ]);
  expect(names(cache.list(PODS))).toEqual(['y', 'z']);
});

test('lists are in the order of names, of one namespace if asked', () => {
  for (const [name, namespace] of [
    ['b', 'shop'],
    ['a', 'shop'],
    ['c', 'shop-2'],
    ['d', 'sh'],
  ] as const)
    write(pod(name, { version: 1, namespace }));
  expect(names(cache.list(PODS))).toEqual(['d', 'c', 'a', 'b']);
  expect(names(cache.list(PODS, 'shop'))).toEqual(['a', 'b']);
});

test('an index follows every change, whenever it is first asked', () => {
  write(pod('x', { version: 1, node: 'a' }));
  expect(names(cache.find(PODS, { index: BY_NODE, value: 'a' }))).toEqual(['x']);
  write(pod('x', { version: 2, node: 'b' }));
  write(pod('y', { version: 3, node: 'b' }));
  expect(names(cache.find(PODS, { index: BY_NODE, value: 'a' }))).toEqual([]);
  expect(names(cache.find(PODS, { index: BY_NODE, value: 'b' }))).toEqual(['x', 'y']);
  cache.apply({ kind: 'deleted', resource: PODS, object: pod('x', { version: 4, node: 'b' }) });
  expect(names(cache.find(PODS, { index: BY_NODE, value: 'b' }))).toEqual(['y']);
});
