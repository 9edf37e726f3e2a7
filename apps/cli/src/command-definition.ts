// A command as data: its words, flags and arguments, and what it does. Parsing, help and completion all read this.

import type { ExitCode } from './exit-code.ts';
import type { Flags } from './flags.ts';
import type { Progress } from './printers/progress.ts';
import type { Screen } from './printers/screen.ts';
import type { Surroundings } from './surroundings.ts';

/** What can stand in a place, for completion. */
export type Completes = 'object' | 'file' | 'trace' | 'namespace' | 'context' | 'nothing' | { readonly values: readonly string[] };

export type FlagDefinition = {
  /** As commander reads it: '-n, --namespace <name>'. */
  readonly flags: string;
  readonly text: string;
  readonly repeatable?: boolean;
  readonly completes?: Completes;
};

export type ArgumentDefinition = {
  readonly name: string;
  readonly text: string;
  readonly required: boolean;
  readonly variadic?: boolean;
  readonly completes: Completes;
};

export type Invocation = {
  readonly args: readonly string[];
  readonly flags: Flags;
  readonly surroundings: Surroundings;
  readonly screen: Screen;
  readonly progress: Progress;
};

export type CommandDefinition = {
  readonly name: string;
  readonly aliases?: readonly string[];
  /** One line, without a full stop. */
  readonly summary: string;
  readonly details?: string;
  readonly examples?: readonly string[];
  readonly arguments: readonly ArgumentDefinition[];
  readonly flags: readonly FlagDefinition[];
  readonly hidden?: boolean;
  /** It ends by itself on a signal, because there is something to close; any other is left where it stands. */
  readonly endsInOrder?: boolean;
  /** Absent for a command that only holds others. */
  readonly run?: (invocation: Invocation) => Promise<ExitCode>;
  readonly commands?: readonly CommandDefinition[];
};
