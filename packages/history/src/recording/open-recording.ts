// Reads a recording file, version 1 or 2, plain or gzip: everything up to a damage as messages, then where and what it is.

import { constants, createReadStream } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { type Json, parseJson } from '@rectrace/kube';
import type { RecorderMessage } from '@rectrace/trace';
import { FirstLists, parseFirstVersion } from './first-version.ts';
import { type Line, LONGEST_LINE, readLines } from './line-reader.ts';
import { parseMessage } from './message-line.ts';
import { isEnd, parseHeader, type RecordingHeader, VERSION_1 } from './recording-header.ts';
import { unpack } from './unpack.ts';

/**
 * line: 1-based; offset: of the line's first byte (in a gzip file: unpacked). lines: how many there were, all of them whole. open: nothing marks
 * the end, so the file was cut off between two lines, its writer was killed, or still writes. A plain file of version 1 never marks it.
 */
export type RecordingEnd =
  | { readonly kind: 'complete' | 'open'; readonly lines: number }
  | { readonly kind: 'damaged'; readonly line: number; readonly offset: number; readonly reason: string };

/** messages can be read once; end() answers once they have been, and undefined before. */
export type Recording = {
  readonly kind: 'recording';
  readonly header: RecordingHeader;
  readonly messages: AsyncIterable<RecorderMessage>;
  readonly end: () => RecordingEnd | undefined;
};

/** missing: there is no such file. unreadable: nothing at all can be read of it. One line says why. */
export type OpenedRecording = Recording | { readonly kind: 'missing' | 'unreadable'; readonly reason: string };

/** Opens a file, or reads a stream of bytes (standard input). */
export async function openRecording(source: string | AsyncIterable<Uint8Array>): Promise<OpenedRecording> {
  if (typeof source !== 'string') return readFrom('standard input', new LineSource(source));
  const problem = await whyUnreadable(source);
  if (problem !== undefined) return { ...problem, reason: `recording ${source} cannot be read: ${problem.reason}` };
  let cutOff = false;
  const bytes = bytesOf(source, () => {
    cutOff = true;
  });
  return readFrom(source, new LineSource(bytes, () => cutOff));
}

async function readFrom(name: string, lines: LineSource): Promise<OpenedRecording> {
  const first = await lines.next();
  if (first.kind === 'end') return unreadable(`recording ${name} is empty`, lines);
  const header = first.kind === 'line' ? parseHeader(first.json) : { kind: 'absent' as const };
  if (header.kind === 'unsupported') return unreadable(`recording ${name}: ${header.reason}`, lines);
  if (header.kind === 'absent') return recordingOf(VERSION_1, firstVersion(lines, first), lines);
  return recordingOf(header.header, secondVersion(lines), lines);
}

async function unreadable(reason: string, lines: LineSource): Promise<OpenedRecording> {
  await lines.close();
  return { kind: 'unreadable', reason };
}

type Step =
  | { readonly kind: 'line'; readonly json: Json; readonly at: Line }
  | { readonly kind: 'damaged'; readonly at: Line; readonly reason: string }
  | { readonly kind: 'end' };

/** Lines as JSON, one after the other, and where they ended. */
class LineSource {
  readonly #lines: AsyncIterator<Line>;
  readonly #cutOff: () => boolean;
  #marksEnd = false;
  #end: RecordingEnd | undefined;
  #at: Line | undefined;

  /** cutOff: whether the bytes ended before they should. */
  constructor(bytes: AsyncIterable<Uint8Array>, cutOff: () => boolean = () => false) {
    this.#lines = readLines(bytes)[Symbol.asyncIterator]();
    this.#cutOff = cutOff;
  }

  get end(): RecordingEnd | undefined {
    return this.#end;
  }

  async next(): Promise<Step> {
    if (this.#end !== undefined) return { kind: 'end' };
    const read = await this.#read();
    if (read.kind === 'damaged') return this.damaged(read.at, read.reason);
    if (read.kind === 'line') return read;
    this.#end = { kind: this.#marksEnd || this.#cutOff() ? 'open' : 'complete', lines: this.#at?.line ?? 0 };
    return read;
  }

  /** From now on only a mark is the end. */
  expectMark(): void {
    this.#marksEnd = true;
  }

  /** The mark was read; nothing may follow it. */
  async finish(): Promise<void> {
    const rest = await this.#read();
    if (rest.kind === 'end') this.#end = { kind: 'complete', lines: this.#at?.line ?? 0 };
    else await this.damaged(rest.at, 'the line stands after the end of the recording');
  }

  /** Notes the damage and closes the source. */
  async damaged(at: Line, reason: string): Promise<Step> {
    this.#end = { kind: 'damaged', line: at.line, offset: at.offset, reason };
    await this.close();
    return { kind: 'damaged', at, reason };
  }

  async close(): Promise<void> {
    await this.#lines.return?.();
  }

  /** Skips blank lines. What the stream itself reports (a broken gzip, an I/O error) stands after the last line. */
  async #read(): Promise<Step> {
    for (;;) {
      const next = await this.#nextLine();
      if (next === undefined) return { kind: 'end' };
      if ('reason' in next) return { kind: 'damaged', at: this.#afterLast(), reason: next.reason };
      this.#at = next;
      if (!next.bytes.every((byte) => BLANK.has(byte))) return parseLine(next);
    }
  }

  async #nextLine(): Promise<Line | { readonly reason: string } | undefined> {
    try {
      const { value, done } = await this.#lines.next();
      return done === true ? undefined : value;
    } catch (error) {
      return { reason: error instanceof Error ? error.message : String(error) };
    }
  }

  #afterLast(): Line {
    const last = this.#at;
    const line = last === undefined ? 1 : last.line + 1;
    return { line, offset: last === undefined ? 0 : last.offset + last.bytes.length + 1, bytes: Buffer.alloc(0), ended: false };
  }
}

const BLANK: ReadonlySet<number> = new Set(Buffer.from(' \t\r'));
const UTF8 = new TextDecoder('utf-8', { fatal: true });

function parseLine(at: Line): Step {
  if (at.bytes.length > LONGEST_LINE) return { kind: 'damaged', at, reason: `the line is longer than ${LONGEST_LINE} bytes` };
  try {
    return { kind: 'line', json: parseJson(UTF8.decode(at.bytes)), at };
  } catch (error) {
    if (!at.ended) return { kind: 'damaged', at, reason: 'the last line is cut off' };
    const reason = error instanceof SyntaxError ? 'the line is not JSON' : 'the line is not UTF-8';
    return { kind: 'damaged', at, reason };
  }
}

function recordingOf(header: RecordingHeader, messages: AsyncIterable<RecorderMessage>, lines: LineSource): Recording {
  return { kind: 'recording', header, messages, end: () => lines.end };
}

async function* secondVersion(lines: LineSource): AsyncIterable<RecorderMessage> {
  lines.expectMark();
  try {
    for (let step = await lines.next(); step.kind === 'line'; step = await lines.next()) {
      if (isEnd(step.json)) return await lines.finish();
      const parsed = parseMessage(step.json);
      if (parsed.kind === 'message') yield parsed.message;
      else {
        await lines.damaged(step.at, parsed.reason);
        return;
      }
    }
  } finally {
    await lines.close();
  }
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

async function whyUnreadable(path: string): Promise<{ readonly kind: 'missing' | 'unreadable'; readonly reason: string } | undefined> {
  try {
    const found = await stat(path);
    if (found.isDirectory()) return { kind: 'unreadable', reason: 'it is a folder' };
    await access(path, constants.R_OK);
    return undefined;
  } catch (error) {
    const kind = error instanceof Error && 'code' in error && error.code === 'ENOENT' ? 'missing' : 'unreadable';
    return { kind, reason: error instanceof Error ? error.message : String(error) };
  }
}

/** Unpacked by extension. */
function bytesOf(path: string, onCutOff: () => void): AsyncIterable<Uint8Array> {
  if (!path.endsWith('.gz')) return createReadStream(path, { highWaterMark: 256 * 1024 });
  return unpack(createReadStream(path, { highWaterMark: 16 * 1024 }), onCutOff);
}
