// Protobuf against the real server: what it sends is read as it shows the same in JSON, and written again byte for byte.
import { doneAtOnce } from '@rectrace/control-plane';
import type { Json, JsonObject } from '@rectrace/kube';
import { parseJson } from '@rectrace/kube';
import { describeReal, namespaceFor } from '@rectrace/testbed';
import { expect, test } from 'vitest';
import { differences } from '../differential/compare.ts';
import { getBytes } from './get-bytes.ts';
import { protobufOf } from './protobuf-of.ts';
import { richObjects } from './rich-objects.ts';

const PROTOBUF = 'application/vnd.kubernetes.protobuf';

type Resources = { readonly resources: readonly { readonly name: string; readonly verbs: readonly string[] }[] };
type Groups = { readonly groups: readonly { readonly preferredVersion: { readonly groupVersion: string } }[] };

describeReal('protobuf', (plane) => {
  async function listPaths(): Promise<readonly string[]> {
    const { groups } = await plane().api.expect<Groups>({ path: '/apis' });
    const bases = ['/api/v1', ...groups.map(({ preferredVersion }) => `/apis/${preferredVersion.groupVersion}`)];
    const lists = await Promise.all(bases.map(async (base) => ({ base, ...(await plane().api.expect<Resources>({ path: base })) })));
    return lists.flatMap(({ base, resources }) =>
      resources.filter(({ name, verbs }) => verbs.includes('list') && !name.includes('/')).map(({ name }) => `${base}/${name}`),
    );
  }

  test('every list of built-in kinds is read as in JSON and written byte for byte', async (context) => {
    const namespace = await namespaceFor(plane(), context);
    for (const { path, body } of richObjects(namespace)) await plane().api.expect({ method: 'POST', path, body });
    const protobuf = protobufOf();
    const found: string[] = [];
    let objects = 0;
    for (const path of await listPaths()) {
      const bytes = await getBytes(plane(), path, PROTOBUF);
      if (bytes.status !== 200 || path.endsWith('/componentstatuses')) continue;
      const read = protobuf.read(bytes.body, { apiVersion: '', kind: '' });
      if (read.kind === 'malformed') {
        found.push(`${path}: ${read.message}`);
        continue;
      }
      const value = read.value as JsonObject;
      objects += (value['items'] as readonly Json[] | undefined)?.length ?? 0;
      const written = Buffer.concat(doneAtOnce(protobuf.write(value, false)));
      if (Buffer.compare(written, bytes.body) !== 0) found.push(`${path}: ${written.length} bytes written, ${bytes.body.length} read`);
      const { resourceVersion } = value['metadata'] as { readonly resourceVersion: string };
      const json = await getBytes(plane(), `${path}?resourceVersion=${resourceVersion}&resourceVersionMatch=Exact`, 'application/json');
      found.push(
        ...differences(parseJson(json.body.toString()), value)
          .filter(isTold)
          .map((line) => `${path}${line}`),
      );
    }
    process.stdout.write(`protobuf: objects=${objects} differences=${found.length}\n`);
    expect(found).toEqual([]);
    expect(objects).toBeGreaterThan(150);
  });

  test('the frames of a watch and a Status are written byte for byte', async (context) => {
    const namespace = await namespaceFor(plane(), context);
    const collection = `/api/v1/namespaces/${namespace}/serviceaccounts`;
    const initial = 'watch=1&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true&timeoutSeconds=1';
    const watched = await getBytes(plane(), `${collection}?${initial}`, `${PROTOBUF};stream=watch`);
    expect(watched.contentType).toBe(`${PROTOBUF};stream=watch`);
    const protobuf = protobufOf();
    const frames = framesOf(watched.body);
    const [first, ...others] = frames.map(({ type }) => type);
    expect(first).toBe('ADDED');
    // The server may send one more before the watch's time is over.
    expect(new Set(others)).toEqual(new Set(['BOOKMARK']));
    for (const { frame, type, object } of frames) {
      const read = protobuf.read(object, { apiVersion: '', kind: '' });
      if (read.kind === 'malformed') throw new Error(read.message);
      expect(Buffer.from(protobuf.writeEvent({ type, object: read.value as JsonObject })).toString('hex')).toBe(frame.toString('hex'));
    }
    const missing = await getBytes(plane(), `${collection}/missing`, PROTOBUF);
    const status = protobuf.read(missing.body, { apiVersion: '', kind: '' });
    if (status.kind === 'malformed') throw new Error(status.message);
    expect(status.value).toMatchObject({ kind: 'Status', reason: 'NotFound', code: 404 });
    expect(Buffer.compare(Buffer.concat(doneAtOnce(protobuf.write(status.value as JsonObject, false))), missing.body)).toBe(0);
  });
});

/** JSON leaves empty values out where protobuf does not, and the other way round. */
function isTold(line: string): boolean {
  return !/ real (nothing, ours (""|false|0|"0"|null|\{\}|\{"[^[]*\}|\[\])|(\[\]|null), ours nothing)$/.test(line);
}

const MAGIC = Buffer.from('k8s\0');

/** The type and the object of each frame of a watch. */
function framesOf(body: Buffer): readonly { readonly frame: Buffer; readonly type: string; readonly object: Buffer }[] {
  if (body.length === 0) return [];
  const length = 4 + body.readUInt32BE(0);
  const frame = body.subarray(0, length);
  const type = frame.subarray(6, 6 + (frame[5] ?? 0)).toString();
  return [{ frame, type, object: frame.subarray(frame.indexOf(MAGIC)) }, ...framesOf(body.subarray(length))];
}
