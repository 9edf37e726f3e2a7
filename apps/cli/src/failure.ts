// Any thrown value as one line for the user, the code under which docs/reference/errors.md explains it, and an exit code. A stack is only shown
// with --v=9.

import { cleanLine } from '@rectrace/view';
import { CliError, Hinted } from './errors.ts';
import type { ExitCode } from './exit-code.ts';
import { EXIT_CODES } from './exit-code.ts';

/** code: undefined where nobody foresaw the failure. */
export type Failure = { readonly line: string; readonly code: string | undefined; readonly exitCode: ExitCode; readonly detail: string };

const EXIT_OF_CODE: { readonly [code: string]: ExitCode } = {
  SERVER_UNREACHABLE: EXIT_CODES.unreachable,
  REQUEST_TIMED_OUT: EXIT_CODES.unreachable,
  CONNECTION_CUT: EXIT_CODES.unreachable,
  ANSWER_GARBLED: EXIT_CODES.unreachable,
  TLS_REFUSED: EXIT_CODES.unreachable,
  PROXY_REFUSED: EXIT_CODES.unreachable,
  NO_CLUSTER_CONFIGURED: EXIT_CODES.unreachable,
  CREDENTIALS_FAILED: EXIT_CODES.forbidden,
  CONTEXT_UNKNOWN: EXIT_CODES.usage,
  KUBECONFIG_UNREADABLE: EXIT_CODES.usage,
  KUBECONFIG_INVALID: EXIT_CODES.usage,
  CERTIFICATE_UNREADABLE: EXIT_CODES.usage,
  CONNECTION_OPTION_INVALID: EXIT_CODES.usage,
  RULES_FILE_INVALID: EXIT_CODES.usage,
  RECORDING_EXISTS: EXIT_CODES.usage,
  SNAPSHOT_EXISTS: EXIT_CODES.usage,
  SNAPSHOT_FOREIGN: EXIT_CODES.usage,
  SNAPSHOT_DAMAGED: EXIT_CODES.damaged,
};

/** Never throws, whatever was thrown. */
export function failureOf(error: unknown): Failure {
  const failed = error instanceof Hinted ? error.cause : error;
  return { line: lineOf(error), code: codeOf(failed), exitCode: exitCodeOf(failed), detail: detailOf(failed) };
}

/** As it is printed where the program ends: '… [CONTEXT_UNKNOWN]'. */
export function failureText({ line, code }: Failure): string {
  return code === undefined ? line : `${line} [${code}]`;
}

function lineOf(error: unknown): string {
  if (error instanceof Hinted) return `${lineOf(error.cause)}; ${error.message}`;
  if (error instanceof CliError && error.hint !== undefined) return cleanLine(`${error.message}; ${error.hint}`);
  if (error instanceof Error) return cleanLine(error.message === '' ? error.name : error.message);
  return cleanLine(String(error));
}

function exitCodeOf(error: unknown): ExitCode {
  if (error instanceof CliError) return error.exitCode;
  const status = statusCodeOf(error);
  if (status === 401 || status === 403) return EXIT_CODES.forbidden;
  if (status === 404) return EXIT_CODES.notFound;
  return EXIT_OF_CODE[codeOf(error) ?? ''] ?? EXIT_CODES.failure;
}

/** The HTTP code of an error that carries a Kubernetes Status. */
function statusCodeOf(error: unknown): number | undefined {
  if (typeof error !== 'object' || error === null || !('status' in error)) return undefined;
  const { status } = error;
  if (typeof status !== 'object' || status === null || !('code' in status)) return undefined;
  return typeof status.code === 'number' ? status.code : undefined;
}

/** Errors of ours say whether to try again; Node's own have codes, too, which are none of ours. */
function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error) || !('retryable' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}

function detailOf(error: unknown): string {
  const seen: string[] = [];
  for (let cause = error; cause !== undefined && seen.length < 8; cause = cause instanceof Error ? cause.cause : undefined) {
    seen.push(cause instanceof Error ? stackOf(cause) : String(cause));
  }
  return seen.join('\ncaused by: ');
}

/** Under the code, where there is one: a class says nothing to its reader. */
function stackOf(error: Error): string {
  const code = codeOf(error);
  const { stack = error.message } = error;
  return code === undefined ? stack : `${code}: ${error.message}${stack.slice(framesIn(stack))}`;
}

function framesIn(stack: string): number {
  const at = stack.indexOf('\n    at ');
  return at < 0 ? stack.length : at;
}
