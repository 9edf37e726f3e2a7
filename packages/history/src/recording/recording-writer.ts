// Writes a recording file, version 2: one line per message, handed to the operating system before write() returns, so that a killed process
// loses at most the line it was writing. A name ending in .gz makes a gzip file, which is handed over at flush().

import { closeSync, openSync, writeSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import type { KubeObject } from '@rectrace/kube';
import type { RecorderMessage } from '@rectrace/trace';
import { recordingExists, recordingNotWritable } from '../errors.ts';
import { formatMessage } from './message-line.ts';
import { formatHeader, type RecordingHeader } from './recording-header.ts';

export type RecordingWriterOptions = {
  readonly header: Omit<RecordingHeader, 'version'>;
  /** Replaces Secrets; nothing is written that has not gone through it. */
  readonly redact: (object: KubeObject) => KubeObject;
  /** Write over a file that exists. */
  readonly replace?: boolean;
};

const MOST_HELD = 64 * 1024;

export class RecordingWriter {
  readonly #path: string;
  readonly #redact: (object: KubeObject) => KubeObject;
  readonly #packed: boolean;
  #file: number | undefined;
  #held: string[] = [];
  #heldLength = 0;
  #lines = 0;

  /** Makes the file with its header. @throws HistoryError: RecordingExists, RecordingNotWritable */
  constructor(path: string, { header, redact, replace }: RecordingWriterOptions) {
    this.#path = path;
    this.#redact = redact;
    this.#packed = path.endsWith('.gz');
    this.#file = openFile(path, replace === true ? 'w' : 'wx');
    this.#append(formatHeader(header));
    this.flush();
  }

  /** Messages written. */
  get lines(): number {
    return this.#lines;
  }

  /** @throws HistoryError RecordingNotWritable; the file then ends with a line cut off, which readers notice. */
  write(message: RecorderMessage): void {
    this.#append(formatMessage(message, this.#redact));
    this.#lines += 1;
    if (!this.#packed || this.#heldLength > MOST_HELD) this.flush();
  }

  /** Hands over what a gzip file holds back. */
  flush(): void {
    if (this.#held.length === 0) return;
    const text = Buffer.from(this.#held.join(''));
    this.#held = [];
    this.#heldLength = 0;
    this.#hand(this.#packed ? gzipSync(text) : text);
  }

  /** A second call does nothing. */
  close(): void {
    if (this.#file === undefined) return;
    try {
      this.flush();
    } finally {
      closeSync(this.#file);
      this.#file = undefined;
    }
  }

  #append(line: string): void {
    this.#held.push(line, '\n');
    this.#heldLength += line.length;
  }

  #hand(bytes: Buffer): void {
    if (this.#file === undefined) throw recordingNotWritable(this.#path, new Error('it is closed'));
    try {
      for (let done = 0; done < bytes.length; ) done += writeSync(this.#file, bytes, done);
    } catch (error) {
      throw recordingNotWritable(this.#path, error);
    }
  }
}

function openFile(path: string, flags: 'w' | 'wx'): number {
  try {
    return openSync(path, flags);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') throw recordingExists(path);
    throw recordingNotWritable(path, error);
  }
}
