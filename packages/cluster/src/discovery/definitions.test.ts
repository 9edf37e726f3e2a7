import { expect, test } from 'vitest';
import { Definitions } from './definitions.ts';
import { CUSTOM_RESOURCE_DEFINITIONS as RESOURCE } from './follow-served.ts';

const scope = { group: RESOURCE.group, resource: RESOURCE.resource, namespace: '' };
const widgets = { group: 'example.org', resource: 'widgets' };

function definition(version: string): { readonly apiVersion: string; readonly kind: string; readonly metadata: { readonly name: string } } {
  const metadata = { name: 'widgets.example.org', uid: 'u', resourceVersion: version };
  return { apiVersion: 'apiextensions.k8s.io/v1', kind: RESOURCE.kind, metadata };
}

test('a definition that goes is deleted at the version of its end until it comes again', () => {
  const definitions = new Definitions();
  expect(definitions.note({ kind: 'Listed', scope, object: definition('5'), receivedAt: 0 })).toBe(false);
  expect(definitions.living()).toEqual(['widgets.example.org']);
  expect(definitions.deletedAt(widgets)).toBeUndefined();
  const observed = { kind: 'Observed', scope, by: 'watch', receivedAt: 0 } as const;
  expect(definitions.note({ ...observed, type: 'Deleted', object: definition('9') })).toBe(true);
  expect(definitions.deletedAt(widgets)).toBe('9');
  expect(definitions.living()).toEqual([]);
  expect(definitions.note({ ...observed, type: 'Added', object: definition('12') })).toBe(true);
  expect(definitions.deletedAt(widgets)).toBeUndefined();
});

test('one that vanished while nobody watched was gone by the list; after a restored storage nothing is known', () => {
  const definitions = new Definitions();
  const ref = { ...RESOURCE, namespace: '', name: 'widgets.example.org', uid: 'u' as never };
  expect(definitions.note({ kind: 'Vanished', scope, ref, after: '5', before: '20', receivedAt: 0 })).toBe(true);
  expect(definitions.deletedAt(widgets)).toBe('20');
  definitions.note({ kind: 'EpochBegin', scope, reason: 'restored', receivedAt: 0 });
  expect(definitions.deletedAt(widgets)).toBeUndefined();
});

test('a kind whose definition was never seen is not deleted', () => {
  expect(new Definitions().deletedAt(widgets)).toBeUndefined();
});
