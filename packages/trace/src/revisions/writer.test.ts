import type { Json, KubeObject, ManagedFieldsEntry } from '@rectrace/kube';
import { diffObjects } from '@rectrace/kube';
import { describe, expect, it } from 'vitest';
import { writerOf } from './writer.ts';

const FIRST = '2026-11-30T19:26:34Z';
const LATER = '2026-11-30T19:26:40Z';

function entry(manager: string, time: string | undefined, fields: Json): ManagedFieldsEntry {
  return { manager, operation: 'Update', apiVersion: 'apps/v1', ...(time === undefined ? {} : { time }), fieldsV1: fields as never };
}

function deployment(entries: readonly ManagedFieldsEntry[], fields: Record<string, Json> = {}): KubeObject {
  return { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'web', managedFields: entries }, ...fields };
}

function writer(after: KubeObject, before?: KubeObject): string | undefined {
  return writerOf(after, before, before === undefined ? {} : { diff: diffObjects(before, after) })?.manager;
}

const REPLICAS: Json = { 'f:spec': { 'f:replicas': {} } };
const READY: Json = { 'f:status': { 'f:ready': {} } };
const IMAGE: Json = { 'f:spec': { 'f:containers': { 'k:{"name":"web"}': { '.': {}, 'f:image': {} } } } };

describe('writerOf', () => {
  it('names the only manager of a new object, and nobody where two share the newest time', () => {
    expect(writer(deployment([entry('kubectl', FIRST, REPLICAS)]))).toBe('kubectl');
    expect(writer(deployment([entry('a', LATER, REPLICAS), entry('b', FIRST, READY)]))).toBe('a');
    expect(writer(deployment([entry('a', FIRST, REPLICAS), entry('b', FIRST, READY)]))).toBeUndefined();
    expect(writer(deployment([]))).toBeUndefined();
  });

  it('compares times as instants, not as texts, and takes one without a zone for none', () => {
    const ahead = entry('a', '2026-11-30T20:26:34+02:00', REPLICAS);
    expect(writer(deployment([ahead, entry('b', '2026-11-30T18:26:35Z', READY)]))).toBe('b');
    expect(writer(deployment([entry('a', '2026-11-30T23:00:00', REPLICAS), entry('b', FIRST, READY)]))).toBe('b');
  });

  it('names the manager whose time moved, even where another one is as new', () => {
    const before = deployment([entry('a', LATER, REPLICAS), entry('b', FIRST, READY)]);
    expect(writer(deployment([entry('a', LATER, REPLICAS), entry('b', LATER, READY)]), before)).toBe('b');
  });

  it('tells operations and subresources of one manager apart', () => {
    const status = { ...entry('operator', LATER, READY), subresource: 'status' };
    const before = deployment([entry('operator', FIRST, REPLICAS)]);
    expect(writerOf(deployment([entry('operator', FIRST, REPLICAS), status]), before)).toEqual({
      manager: 'operator',
      operation: 'Update',
      subresource: 'status',
      time: LATER,
    });
  });

  it('names the owner of what changed where two writes fell into one second', () => {
    const entries = [entry('a', FIRST, IMAGE), entry('b', FIRST, READY)];
    const before = deployment(entries, { spec: { containers: [{ name: 'web', image: 'x:1' }] }, status: { ready: 1 } });
    const image = deployment(entries, { spec: { containers: [{ name: 'web', image: 'x:2' }] }, status: { ready: 1 } });
    const status = deployment(entries, { spec: { containers: [{ name: 'web', image: 'x:1' }] }, status: { ready: 2 } });
    expect(writer(image, before)).toBe('a');
    expect(writer(status, before)).toBe('b');
  });

  it('names the manager that gained fields within one second', () => {
    const before = deployment([entry('a', FIRST, REPLICAS), entry('b', FIRST, {})], { spec: { replicas: 1 } });
    const after = deployment([entry('a', FIRST, REPLICAS), entry('b', FIRST, READY)], { spec: { replicas: 1 }, status: { ready: 1 } });
    expect(writer(after, before)).toBe('b');
  });

  it('names the manager of the scale subresource, which has no time, on its first and later writes', () => {
    const scale = { ...entry('kubectl', undefined, REPLICAS), subresource: 'scale' };
    const apply = entry('kubectl-client-side-apply', FIRST, IMAGE);
    const generation = (value: number, replicas: number, entries: readonly ManagedFieldsEntry[]): KubeObject => ({
      ...deployment(entries, { spec: { replicas } }),
      metadata: { name: 'web', generation: value, managedFields: entries },
    });
    const first = generation(1, 1, [apply]);
    const second = generation(2, 3, [scale, apply]);
    expect(writer(second, first)).toBe('kubectl');
    expect(writer(generation(3, 5, [scale, apply]), second)).toBe('kubectl');
  });

  it('names nobody where fields were only removed or a deletion began', () => {
    const before = deployment([entry('a', FIRST, { 'f:spec': { 'f:x': {}, 'f:replicas': {} } })], { spec: { x: 1, replicas: 1 } });
    expect(writer(deployment([entry('a', FIRST, REPLICAS)], { spec: { replicas: 1 } }), before)).toBeUndefined();
    const doomed: KubeObject = { ...before, metadata: { ...before.metadata, deletionTimestamp: LATER } };
    expect(writer(doomed, before)).toBeUndefined();
  });
});
