// Follows a root and prints what happens, until something ends it.

import { afterLength, cycleCause, homeOf } from '@rectrace/view';
import { connect, findLiveTarget } from '../cluster-access.ts';
import type { Invocation } from '../command-definition.ts';
import type { ExitCode } from '../exit-code.ts';
import { EXIT_CODES } from '../exit-code.ts';
import { LivePrinter } from '../printers/live-printer.ts';
import { parseOutputFormat, WATCH_FORMS } from '../printers/output-format.ts';
import { timeFormatOf } from '../printers/story-printer.ts';
import { storyStateText } from '../terminal-standing.ts';
import { unlessInterrupted } from '../unless-interrupted.ts';
import { follow } from './follow.ts';
import type { Followed } from './follow-root.ts';
import { followRoot } from './follow-root.ts';
import { refuseTimeout } from './until-terminal.ts';

export async function runWatch(invocation: Invocation): Promise<ExitCode> {
  const { args, flags } = invocation;
  const { signal } = invocation.surroundings;
  const format = parseOutputFormat(flags.text('output'), WATCH_FORMS);
  const until = flags.choice('until', ['terminal']) !== undefined;
  const timeoutMs = flags.duration('timeout');
  const cluster = await connect(invocation);
  try {
    const target = await unlessInterrupted(findLiveTarget(args, cluster), signal);
    const followed = await unlessInterrupted(followRoot(invocation, { cluster, target }), signal);
    const home = homeOf({ group: target.resource.group, kind: target.resource.kind, namespace: target.namespace, name: target.name });
    const printer = new LivePrinter(invocation.screen, {
      time: timeFormatOf(flags, invocation.surroundings),
      states: followed.states,
      noise: flags.switch('noise'),
      home,
      json: format.kind === 'json',
    });
    const ending = await follow(followed, { invocation, until, timeoutMs, tell: (recorded) => printer.tell(recorded) });
    if (printer.hidden > 0) invocation.screen.remark(`${printer.hidden} noise changes were not shown: --noise shows them`);
    refuseTimeout(ending, { until, timeoutMs, open: openText(followed) });
    if (ending.kind === 'interrupted') signal.throwIfAborted();
    return EXIT_CODES.success;
  } finally {
    cluster.close();
  }
}

function openText({ recording, root, states }: Followed): string {
  const view = root === undefined ? undefined : recording.view(root.id);
  const cycle = view?.cycles.at(-1);
  if (view === undefined || cycle === undefined) return 'nothing was seen of it';
  const held = cycle.state === 'reached' ? `reached its end ${afterLength(cycle)} but it has not held yet` : 'is open';
  const state = storyStateText({ ...view, states, bodyOf: (uid) => recording.body(uid) });
  return `cycle ${cycle.number} (${cycleCause(cycle)}) ${cycle.state === 'closed' ? 'has ended' : held}, ${state}`;
}
