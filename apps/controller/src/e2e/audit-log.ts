// What the API server's audit log says of writes to traces.

import { readFileSync } from 'node:fs';
import { type Json, parseInstant, parseJson, stringAt, valueAt } from '@rectrace/kube';

/** at: milliseconds since the epoch. bytes: of the request's body as the audit log has it. */
export type StatusWrite = { readonly name: string; readonly at: number; readonly bytes: number; readonly code: number };

/** Accepted and refused writes of statuses in a namespace, oldest first. */
export function statusWrites(auditLog: string, namespace: string): readonly StatusWrite[] {
  const writes: StatusWrite[] = [];
  for (const line of readFileSync(auditLog, 'utf8').split('\n')) {
    if (!line.includes('"reconciliationtraces"') || !line.includes('"status"')) continue;
    const event = parseJson(line);
    if (isStatusWrite(event, namespace)) writes.push(writeOf(event, line));
  }
  return writes.sort((a, b) => a.at - b.at);
}

function isStatusWrite(event: Json, namespace: string): boolean {
  const ref = valueAt(event, ['objectRef']);
  const written = ['update', 'patch'].includes(stringAt(event, ['verb']) ?? '');
  return (
    written &&
    stringAt(ref, ['resource']) === 'reconciliationtraces' &&
    stringAt(ref, ['subresource']) === 'status' &&
    stringAt(ref, ['namespace']) === namespace
  );
}

function writeOf(event: Json, line: string): StatusWrite {
  return {
    name: stringAt(event, ['objectRef', 'name']) ?? '',
    at: parseInstant(stringAt(event, ['requestReceivedTimestamp'])) ?? Number.NaN,
    bytes: Buffer.byteLength(requestText(line)),
    code: Number(valueAt(event, ['responseStatus', 'code']) ?? 0),
  };
}

/** The request's body as it stands in the line, escapes and all: parsing it would undo them. */
function requestText(line: string): string {
  const start = line.indexOf('"requestObject":') + '"requestObject":'.length;
  const end = /,"(?:responseObject|requestReceivedTimestamp)":/g;
  end.lastIndex = start;
  for (let found = end.exec(line); found !== null; found = end.exec(line)) {
    const text = line.slice(start, found.index);
    if (isWhole(text)) return text;
  }
  return '';
}

function isWhole(text: string): boolean {
  try {
    parseJson(text);
    return true;
  } catch (error) {
    if (error instanceof SyntaxError) return false;
    throw error;
  }
}
