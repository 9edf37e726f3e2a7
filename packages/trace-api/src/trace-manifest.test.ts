import type { JsonObject, KubeObject } from '@rectrace/kube';
import { parseObject } from '@rectrace/kube';
import { describe, expect, test } from 'vitest';
import type { TraceWish } from './trace-manifest.ts';
import { traceManifest, tracePatch } from './trace-manifest.ts';
import { parseTraceSpec } from './trace-spec.ts';

const PLACE = { namespace: 'shop', name: 'web' };
const OURS = { targetKind: true, depth: true };
const THEIRS = { targetKind: false, depth: false };

describe.each([
  ['our schema', OURS],
  ["KubeBlocks' schema", THEIRS],
])('under %s', (_, served) => {
  test.each<[title: string, wish: TraceWish]>([
    ['nothing', {}],
    ['a Cluster of another name', { targetName: 'redis', targetNamespace: 'db' }],
    ['a kind and its version', { targetKind: 'Deployment', targetApiVersion: 'apps/v1', targetName: 'web' }],
    ['a kind of the core group', { targetKind: 'Pod', targetApiVersion: 'v1' }],
    ['depth, locale and expression', { depth: 3, locale: 'zh_CN', expression: 'true' }],
  ])('%s is read as it was wished', (_title, wish) => {
    const { target, depth, locale, expression } = parseTraceSpec(objectOf(traceManifest(PLACE, wish, served)));
    const [group, version] = { 'apps/v1': ['apps', 'v1'], v1: ['', 'v1'] }[wish.targetApiVersion ?? ''] ?? ['apps.kubeblocks.io'];
    expect({ target, depth, locale, expression }).toEqual({
      target: {
        kind: wish.targetKind ?? 'Cluster',
        group,
        ...(version === undefined ? {} : { version }),
        namespace: wish.targetNamespace ?? 'shop',
        name: wish.targetName ?? 'web',
      },
      depth: wish.depth ?? 0,
      locale: wish.locale,
      expression: wish.expression,
    });
  });
});

test.each([
  ['without a wish', {}, { namespace: 'shop', name: 'web' }],
  ['with a kind alone', { targetKind: 'Deployment' }, { namespace: 'shop', name: 'web', kind: 'Deployment' }],
  ['with a name alone', { targetName: 'redis' }, { namespace: 'shop', name: 'redis' }],
  ['with a namespace alone', { targetNamespace: 'db' }, { namespace: 'db', name: 'web' }],
])('the target is named in full %s, as the printer columns show it', (_title, wish, targetObject) => {
  expect(traceManifest(PLACE, wish, OURS)['spec']).toEqual({ targetObject });
});

test('what the served schema would prune is said by annotations, in a patch too', () => {
  expect(tracePatch({ depth: 2, targetKind: 'Pod', locale: 'en' }, THEIRS)).toEqual({
    metadata: { annotations: { 'trace.kubeblocks.io/target-kind': 'Pod', 'trace.kubeblocks.io/depth': '2' } },
    spec: { locale: 'en' },
  });
  expect(tracePatch({ depth: 2 }, OURS)).toEqual({ spec: { depth: 2 } });
});

function objectOf(manifest: JsonObject): KubeObject {
  const parsed = parseObject(manifest);
  if (parsed.kind === 'invalid') throw new Error(parsed.reason);
  return parsed.object;
}
