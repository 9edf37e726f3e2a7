// application/json.
import { formatJson } from '@rectrace/kube';
import { jsonPieces } from './json-pieces.ts';
import { readJson } from './read-json.ts';
import type { Representation } from './representation.ts';

const encoder = new TextEncoder();
/** A mark of byte order is no JSON. */
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

export const jsonRepresentation: Representation = {
  mediaType: 'application/json',
  custom: true,
  streams: true,
  read: (bytes) => {
    const read = readJson(decoder.decode(bytes));
    return read.kind === 'malformed' ? read : { ...read, kind: 'read', raw: bytes };
  },
  write: jsonPieces,
  writeEvent: ({ type, object }) => encoder.encode(`{"type":${JSON.stringify(type)},"object":${formatJson(object)}}\n`),
};
