// recordings.yaml: what must come of each committed recording, and where the files are.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

/** file: its path. cycles: lines as recording-result.ts writes them; absent = not known. */
export type RecordingCase = { readonly file: string; readonly root: string; readonly cycles?: readonly string[] };

const FOLDER = join(import.meta.dirname, '..', '..', 'packages', 'trace', 'testdata', 'recordings');
const TABLE = join(import.meta.dirname, '..', 'recordings.yaml');

/** Every root of every committed recording. @throws Error where the table is not what it should be */
export function recordingCases(): readonly RecordingCase[] {
  const table: unknown = parse(readFileSync(TABLE, 'utf8'));
  return entriesOf(table).flatMap(([name, roots]) =>
    entriesOf(roots).map(([root, cycles]) => ({ file: join(FOLDER, `${name}.ndjson`), root, cycles: linesOf(cycles) })),
  );
}

function entriesOf(value: unknown): readonly (readonly [string, unknown])[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Error('recordings.yaml: not a map');
  return Object.entries(value);
}

function linesOf(value: unknown): readonly string[] {
  if (!Array.isArray(value)) throw new Error('recordings.yaml: cycles must be a list');
  return value.map(String);
}
