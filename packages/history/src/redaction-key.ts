// The key of an installation, under which secret values are hashed: made on first use, readable by its owner alone. One that is broken is set
// aside, never written over; recording goes on under another, and that is said.

import { mkdtempSync, readFileSync, renameSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureFolder } from './ensure-folder.ts';
import { moveUnlessThere } from './move-unless-there.ts';

/** problem: one line for people, absent where the key is the one that was kept, or the first. */
export type RedactionKey = { readonly key: Uint8Array; readonly problem?: string };

const KEY_BYTES = 32;
const PRIVATE_FOLDER = 0o700;
const PRIVATE_FILE = 0o600;
const MOST_ATTEMPTS = 8;
const DIFFERS = 'secret values that stayed as they were look changed once';

/** Of the state folder. Never throws: where no key can be kept, one lasts as long as this process. */
export function openRedactionKey(folder: string, randomBytes: (count: number) => Uint8Array): RedactionKey {
  const path = join(folder, 'redaction.key');
  try {
    return keptKey(path, { folder, randomBytes, attempts: MOST_ATTEMPTS });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return {
      key: randomBytes(KEY_BYTES),
      problem: `the redaction key ${path} cannot be used: ${reason}; a key for this run takes its place: ${DIFFERS}`,
    };
  }
}

type Making = { readonly folder: string; readonly randomBytes: (count: number) => Uint8Array; readonly attempts: number };

/** What is used is what was read back. Several processes may start at once: the first one's key stands. */
function keptKey(path: string, { attempts, ...making }: Making): RedactionKey {
  const known = readKey(path);
  if (known?.length === KEY_BYTES) return { key: known };
  if (attempts === 0) throw new Error('others put there what is no key');
  if (known === undefined) {
    makeKey(path, making);
    return keptKey(path, { ...making, attempts: attempts - 1 });
  }
  const movedTo = setAside(path);
  const kept = keptKey(path, { ...making, attempts: attempts - 1 });
  const problem = `${path} is no key: it has ${known.length} bytes, not ${KEY_BYTES}; moved to ${movedTo}, a new one was made: ${DIFFERS}`;
  return movedTo === undefined ? kept : { problem, ...kept };
}

function readKey(path: string): Uint8Array | undefined {
  try {
    return new Uint8Array(readFileSync(path));
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    if (codeOf(error) === 'EISDIR') return new Uint8Array(0);
    throw error;
  }
}

/** Written as a whole before it has its name: nobody reads a part of it. */
function makeKey(path: string, { folder, randomBytes }: Omit<Making, 'attempts'>): void {
  ensureFolder(folder, PRIVATE_FOLDER);
  const workshop = mkdtempSync(`${path}.new-`);
  try {
    const from = join(workshop, 'key');
    writeFileSync(from, randomBytes(KEY_BYTES), { mode: PRIVATE_FILE, flush: true });
    moveUnlessThere({ from, to: path });
  } finally {
    rmSync(workshop, { recursive: true });
  }
}

/** Where it is now; undefined where another process was faster: the key that it made stays. */
function setAside(path: string): string | undefined {
  const workshop = mkdtempSync(`${path}.old-`);
  const taken = join(workshop, 'key');
  const movedTo = take(path, taken) && !isPutBack(path, taken) ? numbered(path, taken) : undefined;
  rmdirSync(workshop);
  return movedTo;
}

function take(path: string, to: string): boolean {
  try {
    renameSync(path, to);
    return true;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false;
    throw error;
  }
}

/** What was taken may be the key that another process has made since. */
function isPutBack(path: string, taken: string): boolean {
  return readKey(taken)?.length === KEY_BYTES && moveUnlessThere({ from: taken, to: path });
}

/** Under the first name that is free. */
function numbered(path: string, taken: string): string {
  let number = 1;
  while (!moveUnlessThere({ from: taken, to: `${path}.damaged-${number}` })) number += 1;
  return `${path}.damaged-${number}`;
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
