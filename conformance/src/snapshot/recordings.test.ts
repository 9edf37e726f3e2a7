// Each bundled recording as what a virtual control plane starts with.
import { readdirSync } from 'node:fs';
import { createControlPlane, type InProcessClient, type LeftOut } from '@rectrace/control-plane';
import { openRecording } from '@rectrace/history';
import type { JsonObject } from '@rectrace/kube';
import { listAt, stringAt, valueAt } from '@rectrace/kube';
import { fromRecording } from '@rectrace/planner';
import { SteppedClock } from '@rectrace/testing';
import { expect, test } from 'vitest';

const FOLDER = new URL('../../../packages/trace/testdata/recordings/', import.meta.url);
const NOW = Date.UTC(2026, 11, 1);
const RECORDINGS = readdirSync(FOLDER).filter((name) => name.endsWith('.ndjson'));

function kindOf(object: JsonObject): string {
  return `${String(object['apiVersion'])} ${String(object['kind'])}`;
}

async function uidsOf(client: InProcessClient, kindName: string): Promise<readonly unknown[]> {
  const [apiVersion = '', kind = ''] = kindName.split(' ');
  const path = apiVersion.includes('/') ? `/apis/${apiVersion}` : `/api/${apiVersion}`;
  const { body } = await client.request({ path });
  const resource = listAt(body, ['resources']).find((one) => stringAt(one, ['kind']) === kind && !stringAt(one, ['name'])?.includes('/'));
  const { body: list } = await client.request({ path: `${path}/${stringAt(resource, ['name'])}` });
  return listAt(list, ['items']).map((item) => valueAt(item, ['metadata', 'uid']));
}

test('there are recordings', () => expect(RECORDINGS.length).toBeGreaterThan(10));

test.each(RECORDINGS)('%s', async (name) => {
  const opened = await openRecording(new URL(name, FOLDER).pathname);
  if (opened.kind !== 'recording') throw new Error(opened.reason);
  const { objects, end } = await fromRecording(opened, NOW);
  expect(end).toMatchObject({ kind: 'complete' });
  const left: LeftOut[] = [];
  const contents = { objects, onLeftOut: (one: LeftOut) => left.push(one) };
  const { client } = await createControlPlane({ clock: new SteppedClock(NOW), seed: 1, contents });
  const missing = new Set(left.map(({ apiVersion, kind }) => `${apiVersion} ${kind}`));
  const served = objects.filter((object) => !missing.has(kindOf(object)));
  const uids = new Set<unknown>();
  for (const kind of new Set(served.map(kindOf))) for (const uid of await uidsOf(client, kind)) uids.add(uid);
  // Of a namespace that was deleted nothing is left.
  expect(served.length > 5).toBe(!name.startsWith('p4'));
  expect(served.filter((object) => !uids.has(valueAt(object, ['metadata', 'uid'])))).toEqual([]);
  expect([...missing].filter((kind) => !/kubeblocks\.io/.test(kind))).toEqual([]);
});
