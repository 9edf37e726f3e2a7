// The key of an installation, under which secret values are hashed: made on first use, readable by its owner alone. One that is broken is set
// aside, never written over; recording goes on under another, and that is said.

import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureFolder } from './ensure-folder.ts';

/** problem: one line for people, absent where the key is the one that was kept, or the first. */
export type RedactionKey = { readonly key: Uint8Array; readonly problem?: string };

const KEY_BYTES = 32;
const PRIVATE_FOLDER = 0o700;
const PRIVATE_FILE = 0o600;
const DIFFERS = 'secret values that stayed as they were look changed once';

/** Of the state folder. Never throws: where no key can be kept, one lasts as long as this process. */
export function openRedactionKey(folder: string, randomBytes: (count: number) => Uint8Array): RedactionKey {
  const path = join(folder, 'redaction.key');
  try {
    const known = readKey(path);
    if (known === undefined) return { key: makeKey(path, { folder, randomBytes }) };
    if (known.length === KEY_BYTES) return { key: known };
    const movedTo = setAside(path);
    const key = makeKey(path, { folder, randomBytes });
    return {
      key,
      problem: `${path} is no key: it has ${known.length} bytes, not ${KEY_BYTES}; moved to ${movedTo}, a new one was made: ${DIFFERS}`,
    };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return {
      key: randomBytes(KEY_BYTES),
      problem: `the redaction key ${path} cannot be used: ${reason}; a key for this run takes its place: ${DIFFERS}`,
    };
  }
}

function readKey(path: string): Uint8Array | undefined {
  try {
    return readFileSync(path);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    if (codeOf(error) === 'EISDIR') return new Uint8Array(0);
    throw error;
  }
}

type Making = { readonly folder: string; readonly randomBytes: (count: number) => Uint8Array };

/** Two processes may start at once: the first one's key stands. */
function makeKey(path: string, { folder, randomBytes }: Making): Uint8Array {
  const key = randomBytes(KEY_BYTES);
  ensureFolder(folder, PRIVATE_FOLDER);
  try {
    writeFileSync(path, key, { mode: PRIVATE_FILE, flag: 'wx' });
    return key;
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
    return readFileSync(path);
  }
}

function setAside(path: string): string {
  let number = 1;
  while (existsSync(`${path}.damaged-${number}`)) number += 1;
  renameSync(path, `${path}.damaged-${number}`);
  return `${path}.damaged-${number}`;
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
