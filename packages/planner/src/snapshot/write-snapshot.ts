// Writes a snapshot file: a header, a line for each object, and a mark at the end; packed where the name ends in .gz. The file is there as a whole
// or not at all.

import { existsSync, statSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { formatEnd } from '@rectrace/history';
import { formatJson } from '@rectrace/kube';
import { snapshotExists, snapshotNotWritable } from '../errors.ts';
import type { Snapshot } from './snapshot.ts';
import { formatSnapshotHeader } from './snapshot-header.ts';

export type WriteSnapshotOptions = {
  /** Write over a file that exists. */
  readonly replace: boolean;
  /** Tells this process's unfinished file from another's. */
  readonly processId: number;
};

/** For its owner alone, where it holds secrets. */
const PRIVATE = 0o600;
const OPEN = 0o666;
/** Characters of lines that are handed on together. */
const PIECE = 256 * 1024;

/** @throws SnapshotError: SNAPSHOT_EXISTS, SNAPSHOT_NOT_WRITABLE for what is no file: a folder, a device, a pipe */
export function refuseToOverwrite(path: string, { replace }: Pick<WriteSnapshotOptions, 'replace'>): void {
  if (!existsSync(path)) return;
  if (!replace) throw snapshotExists(path);
  if (!statSync(path).isFile()) throw snapshotNotWritable(path, new Error('it is no file, and is not replaced by one'));
}

/** @throws SnapshotError: SNAPSHOT_EXISTS, SNAPSHOT_NOT_WRITABLE */
export async function writeSnapshot(path: string, snapshot: Snapshot, options: WriteSnapshotOptions): Promise<void> {
  refuseToOverwrite(path, options);
  const unfinished = join(dirname(path), `.${basename(path)}.${options.processId}`);
  try {
    await writeFile(unfinished, snapshot, path.endsWith('.gz'));
    await rename(unfinished, path);
  } catch (cause) {
    await rm(unfinished, { force: true });
    throw snapshotNotWritable(path, cause);
  }
}

async function writeFile(path: string, snapshot: Snapshot, packed: boolean): Promise<void> {
  await rm(path, { force: true });
  const file = await open(path, 'wx', snapshot.header.secrets === 'kept' ? PRIVATE : OPEN);
  const lines = Readable.from(piecesOf(snapshot));
  const target = file.createWriteStream({ flush: true });
  await (packed ? pipeline(lines, createGzip(), target) : pipeline(lines, target));
}

function* piecesOf({ header, objects }: Snapshot): Generator<string> {
  let piece = `${formatSnapshotHeader(header)}\n`;
  for (const object of objects) {
    piece += `${formatJson(object)}\n`;
    if (piece.length < PIECE) continue;
    yield piece;
    piece = '';
  }
  yield `${piece}${formatEnd()}\n`;
}
