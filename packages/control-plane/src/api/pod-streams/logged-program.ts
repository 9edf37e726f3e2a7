// A container that is attached to: what it says from now on is its log.
import type { Cancellation, JsonObject } from '@rectrace/kube';
import { besides } from '../besides.ts';
import type { Environment } from '../environment.ts';
import type { MomentLine } from './container-log.ts';
import { followLog } from './follow-log.ts';
import type { LogOptions } from './log-options.ts';
import type { Program, ProgramEnd, ProgramStreams } from './pod-session.ts';
import { scriptedLog } from './scripted-log.ts';

const FROM_NOW_ON: LogOptions = {
  container: '',
  follow: true,
  previous: false,
  timestamps: false,
  since: undefined,
  tailLines: 0,
  limitBytes: undefined,
};

type Attached = { readonly pod: JsonObject; readonly container: string; readonly signal: Cancellation | undefined };

/** Undefined where no log is scripted. */
export function loggedProgram(environment: Environment, attached: Attached): Program | undefined {
  const lines = scriptedLog(environment, { ...attached, previous: false });
  if (lines === undefined) return undefined;
  return {
    kind: 'runs',
    run: (streams) => besides(tell(followLog(environment, { ...attached, lines, options: FROM_NOW_ON }), streams), passOver(streams)),
  };
}

async function tell(log: AsyncIterable<MomentLine>, { write }: ProgramStreams): Promise<ProgramEnd> {
  for await (const { stream, text } of log) await write(stream === 'Stdout' ? 'stdout' : 'stderr', new TextEncoder().encode(`${text}\n`));
  return { exitCode: 0 };
}

/** Read all the same: what nobody reads would hold up all that its client says. */
async function passOver({ stdin }: ProgramStreams): Promise<void> {
  for await (const _bytes of stdin);
}
