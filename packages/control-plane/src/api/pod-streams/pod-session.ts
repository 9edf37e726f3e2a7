// What a client and a pod say to each other after a request for it: a program's streams, or connections to its ports.
import type { PortAnswer } from '../pod-answers/pod-answers.ts';
import type { StatusBody } from '../status.ts';

export type PodSession = ProgramSession | PortsSession;

/** exec and attach. */
export type ProgramSession = {
  readonly kind: 'program';
  readonly streams: AskedStreams;
  /** Or why there is none, where a kubelet would say so. */
  readonly program: Program | { readonly kind: 'refused'; readonly status: StatusBody };
};

export type AskedStreams = { readonly stdin: boolean; readonly stdout: boolean; readonly stderr: boolean; readonly tty: boolean };

export type Program = { readonly kind: 'runs'; readonly run: (streams: ProgramStreams) => Promise<ProgramEnd> };

export type ProgramStreams = {
  /** Ends where the client closes it or is gone. */
  readonly stdin: AsyncIterable<Uint8Array>;
  /** Resolves when more may be written. */
  readonly write: (to: 'stdout' | 'stderr', bytes: Uint8Array) => Promise<void>;
};

export type ProgramEnd = { readonly exitCode: number };

export type PortsSession = {
  readonly kind: 'ports';
  /** Of the query: those that a client over WebSocket wants. */
  readonly asked: readonly number[];
  /** Why there are none, where a kubelet would say so. */
  readonly refusal?: StatusBody;
  readonly answerOf: (port: number) => PortOutcome;
};

export type PortOutcome =
  | { readonly kind: 'answered'; readonly answer: PortAnswer }
  /** Told on the error stream. */
  | { readonly kind: 'failed'; readonly reason: string };
