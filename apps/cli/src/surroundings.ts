// Everything the command line takes from the process it runs in. main.ts builds it; tests build their own.

import type { SteadyClock } from '@rectrace/kube';

/** A stream that text is written to. columns: width of the terminal, undefined where it is none. */
export type Output = { write(text: string): void; readonly isTerminal: boolean; readonly columns: number | undefined };

/** Where answers of the user come from; readLine gives undefined at the end of the input. */
export type Input = { readonly isTerminal: boolean; readLine(): Promise<string | undefined> };

export type Environment = { readonly [name: string]: string | undefined };

export type Surroundings = {
  /** What follows the program's name. */
  readonly args: readonly string[];
  /** As the user typed it: 'rectrace', 'kubectl rectrace', 'kbcli rectrace'. */
  readonly program: string;
  readonly env: Environment;
  readonly processId: number;
  readonly stdin: Input;
  readonly stdout: Output;
  readonly stderr: Output;
  readonly clock: SteadyClock;
  /** Resolves once others in the process have had their turn. */
  nextTurn(): Promise<unknown>;
  random(): number;
  randomBytes(count: number): Uint8Array;
  /** IANA name of the user's time zone. */
  readonly timeZone: string;
  /** Aborted by SIGINT or SIGTERM, with an Interrupted as reason. */
  readonly interruption: AbortController;
  readonly signal: AbortSignal;
  /** The recording that `demo` replays. */
  readonly demoFile: string;
};
