// A program that says what its script says.
import type { ProgramAnswer } from '../pod-answers/pod-answers.ts';
import { bytesOf } from '../pod-answers/pod-answers.ts';
import type { Program } from './pod-session.ts';

export function programOf({ stdout = '', stderr = '', stdin = 'ignore', exitCode = 0 }: ProgramAnswer): Program {
  return {
    kind: 'runs',
    run: async (streams) => {
      if (stdout !== '') await streams.write('stdout', bytesOf(stdout));
      if (stderr !== '') await streams.write('stderr', bytesOf(stderr));
      if (stdin === 'echo') for await (const bytes of streams.stdin) await streams.write('stdout', bytes);
      return { exitCode };
    },
  };
}
