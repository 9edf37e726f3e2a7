// Follows a root, or a namespace, and writes every message to a file.

import type { ClusterConnection } from '@rectrace/cluster';
import { HistoryError, keyedRedactor, RecordingWriter } from '@rectrace/history';
import { formatObjectKey } from '@rectrace/kube';
import { cycleTurnLines, homeOf } from '@rectrace/view';
import type { LiveTarget } from '../cluster-access.ts';
import { connect, findLiveTarget } from '../cluster-access.ts';
import type { Invocation } from '../command-definition.ts';
import { Hinted, UsageError } from '../errors.ts';
import type { ExitCode } from '../exit-code.ts';
import { EXIT_CODES } from '../exit-code.ts';
import { timeFormatOf } from '../printers/story-printer.ts';
import { rulesOf } from '../sources/recorder-setup.ts';
import { unlessInterrupted } from '../unless-interrupted.ts';
import { follow } from './follow.ts';
import { followRoot } from './follow-root.ts';
import { nameOfCluster } from './state-folder.ts';
import { refuseTimeout } from './until-terminal.ts';

const KEY_BYTES = 32;

/** SIGINT and SIGTERM end a recording that has begun; they are no failure of it. */
export async function runRecord(invocation: Invocation): Promise<ExitCode> {
  const { args, flags, screen, surroundings } = invocation;
  const { signal } = surroundings;
  const path = flags.text('to');
  if (path === undefined) throw new UsageError('--to FILE is missing: where to record to');
  const until = flags.choice('until', ['terminal']) !== undefined;
  if (until && args.length === 0) throw new UsageError('--until needs a target');
  const timeoutMs = flags.duration('timeout');
  const cluster = await connect(invocation);
  try {
    const target = args.length === 0 ? undefined : await unlessInterrupted(findLiveTarget(args, cluster), signal);
    const makeFile = (): Promise<RecordingWriter> => openFile(path, { cluster, target, invocation });
    const followed = await unlessInterrupted(followRoot(invocation, { cluster, target, makeFile }), signal);
    screen.remark(`recording ${followed.root?.id ?? `namespace ${cluster.defaultNamespace}`} to ${path}; Ctrl-C ends it`);
    const time = timeFormatOf(flags, surroundings);
    let changes = 0;
    const ending = await follow(followed, {
      invocation,
      until,
      timeoutMs,
      tell: (recorded) => {
        changes += recorded.changes.length;
        for (const { kind, cycle } of recorded.signals)
          screen.lines(cycleTurnLines(cycle, { time, home: homeOf(cycle.root), width: screen.width, turn: kind }));
      },
    });
    screen.text(`${path}: ${followed.recording.messages} messages${followed.root === undefined ? '' : `, ${changes} changes of the tree`}`);
    refuseTimeout(ending, { until, timeoutMs, open: 'a cycle is open' });
    return EXIT_CODES.success;
  } finally {
    cluster.close();
  }
}

type Recorded = { readonly cluster: ClusterConnection; readonly target: LiveTarget | undefined; readonly invocation: Invocation };

/** The key of a file is thrown away: digests of two files tell nothing of each other. */
async function openFile(path: string, { cluster, target, invocation }: Recorded): Promise<RecordingWriter> {
  const { flags, surroundings } = invocation;
  const header = {
    cluster: await nameOfCluster(cluster),
    server: cluster.server,
    startedAt: surroundings.clock.now(),
    rules: rulesOf(flags).names,
    redaction: Buffer.from(surroundings.randomBytes(6)).toString('hex'),
    roots:
      target === undefined
        ? []
        : [formatObjectKey({ group: target.resource.group, kind: target.resource.kind, namespace: target.namespace, name: target.name })],
  };
  try {
    return new RecordingWriter(path, {
      header,
      redact: keyedRedactor(surroundings.randomBytes(KEY_BYTES)),
      replace: flags.switch('force'),
    });
  } catch (error) {
    if (!(error instanceof HistoryError) || error.code !== 'RECORDING_EXISTS') throw error;
    throw new Hinted('use --force to write over it, or name another file', error);
  }
}
