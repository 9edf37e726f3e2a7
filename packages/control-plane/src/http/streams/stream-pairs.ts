// Streams of portforward, two to a connection: each waits for its other half, no longer than a kubelet does.
import type { Clock } from '@rectrace/kube';
import { timePasses } from '../../api/registry/time-passes.ts';
import type { Headers } from '../spdy/frame.ts';
import type { SpdyStream } from '../spdy/spdy-stream.ts';
import type { ConcurrentWork } from './concurrent-work.ts';
import { STREAM_CREATION_MS } from './stream-creation.ts';

export type StreamPair = { readonly data: SpdyStream; readonly error: SpdyStream };

type Half = { readonly streams: Partial<StreamPair>; readonly waiting: AbortController };

export class StreamPairs {
  readonly #clock: Clock;
  readonly #work: ConcurrentWork;
  readonly #halves = new Map<string, Half>();

  /** `work`: waits there. */
  constructor(clock: Clock, work: ConcurrentWork) {
    this.#clock = clock;
    this.#work = work;
  }

  /** The pair that the stream completes. Undefined where it waits, or is one too many: that is reset, and the first stays. */
  async add(stream: SpdyStream): Promise<StreamPair | undefined> {
    const request = requestOf(stream);
    const type = streamType(stream.headers);
    const { streams, waiting } = this.#halves.get(request) ?? this.#begin(request);
    if (streams[type] !== undefined) {
      await streams.error?.write(Buffer.from(`error processing stream for request ${request}: ${type} stream already assigned`));
      await stream.reset();
      return undefined;
    }
    // Nothing is said to the pod there.
    if (type === 'error') stream.ignore();
    const both: Partial<StreamPair> = { ...streams, [type]: stream };
    const { data, error } = both;
    if (data === undefined || error === undefined) {
      this.#halves.set(request, { streams: both, waiting });
      return undefined;
    }
    this.#halves.delete(request);
    waiting.abort();
    return { data, error };
  }

  /** Nothing is waited for any more. */
  close(): void {
    for (const { waiting } of this.#halves.values()) waiting.abort();
    this.#halves.clear();
  }

  #begin(request: string): Half {
    const half: Half = { streams: {}, waiting: new AbortController() };
    this.#halves.set(request, half);
    this.#work.start(this.#giveUpLater(request, half.waiting.signal));
    return half;
  }

  /** A kubelet lets the streams lie from then on; here what is said on one that nobody reads would hold up the others. */
  async #giveUpLater(request: string, signal: AbortSignal): Promise<void> {
    const isLate = await timePasses(this.#clock.after(STREAM_CREATION_MS, { signal, purpose: 'periodic' }));
    if (!isLate) return;
    const { data, error } = this.#halves.get(request)?.streams ?? {};
    this.#halves.delete(request);
    await data?.reset();
    await error?.write(Buffer.from(`(request=${request}) timed out waiting for streams`));
    await error?.reset();
  }
}

/** Of a stream that is one of portforward. */
function streamType(headers: Headers): keyof StreamPair {
  return headers.get('streamtype') === 'data' ? 'data' : 'error';
}

/** Old clients name none, and open the stream of data after that of errors. */
function requestOf({ id, headers }: SpdyStream): string {
  return headers.get('requestid') ?? String(streamType(headers) === 'data' ? id - 2 : id);
}
