// Everything of a change but its body, as a compressed blob: against a fixed dictionary; where a diff carries large values, the diff apart and
// against the body those values are also in. The first byte says which.

import { formatJson, type Json, type JsonObject, type ObjectRef, parseJson } from '@rectrace/kube';
import type { Change } from '@rectrace/trace';
import { compress, decompress, UnreadableBlob } from './body-codec.ts';

/** A change without its body, and without what a store keeps beside the blob. */
export type ChangeHead = Omit<Change, 'kind' | 'id' | 'position' | 'body'>;

const WHOLE = 0;
const DIFF_APART = 1;
const LENGTH_BYTES = 4;
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
  const { kind: _kind, id: _id, position: _position, body: _body, ref, ...fields } = change;
  const head = sameRef(ref, known) ? fields : { ...fields, ref };
  const text = Buffer.from(formatJson(head));
  if (body === undefined || text.length <= LARGE) return Buffer.concat([Buffer.of(WHOLE), compress(text, DICTIONARY)]);
  const { diff, ...rest } = head;
  const small = compress(Buffer.from(formatJson(rest)), DICTIONARY);
  const length = Buffer.alloc(LENGTH_BYTES);
  length.writeUInt32LE(small.length);
  return Buffer.concat([Buffer.of(DIFF_APART), length, small, compress(Buffer.from(formatJson(diff)), body)]);
}

/**
 * The inverse of encodeHead. body is asked for only where it is needed; where it answers undefined the diff is left empty.
 * @throws as decompress does
 */
export function decodeHead(
  blob: Buffer,
  { known, body }: { readonly known: ObjectRef; readonly body: () => Buffer | undefined },
): ChangeHead {
  if (blob[0] === WHOLE) return { ref: known, ...(parsePart(blob.subarray(1), DICTIONARY) as JsonObject) } as unknown as ChangeHead;
  if (blob[0] !== DIFF_APART || blob.length < 1 + LENGTH_BYTES) throw new UnreadableBlob('the head of a change is of no known form');
  const end = 1 + LENGTH_BYTES + blob.readUInt32LE(1);
  const head = parsePart(blob.subarray(1 + LENGTH_BYTES, end), DICTIONARY) as JsonObject;
  const text = body();
  const diff = text === undefined ? [] : parsePart(blob.subarray(end), text);
  return { ref: known, ...head, diff } as unknown as ChangeHead;
}

function parsePart(blob: Buffer, dictionary: Buffer): Json {
  return parseJson(decompress(blob, dictionary).toString());
}

function sameRef(left: ObjectRef, right: ObjectRef): boolean {
  return (['group', 'version', 'kind', 'namespace', 'name', 'uid'] as const).every((field) => left[field] === right[field]);
}
