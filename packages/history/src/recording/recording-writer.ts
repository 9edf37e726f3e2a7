// Writes a recording file, version 2: one line per message, each with its sum, handed to the operating system before write() returns, so that a killed process
// loses at most the line it was writing; in a gzip file too, which a name ending in .gz makes.

import { closeSync, fstatSync, ftruncateSync, openSync, writeSync } from 'node:fs';
import type { KubeObject } from '@rectrace/kube';
import type { RecorderMessage } from '@rectrace/trace';
import { recordingExists, recordingNotWritable } from '../errors.ts';
import { refuseNamedPipe } from '../named-pipe.ts';
import { GzipAppender } from './gzip-appender.ts';
import { LineSums } from './line-sums.ts';
import { formatMessage } from './message-line.ts';
import { formatEnd, formatHeader, type RecordingHeader } from './recording-header.ts';

export type RecordingWriterOptions = {
  readonly header: Omit<RecordingHeader, 'version'>;
  /** Replaces Secrets; nothing is written that has not gone through it. */
  readonly redact: (object: KubeObject) => KubeObject;
  /** Write over a file that exists. */
  readonly replace?: boolean;
};

export class RecordingWriter {
  readonly #path: string;
  readonly #redact: (object: KubeObject) => KubeObject;
  readonly #gzip: GzipAppender | undefined;
  readonly #sums = new LineSums();
  #file: number | undefined;
  #lines = 0;
  /** Bytes of what was written whole. */
  #whole = 0;
  /** Why a line could not be written: none follows it, as no line may be missing from within. */
  #failure: Error | undefined;

  /** Makes the file with its header. @throws HistoryError: RECORDING_EXISTS, RECORDING_NOT_WRITABLE */
  constructor(path: string, { header, redact, replace }: RecordingWriterOptions) {
    this.#path = path;
    this.#redact = redact;
    this.#gzip = path.endsWith('.gz') ? new GzipAppender() : undefined;
    this.#file = openFile(path, replace === true ? 'w' : 'wx');
    try {
      this.#append(formatHeader(header));
    } catch (error) {
      this.close();
      throw error;
    }
  }

  /** Messages written. */
  get lines(): number {
    return this.#lines;
  }

  /** @throws HistoryError RECORDING_NOT_WRITABLE; the file then ends with the last line that was written whole, without an end. */
  write(message: RecorderMessage): void {
    this.#append(formatMessage(message, this.#redact));
    this.#lines += 1;
  }

  /** Marks the end, unless a line could not be written. A second call does nothing. @throws HistoryError RECORDING_NOT_WRITABLE */
  close(): void {
    if (this.#file === undefined) return;
    try {
      if (this.#failure !== undefined) return;
      this.#append(formatEnd());
      if (this.#gzip !== undefined) this.#hand(this.#gzip.end());
    } finally {
      closeSync(this.#file);
      this.#file = undefined;
    }
  }

  #append(line: string): void {
    if (this.#failure !== undefined) throw this.#failure;
    const bytes = Buffer.from(`${this.#sums.add(line)}\n`);
    this.#hand(this.#gzip === undefined ? bytes : this.#gzip.add(bytes));
  }

  #hand(bytes: Buffer): void {
    if (this.#file === undefined) throw recordingNotWritable(this.#path, new Error('it is closed'));
    try {
      for (let done = 0; done < bytes.length; ) done += writeSync(this.#file, bytes, done);
      this.#whole += bytes.length;
    } catch (error) {
      this.#failure = recordingNotWritable(this.#path, error);
      cutTo(this.#file, this.#whole);
      throw this.#failure;
    }
  }
}

function openFile(path: string, flags: 'w' | 'wx'): number {
  try {
    refuseNamedPipe(path);
    return openSync(path, flags);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') throw recordingExists(path);
    throw recordingNotWritable(path, error);
  }
}

/** Takes away a line cut off. A pipe or a device can not be cut. */
function cutTo(file: number, bytes: number): void {
  if (fstatSync(file).isFile()) ftruncateSync(file, bytes);
}
