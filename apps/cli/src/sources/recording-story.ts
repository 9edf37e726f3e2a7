// The story of a root in a recording file: the file's messages through the recorder into a history in memory.

import { statSync } from 'node:fs';
import type { Recording, RecordingEnd, RecordingRun } from '@rectrace/history';
import { keyOfRoot, MemoryHistory, openRecording, runRecording } from '@rectrace/history';
import type { Clock, KubeObject, ObjectRef } from '@rectrace/kube';
import type { OwnershipRules, Recorded, RecorderMessage, RootTarget } from '@rectrace/trace';
import { objectStates, Recorder } from '@rectrace/trace';
import { DamagedRecordingError, NotFoundError, UnreadableFileError, UsageError } from '../errors.ts';
import type { StateJudge } from '../state-expression.ts';
import { chooseRoot } from './choose-root.ts';
import { kindsNotRecorded } from './foreign-kinds.ts';
import { toldFromBefore } from './past-of-story.ts';
import { targetOf } from './recorder-setup.ts';
import type { RecordingDamage, RecordingScan } from './recording-scan.ts';
import { RecordingScanner } from './recording-scan.ts';
import type { RootStory } from './root-story.ts';
import { storyOf } from './root-story.ts';

export type RecordingOptions = {
  readonly clock: Clock;
  readonly rules: OwnershipRules;
  readonly redact: (object: KubeObject) => KubeObject;
  /** The text of --root. */
  readonly root?: string | undefined;
  /** -n */
  readonly namespace?: string | undefined;
  /** The state expression of --expression. */
  readonly judge?: StateJudge | undefined;
  /** Lets time pass between the messages. */
  readonly pace?: (message: RecorderMessage) => Promise<void>;
  /** Told what is recorded, as it is; recorder: as it stands then or a little later. */
  readonly onRecorded?: (recorded: Recorded, recorder: Recorder) => void;
};

/** damage: what kept the rest of the file from being read. */
export type RecordedFile = { readonly story: RootStory; readonly damage?: RecordingDamage };

/** @throws NotFoundError, UnreadableFileError, AmbiguousError, UsageError */
export async function readRecordingStory(file: string, options: RecordingOptions): Promise<RecordedFile> {
  const scan = await scanRecording(file);
  const ref = rootIn(scan, { root: options.root, namespace: options.namespace, file });
  const target = targetOf(ref, options.judge);
  const history = new MemoryHistory();
  const recorder = new Recorder({ rules: options.rules, redact: options.redact, waitingBytes: Number.POSITIVE_INFINITY });
  const { messages, end } = await openRecordingFile(file);
  const run = runRecording({ messages: paced(messages, options.pace), fold: recorder, writer: history, clock: options.clock });
  run.submit(recorder.addRoot(target));
  await Promise.all([run.done, tellTo(run, { recorder, onRecorded: options.onRecorded })]);
  return { story: tell(target, { ...options, recorder, history, scan, file }), ...damageOf(end()) };
}

/** Every object of a recording, read once. @throws NotFoundError, UnreadableFileError, UsageError for a file that is no recording */
export async function scanRecording(file: string): Promise<RecordingScan> {
  const scanner = new RecordingScanner();
  const { messages, header, end } = await openRecordingFile(file);
  for await (const message of messages) scanner.see(message);
  const ended = end();
  const scan = { ...scanner.result(header.roots), notes: openNotes(ended) };
  if (header.version === 1 && scan.messages === 0 && ended?.kind === 'damaged')
    throw new UsageError(`${file} is not a recording (line ${ended.line}: ${ended.reason})`);
  return { ...scan, ...damageOf(ended) };
}

function damageOf(end: RecordingEnd | undefined): { readonly damage?: RecordingDamage } {
  return end?.kind === 'damaged' ? { damage: end } : {};
}

/** What has to be known of a file that ends between two lines without saying that it ends. */
export function openNotes(end: RecordingEnd | undefined): readonly string[] {
  if (end?.kind !== 'open') return [];
  return [`the recording goes on to line ${end.lines} and has no end: it was cut off there, its writer was killed or still writes it`];
}

/** Where no root can be found because the file is damaged, the damage is what has to be said. @throws as chooseRoot, DamagedRecordingError */
function rootIn(scan: RecordingScan, options: Parameters<typeof chooseRoot>[1]): ObjectRef {
  try {
    return chooseRoot(scan, options);
  } catch (error) {
    const lost = error instanceof NotFoundError || error instanceof UsageError;
    if (!lost || scan.damage === undefined) throw error;
    throw new DamagedRecordingError(damageText(options.file, scan.damage), { hint: `before that, ${error.message}` });
  }
}

/** 'recording x is damaged at line 3 (byte 120): not JSON' */
export function damageText(name: string, { line, offset, reason }: RecordingDamage): string {
  return `recording ${name} is damaged at line ${line} (byte ${offset}): ${reason}`;
}

async function* paced(messages: AsyncIterable<RecorderMessage>, pace: RecordingOptions['pace']): AsyncGenerator<RecorderMessage> {
  for await (const message of messages) {
    if (pace !== undefined) await pace(message);
    yield message;
  }
}

async function tellTo(
  run: RecordingRun,
  { recorder, onRecorded }: { readonly recorder: Recorder; readonly onRecorded: RecordingOptions['onRecorded'] },
): Promise<void> {
  if (onRecorded === undefined) return;
  for await (const recorded of run.subscribe({ when: 'recorded' })) onRecorded(recorded, recorder);
}

type Told = Pick<RecordingOptions, 'rules' | 'judge'> & {
  readonly recorder: Recorder;
  readonly history: MemoryHistory;
  readonly scan: RecordingScan;
  readonly file: string;
};

/** Of a cycle that was under way when it began the cause is told as the objects have it. */
function tell(target: RootTarget, { recorder, history, scan, file, rules, judge }: Told): RootStory {
  const view = recorder.view(target.id);
  const notes = [...scan.notes, ...kindsNotRecorded(rules, scan)];
  const from = { reader: history, states: objectStates(rules), now: scan.last, source: `recording ${file}`, notes };
  const story = view === undefined ? undefined : storyOf(view, from);
  if (story === undefined) throw new NotFoundError(`${file} holds no readable revision of ${keyOfRoot(target.id)}`);
  return story.cycles[0]?.cause.kind === 'inProgress' ? toldFromBefore(story, { judge }) : story;
}

/** The header and messages of a file, and how it ended. @throws NotFoundError, UnreadableFileError, UsageError for what is no recording */
export async function openRecordingFile(file: string): Promise<Recording> {
  const found = statSync(file, { throwIfNoEntry: false });
  if (file === '-' || (found !== undefined && !found.isFile() && !found.isDirectory()))
    throw new UsageError(`${file} is no file: a recording is read twice, which a stream can not be`, { hint: 'write it to a FILE first' });
  const opened = await openRecording(file);
  switch (opened.kind) {
    case 'recording':
      return opened;
    case 'missing':
      throw new NotFoundError(`there is no recording ${file}`);
    case 'foreign':
      throw new UsageError(opened.reason);
    case 'unreadable':
      throw new UnreadableFileError(opened.reason);
  }
}
