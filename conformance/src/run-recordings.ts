// Prints what comes of recordings: `FILE ROOT revisions ours=N independent=N cycles=M expected=M`, and whether other ways of telling change it.
// expected: by the committed table, for other files by a second implementation.
// Without arguments the committed ones; `run-recordings.ts FILE… [--root Kind/namespace/name]` reads any others.

import { parseArgs } from 'node:util';
import type { RecordingCase } from './recording-expectations.ts';
import { recordingCases } from './recording-expectations.ts';
import { readRecording, rootsIn } from './recording-file.ts';
import { holds, resultLine, resultOf } from './recording-result.ts';

const { values, positionals } = parseArgs({ options: { root: { type: 'string' } }, allowPositionals: true });

async function casesOf(file: string): Promise<readonly RecordingCase[]> {
  const roots = rootsIn(await readRecording(file), values.root);
  if (roots.length === 0) throw new Error(`${file}: no root ${values.root ?? 'in it'}`);
  return roots.map((root) => ({ file, root }));
}

async function run(recording: RecordingCase): Promise<boolean> {
  const result = await resultOf(await readRecording(recording.file), recording);
  process.stdout.write(`${resultLine(recording, result)}\n`);
  const cycles = recording.cycles === undefined || !holds(result, recording.cycles) ? result.cycles : [];
  for (const line of cycles) process.stdout.write(`    ${line}\n`);
  for (const way of result.ways) process.stdout.write(`    another result ${way}\n`);
  return holds(result, recording.cycles);
}

try {
  const given = await Promise.all(positionals.map(casesOf));
  let failed = 0;
  for (const recording of positionals.length === 0 ? recordingCases() : given.flat()) if (!(await run(recording))) failed += 1;
  if (failed > 0) process.exitCode = 1;
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 2;
}
