// A file of JSON lines, plain or gzip, or a stream of them, read line by line: up to a damage, then where and what it is.

import { constants, createReadStream } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { type Json, parseJson } from '@rectrace/kube';
import { refuseNamedPipe } from '../named-pipe.ts';
import { type Line, LONGEST_LINE, readLines } from './line-reader.ts';
import { unpack } from './unpack.ts';

const PIECE = 256 * 1024;
const PACKED_PIECE = 16 * 1024;
const GZIP = [0x1f, 0x8b];
/** Bytes of the CRC and of the length that a gzip file ends with. */
const GZIP_SUMS = 8;
const AFTER_END = 'the line stands after the end of the recording';

/**
 * line: 1-based; offset: of the line's first byte (in a gzip file: unpacked). lines: how many there were, all of them whole. open: nothing marks
 * the end, so the file was cut off between two lines, its writer was killed, or still writes. A plain file of version 1 never marks it.
 */
export type LinesEnd =
  | { readonly kind: 'complete' | 'open'; readonly lines: number }
  | { readonly kind: 'damaged'; readonly line: number; readonly offset: number; readonly reason: string };

export type Step =
  | { readonly kind: 'line'; readonly json: Json; readonly at: Line }
  | { readonly kind: 'damaged'; readonly at: Line; readonly reason: string }
  | { readonly kind: 'end' };

/** Lines as JSON, one after the other, and where they ended. */
export class LineSource {
  readonly #lines: AsyncIterator<Line>;
  readonly #cutOff: () => boolean;
  #marksEnd = false;
  #end: LinesEnd | undefined;
  #at: Line | undefined;

  /** cutOff: whether the bytes ended before they should. */
  constructor(bytes: AsyncIterable<Uint8Array>, cutOff: () => boolean = () => false) {
    this.#lines = readLines(bytes)[Symbol.asyncIterator]();
    this.#cutOff = cutOff;
  }

  get end(): LinesEnd | undefined {
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
    else await this.damaged(rest.at, rest.kind === 'damaged' && rest.at.bytes.length === 0 ? rest.reason : AFTER_END);
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

/** The lines of a file. missing: there is no such file. unreadable: nothing at all can be read of it. foreign: it is no file. One line says why. */
export type OpenedLines = { readonly kind: 'lines'; readonly lines: LineSource } | NoLines;
type NoLines = { readonly kind: 'missing' | 'unreadable' | 'foreign'; readonly reason: string };

export async function openLines(path: string): Promise<OpenedLines> {
  const problem = await whyUnreadable(path);
  if (problem !== undefined) return problem;
  let cutOff = false;
  const bytes = bytesOf(path, () => {
    cutOff = true;
  });
  return { kind: 'lines', lines: new LineSource(bytes, () => cutOff) };
}

async function whyUnreadable(path: string): Promise<NoLines | undefined> {
  try {
    const found = await stat(path);
    if (found.isDirectory()) return { kind: 'foreign', reason: 'it is a folder' };
    refuseNamedPipe(path);
    await access(path, constants.R_OK);
    return undefined;
  } catch (error) {
    const kind = error instanceof Error && 'code' in error && error.code === 'ENOENT' ? 'missing' : 'unreadable';
    return { kind, reason: error instanceof Error ? error.message : String(error) };
  }
}

/** Unpacked where it is packed, whatever its name. */
async function* bytesOf(path: string, onCutOff: () => void): AsyncGenerator<Uint8Array> {
  const file: AsyncIterable<Uint8Array> = createReadStream(path, { highWaterMark: PIECE });
  const bytes = file[Symbol.asyncIterator]();
  const first = await bytes.next();
  if (first.done === true) return;
  const whole = following(first.value, bytes);
  yield* isPacked(first.value) ? unpack(inSmallPieces(whole), onCutOff) : whole;
}

async function* following(first: Uint8Array, rest: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield first;
    for (let next = await rest.next(); next.done !== true; next = await rest.next()) yield next.value;
  } finally {
    await rest.return?.();
  }
}

function isPacked(bytes: Uint8Array): boolean {
  return GZIP.every((byte, index) => bytes[index] === byte);
}

/** The sums at the end come by themselves: where they do not fit, all that they are of has been read. */
async function* inSmallPieces(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let held = Buffer.alloc(0);
  for await (const piece of bytes) {
    const all = Buffer.concat([held, piece]);
    const end = Math.max(0, all.length - GZIP_SUMS);
    for (let at = 0; at < end; at += PACKED_PIECE) yield all.subarray(at, Math.min(at + PACKED_PIECE, end));
    held = all.subarray(end);
  }
  yield held;
}
