// Runs a program of a script for one client, over whichever protocol.
import { internalError } from '../../api/failures.ts';
import { messageOf } from '../../api/message-of.ts';
import type { Program, ProgramSession, ProgramStreams } from '../../api/pod-streams/pod-session.ts';
import { statusOfEnd } from '../../api/pod-streams/program-status.ts';
import type { StatusBody } from '../../api/status.ts';

export type ProgramClient = ProgramStreams & {
  /** Told how the program ended, once. */
  readonly end: (status: Partial<StatusBody>) => Promise<void>;
};

/** @throws what the program failed with, once the client has been told */
export async function runProgram(program: ProgramSession['program'], client: ProgramClient): Promise<void> {
  await client.end(program.kind === 'refused' ? program.status : await statusAfter(program, client));
}

/** A failure is told as a kubelet tells it. */
async function statusAfter({ run }: Program, { stdin, write, end }: ProgramClient): Promise<Partial<StatusBody>> {
  try {
    return statusOfEnd(await run({ stdin, write }));
  } catch (error) {
    await end(internalError(`error executing command in container: ${messageOf(error)}`).status);
    throw error;
  }
}
