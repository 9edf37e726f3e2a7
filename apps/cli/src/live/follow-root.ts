// Everything that `watch` and `record` do before there is anything to show: the target, the plan, the history, the recording.

import type { ClusterConnection } from '@rectrace/cluster';
import type { RecordingWriter } from '@rectrace/history';
import { keyedRedactor, openRedactionKey, ResumePlaces, writerOfRoot } from '@rectrace/history';
import type { ObjectStates, RootTarget } from '@rectrace/trace';
import { objectStates } from '@rectrace/trace';
import type { LiveTarget } from '../cluster-access.ts';
import type { Invocation } from '../command-definition.ts';
import { warnOfForeignKinds } from '../sources/foreign-kinds.ts';
import { rulesOf, targetOf } from '../sources/recorder-setup.ts';
import { rulesJudge, sayingOnce, stateJudge } from '../state-expression.ts';
import { LiveRecording } from './live-recording.ts';
import { missingObject } from './missing-object.ts';
import type { LocalHistory } from './open-local-history.ts';
import { withLocalHistory } from './open-local-history.ts';
import { planFollowing } from './plan-following.ts';
import { planResume } from './resume-plan.ts';
import { stateFolder } from './state-folder.ts';

const KEY_BYTES = 32;

export type Followed = {
  readonly recording: LiveRecording;
  readonly root: RootTarget | undefined;
  /** False where it is waited for. */
  readonly isThere: boolean;
  /** What readiness goes by: the rules. */
  readonly states: ObjectStates;
  readonly history: LocalHistory;
  /** Whether every message goes into a file of its own. */
  readonly isWritten: boolean;
};

/** target: undefined = the namespace as a whole, without a root. makeFile: for all messages, once nothing keeps them from coming. */
export type FollowOptions = {
  readonly cluster: ClusterConnection;
  readonly target: LiveTarget | undefined;
  makeFile?(): Promise<RecordingWriter>;
};

/** @throws ForbiddenError where nothing of it may be followed; NotFoundError where the target is not there and --wait is not given */
export async function followRoot(invocation: Invocation, { cluster, target, makeFile }: FollowOptions): Promise<Followed> {
  const { flags, screen, surroundings } = invocation;
  const rules = rulesOf(flags);
  await warnOfForeignKinds(invocation, { cluster, rules });
  const byRules = target === undefined ? undefined : rulesJudge(rules, target.resource);
  const judge = sayingOnce(stateJudge(flags.text('expression')) ?? byRules, (line) => screen.remark(`${surroundings.program}: ${line}`));
  const isThere = target === undefined || (await isTargetThere(invocation, { cluster, target }));
  const { plan: wanted, replan } = await planFollowing(invocation, { cluster, target, rules });
  const file = await makeFile?.();
  const root =
    target === undefined
      ? undefined
      : targetOf({ group: target.resource.group, kind: target.resource.kind, namespace: target.namespace, name: target.name }, judge);
  const begin = async (history: LocalHistory): Promise<Followed> => {
    const places = new ResumePlaces(history.reader, { root: root?.id });
    const plan = await planResume(cluster, wanted, { places, signal: surroundings.signal });
    const recording = await LiveRecording.begin(invocation, {
      cluster,
      plan,
      replan,
      targets: root === undefined ? [] : [root],
      rules,
      redact: keyedRedactor(keyFor(invocation, history)),
      history:
        root === undefined ? history : { ...history, writer: writerOfRoot(history.writer, { root: root.id, clock: surroundings.clock }) },
      places,
      ...(file === undefined ? {} : { file }),
    });
    return { recording, root, isThere, states: objectStates(rules), history, isWritten: file !== undefined };
  };
  return withLocalHistory(invocation, { cluster, root: root?.id, isWritten: file !== undefined }, begin);
}

/** What is kept is redacted with this installation's key, so that equal values stay equal between runs. */
function keyFor({ screen, surroundings }: Invocation, { file }: LocalHistory): Uint8Array {
  if (file === undefined) return surroundings.randomBytes(KEY_BYTES);
  const { key, problem } = openRedactionKey(stateFolder(surroundings.env), surroundings.randomBytes);
  if (problem !== undefined) screen.warn(problem);
  return key;
}

/** @throws NotFoundError where it is not, and is not waited for */
async function isTargetThere(
  { flags, screen }: Invocation,
  { cluster, target }: { readonly cluster: ClusterConnection; readonly target: LiveTarget },
): Promise<boolean> {
  const { readObject } = await import('@rectrace/cluster');
  const found = await readObject(cluster.transport, { ...target, metadataOnly: true });
  if (found.kind === 'object') return true;
  if (!flags.switch('wait')) throw await missingObject(cluster, { target, hint: 'use --wait to wait for it' });
  screen.remark(`${found.message}: waiting for it`);
  return false;
}
