// Reads a recording file, version 1 or 2, plain or gzip: everything up to a damage as messages, then where and what it is.

import type { RecorderMessage } from '@rectrace/trace';
import { FirstLists, parseFirstVersion } from './first-version.ts';
import type { LinesEnd, Step } from './line-source.ts';
import { LineSource, openLines } from './line-source.ts';
import type { HeaderSums } from './line-sums.ts';
import { sumsOfHeader } from './line-sums.ts';
import type { ParsedLine } from './message-line.ts';
import { parseMessage } from './message-line.ts';
import { isEnd, parseHeader, type RecordingHeader, VERSION_1 } from './recording-header.ts';

/** Where and how a recording ended. */
export type RecordingEnd = LinesEnd;

/** messages can be read once; end() answers once they have been, and undefined before. */
export type Recording = {
  readonly kind: 'recording';
  readonly header: RecordingHeader;
  readonly messages: AsyncIterable<RecorderMessage>;
  readonly end: () => RecordingEnd | undefined;
};

/** missing: there is no such file. unreadable: nothing at all can be read of it. foreign: it is no recording, or none that is known. One line says why. */
export type OpenedRecording = Recording | { readonly kind: 'missing' | 'unreadable' | 'foreign'; readonly reason: string };

/** Opens a file, or reads a stream of bytes (standard input). */
export async function openRecording(source: string | AsyncIterable<Uint8Array>): Promise<OpenedRecording> {
  if (typeof source !== 'string') return readFrom('standard input', new LineSource(source));
  const opened = await openLines(source);
  if (opened.kind !== 'lines') return { ...opened, reason: `recording ${source} cannot be read: ${opened.reason}` };
  return readFrom(source, opened.lines);
}

async function readFrom(name: string, lines: LineSource): Promise<OpenedRecording> {
  const first = await lines.next();
  if (first.kind === 'end') return foreign(`recording ${name} is empty`, lines);
  const header = first.kind === 'line' ? parseHeader(first.json) : { kind: 'absent' as const };
  if (header.kind === 'unsupported') return foreign(`recording ${name}: ${header.reason}`, lines);
  if (first.kind !== 'line' || header.kind === 'absent') return recordingOf(VERSION_1, firstVersion(lines, first), lines);
  return recordingOf(header.header, secondVersion(lines, first), lines);
}

async function foreign(reason: string, lines: LineSource): Promise<OpenedRecording> {
  await lines.close();
  return { kind: 'foreign', reason };
}

function recordingOf(header: RecordingHeader, messages: AsyncIterable<RecorderMessage>, lines: LineSource): Recording {
  return { kind: 'recording', header, messages, end: () => lines.end };
}

async function* secondVersion(lines: LineSource, header: Step & { readonly kind: 'line' }): AsyncIterable<RecorderMessage> {
  lines.expectMark();
  const sums = sumsOfHeader(header.json, header.at.bytes);
  try {
    if (sums.kind === 'wrong') return void (await lines.damaged(header.at, sums.reason));
    for (let step = await lines.next(); step.kind === 'line'; step = await lines.next()) {
      const read = readLine(step, sums);
      if (read.kind === 'end') return await lines.finish();
      if (read.kind === 'invalid') return void (await lines.damaged(step.at, read.reason));
      yield read.message;
    }
  } finally {
    await lines.close();
  }
}

function readLine({ json, at }: Step & { readonly kind: 'line' }, sums: HeaderSums): ParsedLine | { readonly kind: 'end' } {
  const reason = sums.kind === 'sums' ? sums.sums.whyNot(at.bytes) : undefined;
  if (reason !== undefined) return { kind: 'invalid', reason };
  return isEnd(json) ? { kind: 'end' } : parseMessage(json);
}

async function* firstVersion(lines: LineSource, first: Step): AsyncIterable<RecorderMessage> {
  const lists = new FirstLists();
  try {
    for (let step = first; step.kind === 'line'; step = await lines.next()) {
      const parsed = parseFirstVersion(step.json);
      if (parsed.kind === 'invalid') await lines.damaged(step.at, parsed.reason);
      if (parsed.kind === 'listed') lists.add(parsed);
      if (parsed.kind !== 'message') continue;
      yield* lists.take({ ended: true });
      yield parsed.message;
    }
    yield* lists.take({ ended: lines.end?.kind === 'complete' });
  } finally {
    await lines.close();
  }
}
