// How the end of a program is told to the client.
import type { StatusBody } from '../status.ts';
import type { ProgramEnd } from './pod-session.ts';

/** As the error stream carries it. */
export function statusOfEnd({ exitCode }: ProgramEnd): Partial<StatusBody> {
  if (exitCode === 0) return { metadata: {}, status: 'Success' };
  return {
    metadata: {},
    status: 'Failure',
    message: `command terminated with non-zero exit code: command terminated with exit code ${exitCode}`,
    reason: 'NonZeroExitCode',
    details: { causes: [{ reason: 'ExitCode', message: String(exitCode) }] },
  };
}
