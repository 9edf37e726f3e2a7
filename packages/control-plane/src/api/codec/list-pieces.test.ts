// A long list is written in pieces. Put together they are what it is written as at once.
import type { JsonObject } from '@rectrace/kube';
import { formatJson } from '@rectrace/kube';
import { expect, test } from 'vitest';
import { createBuiltIns } from '../built-ins.ts';
import { doneAtOnce, type Steps } from '../steps.ts';
import { jsonRepresentation } from './json-representation.ts';
import { protobufRepresentation } from './protobuf/protobuf-representation.ts';

const HEAD = { kind: 'ConfigMapList', apiVersion: 'v1', metadata: { resourceVersion: '7' } };

function configMaps(count: number): JsonObject {
  const items = Array.from({ length: count }, (_, index) => ({
    metadata: { name: `m-${index}`, generation: 2n ** 60n },
    data: { text: `${'x'.repeat(1_000)}\n"ü]}` },
  }));
  return { ...HEAD, items };
}

type Written = { readonly bytes: Buffer; readonly pieces: number; readonly turns: number };

function written(steps: Steps<readonly Uint8Array[]>): Written {
  let turns = 0;
  for (;;) {
    const step = steps.next();
    if (step.done === true) return { bytes: Buffer.concat(step.value), pieces: step.value.length, turns };
    turns += 1;
  }
}

test.each([false, true])('of JSON (pretty: %s)', (pretty) => {
  for (const list of [configMaps(0), configMaps(1), configMaps(300), { kind: 'Table', columnDefinitions: null, rows: [{ cells: [] }] }]) {
    const whole = pretty ? formatJson(list, 2) : `${formatJson(list)}\n`;
    expect(written(jsonRepresentation.write(list, pretty)).bytes.toString()).toBe(whole);
  }
  const { pieces, turns } = written(jsonRepresentation.write(configMaps(300), pretty));
  expect(turns).toBeGreaterThan(2);
  expect(pieces).toBe(turns + 1);
});

test('of protobuf', () => {
  const protobuf = protobufRepresentation(createBuiltIns().table);
  const list = configMaps(250);
  const { bytes, pieces, turns } = written(protobuf.write(list, false));
  expect([pieces, turns]).toEqual([5, 2]);
  const read = protobuf.read(bytes, { apiVersion: '', kind: '' });
  if (read.kind !== 'read') throw new Error(read.message);
  const { items } = read.value as { readonly items: readonly { readonly metadata: JsonObject; readonly data: JsonObject }[] };
  expect(items.map(({ metadata, data }) => [metadata['name'], data])).toEqual(
    (list['items'] as readonly JsonObject[]).map((item) => [(item['metadata'] as JsonObject)['name'], item['data']]),
  );
  const few = configMaps(2);
  expect(Buffer.concat(doneAtOnce(protobuf.write(few, false))).length).toBeLessThan(2_500);
});
