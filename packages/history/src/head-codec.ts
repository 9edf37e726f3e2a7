// Everything of a change but its body, as a compressed blob: against a fixed dictionary, or, where a diff carries large values, against the
// body those values are also in. The first byte says which.

import { formatJson, type JsonObject, type ObjectRef, parseJson } from '@rectrace/kube';
import type { Change } from '@rectrace/trace';
import { compress, decompress } from './body-codec.ts';

/** A change without its body, and without what a store keeps beside the blob. */
export type ChangeHead = Omit<Change, 'kind' | 'id' | 'position' | 'body'>;

const FIXED = 0;
const BODY = 1;
const LARGE = 8_192;

/** Never to be changed: it is part of the format. */
const DICTIONARY = Buffer.from(
  [
    '"diff":[{"path":["metadata","annotations","finalizers","labels","ownerReferences","deletionTimestamp","generation"],"before":"","after":""}',
    '{"path":["spec","replicas"],"before":1,"after":2},{"path":["spec","template","spec","containers","name=","image"]',
    '{"path":["status","phase"],"before":"Pending","after":"Running"},{"path":["status","conditions","type=Ready","status"],"before":"False","after":"True"}',
    '{"path":["status","conditions","type=Available","lastTransitionTime","lastUpdateTime","reason","message"],"after":"2026-01-01T00:00:00Z"}',
    '{"path":["status","containerStatuses","name=","ready","started","restartCount"],"before":false,"after":true}',
    '"event":{"uid":"","name":"","namespace":"","type":"Normal","reason":"","message":"","count":1,"reporter":"kubelet"}',
    '{"type":"Deletion","certainty":"recovered","noise":"managedFields","noise":"unchanged","noise":"times","noise":"heartbeat"',
    '"writer":{"manager":"kube-controller-manager","operation":"Apply","subresource":"","time":"2026-01-01T00:00:00Z"}',
    '"writer":{"manager":"kubelet","operation":"Update","subresource":"status","time":"2026-12-30T10:00:00Z"}',
    '{"path":["status","readyReplicas"],"before":1},{"path":["status","observedGeneration"],"before":1,"after":2}],"certainty":"observed"}',
    '{"type":"Present","type":"Creation","type":"Event","type":"Update","resourceVersion":"10","time":17,"receivedAt":17',
  ].join(''),
);

/** known: the reference that is stored beside; body: the text of the change's body, if it has one. */
export function encodeHead(change: Change, { known, body }: { readonly known: ObjectRef; readonly body: Buffer | undefined }): Buffer {
  const { kind: _kind, id: _id, position: _position, body: _body, ref, ...head } = change;
  const text = Buffer.from(formatJson(sameRef(ref, known) ? head : { ...head, ref }));
  const large = body !== undefined && text.length > LARGE;
  return Buffer.concat([Buffer.of(large ? BODY : FIXED), compress(text, large ? body : DICTIONARY)]);
}

/** The inverse of encodeHead; body is asked for only where it is needed. @throws as decompress does. */
export function decodeHead(blob: Buffer, { known, body }: { readonly known: ObjectRef; readonly body: () => Buffer }): ChangeHead {
  const dictionary = blob[0] === BODY ? body() : DICTIONARY;
  const head = parseJson(decompress(blob.subarray(1), dictionary).toString()) as JsonObject;
  return { ref: known, ...head } as unknown as ChangeHead;
}

function sameRef(left: ObjectRef, right: ObjectRef): boolean {
  return (['group', 'version', 'kind', 'namespace', 'name', 'uid'] as const).every((field) => left[field] === right[field]);
}
