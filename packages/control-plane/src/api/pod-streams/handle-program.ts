// pods/exec and pods/attach
import type { JsonObject } from '@rectrace/kube';
import type { ApiResponse } from '../api-request.ts';
import type { Environment } from '../environment.ts';
import { commandAnswer, firstAnswer } from '../pod-answers/find-answers.ts';
import type { Target } from '../verbs/target.ts';
import { askedContainer, askedPod, checkHost, containerStatus } from './asked-pod.ts';
import { askedStreams } from './asked-streams.ts';
import { checkConnectable, checkMayCreate, checkUpgrade } from './check-connection.ts';
import { fileProgram } from './file-program.ts';
import { loggedProgram } from './logged-program.ts';
import { notScripted } from './not-scripted.ts';
import type { ProgramSession } from './pod-session.ts';
import { programRefusal, refusedProgram } from './program-refusal.ts';
import { programOf } from './scripted-program.ts';

type Asked = { readonly pod: JsonObject; readonly container: string; readonly target: Target };
type FindProgram = (environment: Environment, asked: Asked) => ProgramSession['program'];

/** @throws RequestRefused */
export function handleExec(environment: Environment, target: Target): ApiResponse {
  return handleProgram(environment, target, commandProgram);
}

/** @throws RequestRefused */
export function handleAttach(environment: Environment, target: Target): ApiResponse {
  return handleProgram(environment, target, attachedProgram);
}

function handleProgram(environment: Environment, target: Target, find: FindProgram): ApiResponse {
  checkConnectable(target);
  checkMayCreate(environment, target);
  const { query } = target.request;
  const pod = askedPod(environment, target);
  const container = askedContainer(pod, query.get('container') ?? '');
  checkHost(environment, pod);
  checkUpgrade(target);
  const streams = askedStreams(query);
  const refusal = programRefusal(streams, { container, status: containerStatus(pod, container) });
  const program = refusal ?? find(environment, { pod, container, target });
  const session: ProgramSession = { kind: 'program', streams, program: streams.tty ? onTerminal(program) : program };
  return { kind: 'session', status: 101, headers: {}, warnings: [...target.warnings], session };
}

/** A terminal shows what goes to stderr, too. */
function onTerminal(program: ProgramSession['program']): ProgramSession['program'] {
  if (program.kind === 'refused') return program;
  return { kind: 'runs', run: ({ stdin, write }) => program.run({ stdin, write: (_to, bytes) => write('stdout', bytes) }) };
}

/** What the script has of the command, else what its files make of it. */
const commandProgram: FindProgram = ({ answers, files }, { pod, container, target }) => {
  const words = target.request.query.getAll('command');
  const answer = commandAnswer(answers, { pod, container }, words);
  if (answer !== undefined) return programOf(answer);
  const disk = files.diskOf({ pod, container });
  const program = disk === undefined ? undefined : fileProgram(disk, words);
  return program ?? refusedProgram(notScripted(`the command ${words.join(' ')}`, { pod, container }));
};

/** What the script has for it, else the lines of the log from now on. */
const attachedProgram: FindProgram = (environment, { pod, container, target }) => {
  const answer = firstAnswer(environment.answers, { pod, container }, 'attach');
  if (answer !== undefined) return programOf(answer);
  const logged = loggedProgram(environment, { pod, container, signal: target.request.signal });
  return logged ?? refusedProgram(notScripted('attach', { pod, container }));
};
