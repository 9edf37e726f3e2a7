// The program itself: without any capability, and unable to gain one.
import { type ChildProcess, spawn } from 'node:child_process';
import type { InsidePlan, ProgramEnd } from '../messages.ts';

const DROP_ALL = ['--no-new-privs', '--bounding-set=-all', '--inh-caps=-all', '--'];

export type RunningProgram = {
  readonly ended: Promise<ProgramEnd>;
  signal(signal: 'SIGTERM' | 'SIGKILL'): void;
};

/** What it prints goes where ours would. */
export function runProgram({ command, args, env, folder }: InsidePlan['program']): RunningProgram {
  const child = spawn('setpriv', [...DROP_ALL, command, ...args], { cwd: folder, env, stdio: ['ignore', 'inherit', 'inherit'] });
  return { ended: endOf(child), signal: (signal) => void child.kill(signal) };
}

function endOf(child: ChildProcess): Promise<ProgramEnd> {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => {
      resolve(signal === null ? { kind: 'exited', code: code ?? 0 } : { kind: 'signalled', signal });
    });
  });
}
