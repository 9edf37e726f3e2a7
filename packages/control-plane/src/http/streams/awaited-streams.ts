// The streams of a program over SPDY, as the client opens them.
import type { Clock } from '@rectrace/kube';
import { timePasses } from '../../api/registry/time-passes.ts';
import type { Headers } from '../spdy/frame.ts';
import type { SpdyStream } from '../spdy/spdy-stream.ts';
import { STREAM_CREATION_MS } from './stream-creation.ts';

export type StreamsByType = ReadonlyMap<string, SpdyStream>;

const STREAM_TYPE = 'streamtype';
const TYPES = ['error', 'stdin', 'stdout', 'stderr', 'resize'];

/** Whether it is one of a program's. */
export function isProgramStream(headers: Headers): boolean {
  return TYPES.includes(headers.get(STREAM_TYPE) ?? '');
}

export class AwaitedStreams {
  readonly #wanted: readonly string[];
  readonly #streams = new Map<string, SpdyStream>();
  readonly #complete = Promise.withResolvers<StreamsByType | undefined>();
  #isDecided = false;

  /** `wanted`: types of the streams that the program needs. */
  constructor(wanted: readonly string[]) {
    this.#wanted = wanted;
  }

  /** One of a type that there is already takes its place; one that comes once the program runs is reset. */
  async add(stream: SpdyStream): Promise<void> {
    if (this.#isDecided) return stream.reset();
    const type = stream.headers.get(STREAM_TYPE) ?? '';
    const replaced = this.#streams.get(type);
    this.#streams.set(type, stream);
    // Sizes of the terminal are passed over: no program of a script shows them.
    if (type !== 'stdin') stream.ignore();
    if (this.#wanted.every((name) => this.#streams.has(name))) this.#decide(this.#streams);
    await replaced?.reset();
  }

  /** Once all are there; undefined where they do not come in time, or no more come. */
  async complete(clock: Clock): Promise<StreamsByType | undefined> {
    const waiting = new AbortController();
    const late = timePasses(clock.after(STREAM_CREATION_MS, { signal: waiting.signal, purpose: 'periodic' }));
    const streams = await Promise.race([this.#complete.promise, late.then(() => undefined)]);
    waiting.abort();
    this.close();
    return streams;
  }

  /** No more come. What is said on those that wait goes nowhere, and holds nothing up. */
  close(): void {
    if (this.#isDecided) return;
    for (const stream of this.#streams.values()) stream.ignore();
    this.#decide(undefined);
  }

  #decide(streams: StreamsByType | undefined): void {
    this.#isDecided = true;
    this.#complete.resolve(streams);
  }
}
