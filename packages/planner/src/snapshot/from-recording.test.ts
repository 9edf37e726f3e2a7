import { X509Certificate } from 'node:crypto';
import type { Recording } from '@rectrace/history';
import type { JsonObject, KubeObject, ResourceScope } from '@rectrace/kube';
import { refOf, valueAt } from '@rectrace/kube';
import type { RecorderMessage } from '@rectrace/trace';
import { expect, test } from 'vitest';
import { fromRecording } from './from-recording.ts';

const NOW = Date.UTC(2026, 0, 1);
const scope: ResourceScope = { group: '', resource: 'pods', namespace: 'shop' };

function pod(name: string, { version, uid = name, phase = 'Running' }: { version: string; uid?: string; phase?: string }): KubeObject {
  const metadata = { name, namespace: 'shop', uid, resourceVersion: version };
  return { apiVersion: 'v1', kind: 'Pod', metadata, spec: {}, status: { phase } };
}

const listed = (object: KubeObject): RecorderMessage => ({ kind: 'Listed', scope, object, receivedAt: 1 });
const seen = (type: 'Added' | 'Modified' | 'Deleted', object: KubeObject, by: 'watch' | 'walkBack' = 'watch'): RecorderMessage => ({
  kind: 'Observed',
  type,
  scope,
  object,
  by,
  receivedAt: 2,
});

function recording(messages: readonly RecorderMessage[]): Recording {
  const header = { version: 2, cluster: '', server: '', rules: [], redaction: '', roots: [] } as const;
  const told = (async function* () {
    yield* messages;
  })();
  return { kind: 'recording', header, messages: told, end: () => ({ kind: 'complete', lines: messages.length }) };
}

async function statesAfter(...messages: readonly RecorderMessage[]): Promise<readonly string[]> {
  const { objects } = await fromRecording(recording(messages), NOW);
  return objects.map((object) => `${String(valueAt(object, ['metadata', 'name']))} ${String(valueAt(object, ['status', 'phase']))}`);
}

test('the last state of each object', async () => {
  const messages = [
    listed(pod('a', { version: '1', phase: 'Pending' })),
    seen('Added', pod('b', { version: '2' })),
    seen('Modified', pod('a', { version: '3' })),
  ];
  expect(await statesAfter(...messages)).toEqual(['a Running', 'b Running']);
});

test('what was deleted or vanished is gone, one of that name that came later is not', async () => {
  const gone = pod('b', { version: '2' });
  const messages: RecorderMessage[] = [
    listed(pod('a', { version: '1' })),
    listed(gone),
    seen('Deleted', pod('a', { version: '3' })),
    seen('Added', pod('a', { version: '4', uid: 'again', phase: 'Pending' })),
    { kind: 'Vanished', scope, ref: refOf(gone), after: '2', before: '5', receivedAt: 3 },
  ];
  expect(await statesAfter(...messages)).toEqual(['a Pending']);
});

test('a revision that is told late changes nothing', async () => {
  const messages = [
    listed(pod('a', { version: '9' })),
    seen('Modified', pod('a', { version: '7', phase: 'Pending' }), 'walkBack'),
    seen('Deleted', pod('b', { version: '8' })),
    seen('Modified', pod('b', { version: '6' }), 'walkBack'),
  ];
  expect(await statesAfter(...messages)).toEqual(['a Running']);
});

test('versions of a cluster that was restored start anew', async () => {
  const restored: RecorderMessage = { kind: 'EpochBegin', scope, reason: 'lower', receivedAt: 2 };
  const messages = [listed(pod('a', { version: '900', phase: 'Pending' })), restored, listed(pod('a', { version: '20' }))];
  expect(await statesAfter(...messages)).toEqual(['a Running']);
});

test('objects that are known by their metadata alone are named', async () => {
  const { spec: _spec, status: _status, ...metadata } = pod('a', { version: '1' });
  const { objects, leftOut } = await fromRecording(recording([listed(metadata as KubeObject)]), NOW);
  expect([objects, leftOut]).toEqual([[], [{ what: '1 of kind Pod', reason: 'recorded by their metadata alone' }]]);
});

function secret(type: string, data: JsonObject): KubeObject {
  return { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'web', namespace: 'shop', uid: 's' }, type, data };
}

async function dataOf(object: KubeObject): Promise<(key: string) => string> {
  const { objects } = await fromRecording(recording([listed(object)]), NOW);
  return (key) => Buffer.from(String(valueAt(objects[0], ['data', key])), 'base64').toString();
}

test('digests of Secrets make room for something of the form that belongs there', async () => {
  const read = await dataOf(secret('kubernetes.io/tls', { 'tls.crt': 'REDACTED', 'tls.key': '<redacted:abc>', other: '<redacted:def>' }));
  const certificate = new X509Certificate(read('tls.crt'));
  expect([certificate.subject, certificate.subjectAltName, certificate.verify(certificate.publicKey)]).toEqual(['CN=web', 'DNS:web', true]);
  expect([certificate.validFromDate.getTime() < NOW, certificate.validToDate.getTime() > NOW]).toEqual([true, true]);
  expect(read('tls.key')).toContain('-----BEGIN PRIVATE KEY-----');
  expect(read('other')).toBe('<redacted:def>');
  expect((await dataOf(secret('kubernetes.io/dockerconfigjson', { '.dockerconfigjson': '<redacted:x>' })))('.dockerconfigjson')).toBe(
    '{"auths":{}}',
  );
});

test('values that are no digests stay', async () => {
  const read = await dataOf(secret('Opaque', { plain: Buffer.from('text').toString('base64') }));
  expect(read('plain')).toBe('text');
});
