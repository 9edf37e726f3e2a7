// Failures of the command line itself, each with a stable code, the exit code it leads to and, where there is one, a way out.

import type { ExitCode } from './exit-code.ts';
import { EXIT_CODES } from './exit-code.ts';

/** message: one line without the program's name. hint: what to do, without a full stop. None is worth a retry as it is. */
export abstract class CliError extends Error {
  abstract readonly code: string;
  abstract readonly exitCode: ExitCode;
  readonly retryable = false;
  readonly hint: string | undefined;

  constructor(message: string, options: { readonly hint?: string | undefined; readonly cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = new.target.name;
    this.hint = options.hint;
  }
}

/** Any failure with what to do about it, which is known where it was met and not where it arose. message: that hint, without a full stop. */
export class Hinted extends Error {
  override readonly name = 'Hinted';

  constructor(hint: string, cause: unknown) {
    super(hint, { cause });
  }
}

/** Flags or arguments that are unknown, missing, contradictory or malformed. */
export class UsageError extends CliError {
  readonly code = 'USAGE';
  readonly exitCode = EXIT_CODES.usage;
}

/** What was named is not there: an object, a kind, a file, a cycle, a revision. */
export class NotFoundError extends CliError {
  readonly code = 'NOT_FOUND';
  readonly exitCode = EXIT_CODES.notFound;
}

/** Of the time that was asked for all that is known was shown, and nobody recorded the rest. */
export class NotRecordedError extends CliError {
  readonly code = 'NOT_RECORDED';
  readonly exitCode = EXIT_CODES.notFound;
}

/** A name that several things answer to. */
export class AmbiguousError extends CliError {
  readonly code = 'AMBIGUOUS';
  readonly exitCode = EXIT_CODES.usage;
}

/** The time given with --timeout has passed. */
export class TimeoutError extends CliError {
  readonly code = 'TIMEOUT';
  readonly exitCode = EXIT_CODES.timeout;
}

/** A CEL expression that does not compile or does not evaluate to true or false. */
export class ExpressionError extends CliError {
  readonly code = 'EXPRESSION_INVALID';
  readonly exitCode = EXIT_CODES.usage;
}

/** A recording that can be read up to some line only. */
export class DamagedRecordingError extends CliError {
  readonly code = 'RECORDING_DAMAGED';
  readonly exitCode = EXIT_CODES.damaged;
}

/** A file that can't be read, for another reason than not being there. */
export class UnreadableFileError extends CliError {
  readonly code = 'FILE_UNREADABLE';
  readonly exitCode = EXIT_CODES.failure;
}

/** The API server or the user refused: an object changed meanwhile, a name was not confirmed. */
export class RefusedError extends CliError {
  readonly code = 'REFUSED';
  readonly exitCode = EXIT_CODES.failure;
}

/** No right to see what was named. */
export class ForbiddenError extends CliError {
  readonly code = 'FORBIDDEN';
  readonly exitCode = EXIT_CODES.forbidden;
}

/** What the other side does not serve or this program does not do. */
export class UnsupportedError extends CliError {
  readonly code = 'UNSUPPORTED';
  readonly exitCode = EXIT_CODES.failure;
}

/** SIGINT or SIGTERM ended the work. */
export class Interrupted extends CliError {
  readonly code = 'INTERRUPTED';
  readonly exitCode: ExitCode;

  constructor(signal: 'SIGINT' | 'SIGTERM') {
    super(signal === 'SIGINT' ? 'interrupted' : 'terminated');
    this.exitCode = signal === 'SIGINT' ? EXIT_CODES.interrupted : EXIT_CODES.terminated;
  }
}
