// The audit log of a virtual control plane as a file: an audit.k8s.io/v1 Event a line, appended.

import { once } from 'node:events';
import type { WriteStream } from 'node:fs';
import { createWriteStream } from 'node:fs';
import type { AuditEvent } from '@rectrace/control-plane';
import { refuseNamedPipe } from '@rectrace/history';
import { UnreadableFileError } from '../errors.ts';

export interface AuditLogFile {
  append(event: AuditEvent): void;
  /** Resolves when everything has been written. */
  close(): Promise<void>;
}

/** Readable by its owner only. `onFailure` is told once, when lines can't be written any more. @throws UnreadableFileError */
export async function openAuditLog(path: string, onFailure: (reason: string) => void): Promise<AuditLogFile> {
  const stream = await openToAppend(path);
  stream.once('error', (error) => onFailure(error.message));
  return {
    append: (event) => {
      if (stream.writable) stream.write(`${JSON.stringify(event)}\n`);
    },
    close: () => new Promise((resolve) => stream.end(() => resolve())),
  };
}

async function openToAppend(path: string): Promise<WriteStream> {
  try {
    refuseNamedPipe(path);
    const stream = createWriteStream(path, { flags: 'a', mode: 0o600 });
    await once(stream, 'open');
    return stream;
  } catch (cause) {
    throw new UnreadableFileError(`--audit-log ${path}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  }
}
