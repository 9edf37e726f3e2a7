// The parts of a story on a screen: head, cycles, steps, what it waits for, summary, tree.

import { formatRef } from '@rectrace/kube';
import type { Change, Cycle } from '@rectrace/trace';
import { knownTime } from '@rectrace/trace';
import type { TimeFormat } from '@rectrace/view';
import {
  changesBefore,
  changesOf,
  createTimeFormat,
  cycleTable,
  formatDuration,
  homeOf,
  noiseTable,
  nothingWaits,
  stepsOf,
  stepTable,
  summaryTable,
  treeTable,
  waitingChains,
  waitingLines,
} from '@rectrace/view';
import type { Flags } from '../flags.ts';
import { isLived, startOf } from '../lived-change.ts';
import type { RootStory, Unrecorded } from '../sources/root-story.ts';
import type { Surroundings } from '../surroundings.ts';
import { storyStateText } from '../terminal-standing.ts';
import { LastEvents } from './last-events.ts';
import type { Screen } from './screen.ts';

const STEP_LIMIT = 30;
const TREE_LIMIT = 500;
const NOISE_LIMIT = 5;
const UNRECORDED_LIMIT = 5;

export type PrinterOptions = { readonly time: TimeFormat; readonly wide: boolean };

/** The zone of --utc, else the user's. */
export function timeFormatOf(flags: Flags, surroundings: Surroundings): TimeFormat {
  return createTimeFormat(flags.switch('utc') ? 'UTC' : surroundings.timeZone);
}

export class StoryPrinter {
  readonly #story: RootStory;
  readonly #screen: Screen;
  readonly #time: TimeFormat;
  readonly #wide: boolean;

  constructor(story: RootStory, screen: Screen, { time, wide }: PrinterOptions) {
    this.#story = story;
    this.#screen = screen;
    this.#time = time;
    this.#wide = wide;
  }

  /** What it is, how it stands, and of which time this is. */
  head(): void {
    const { ref, cycles, gaps, gone } = this.#story;
    const started = startOf(this.#story.changes) ?? this.#story.now;
    const changes = this.#story.changes.filter((change) => isLived(change, started));
    const noise = changes.filter((change) => change.noise !== undefined).length;
    const counts = [
      count(cycles.length, 'cycle'),
      count(changes.length - noise, 'change'),
      ...(noise > 0 ? [`${noise} noise`] : []),
      ...(gaps.length > 0 ? [count(gaps.length, 'gap')] : []),
    ];
    this.#screen.say(`${formatRef(ref)}  ${gone ? 'deleted' : storyStateText(this.#story)}`);
    this.#screen.say(counts.join(', '));
    if (started > 0) this.#screen.say(this.#range(started));
    this.unrecorded();
  }

  /** From when to when nothing was recorded, and what is told of it. */
  unrecorded(): void {
    for (const line of unrecordedLines(this.#story.unrecorded ?? [], this.#time)) this.#screen.say(line);
  }

  /** From the first that is shown to the last: cycles may begin before anything was received. */
  #range(started: number): string {
    const { cycles, now } = this.#story;
    const from = cycles.reduce((first, { start }) => Math.min(first, start.time), started);
    const to = cycles.reduce((last, { start, end }) => Math.max(last, end?.time ?? start.time), Math.max(started, now));
    const sameDay = this.#time.day(from) === this.#time.day(to);
    return `${this.#time.full(from)} to ${sameDay ? this.#time.clock(to) : this.#time.full(to)}`;
  }

  /** Counts what `shows` hides as noise and what `lived` hides as older than the record. */
  hidden(shows: (change: Change) => boolean, lived: (change: Change) => boolean): void {
    const { changes } = this.#story;
    const noise = changes.filter((change) => lived(change) && !shows(change));
    const present = changes.filter((change) => change.type === 'Present').length;
    const older = changes.filter((change) => change.type === 'Event' && !lived(change)).length;
    const told = [
      ...(noise.length === 0 ? [] : [`${noise.length} noise (${classesOf(noise)}): --noise shows them`]),
      ...(present === 0 ? [] : [`${count(present, 'object')} there at the start`]),
      ...(older === 0 ? [] : [`${count(older, 'Event')} from before`]),
    ];
    if (told.length > 0) this.#screen.remark(`not shown: ${told.join(', ')}`);
  }

  cycles(shown: readonly Cycle[]): void {
    this.#screen.heading('cycles');
    this.cycleTable(shown);
  }

  cycleTable(shown: readonly Cycle[]): void {
    if (shown.length === 0) this.#screen.say('none: nothing asked for a change and nothing moved by itself');
    else this.#screen.table(cycleTable(shown, this.#story, this.#around()), { full: true });
  }

  /** The way of each object through its states within a cycle, the slowest marked. */
  steps(cycle: Cycle): void {
    const { now } = this.#story;
    const within = changesOf(cycle, this.#story);
    const until = cycle.end?.time ?? (cycle.state === 'closed' ? within.at(-1)?.time : undefined) ?? now;
    const took = stepsTime(cycle, now);
    const steps = stepsOf(within, { states: this.#story.states, before: changesBefore(cycle, this.#story) });
    this.#screen.heading(`cycle ${cycle.number}: steps${took === undefined ? '' : ` in ${took}`}, the slowest marked *`);
    if (steps.length === 0) this.#screen.say('no object went from one state to another');
    else
      this.#screen.table(stepTable(cycle, steps, { ...this.#around(), now: until, ...(this.#wide ? {} : { limit: STEP_LIMIT }) }), {
        full: true,
      });
  }

  /** The chain to each object that is not ready. */
  waiting(): void {
    const { tree, ref, gone, bodyOf, states } = this.#story;
    if (tree === undefined || gone) return;
    const events = new LastEvents(this.#story.changes);
    const chains = waitingChains(tree, { states, bodyOf, eventOf: (uid, type) => events.of(uid, type) });
    this.#screen.heading('waiting for');
    this.#screen.lines(chains.length === 0 ? [nothingWaits()] : waitingLines(chains, { home: homeOf(ref), width: this.#screen.width }));
  }

  /** Noise folded by object and class. */
  noise(): void {
    const noisy = this.#story.changes.filter((change) => change.noise !== undefined);
    if (noisy.length === 0) return;
    this.#screen.heading('noise, folded: --noise shows each');
    this.#screen.table(noiseTable(noisy, { home: homeOf(this.#story.ref), limit: NOISE_LIMIT }));
  }

  summary(): void {
    if (this.#story.summary.length === 0) return;
    this.#screen.heading('objects, against the start of the latest cycle');
    this.#screen.table(summaryTable(this.#story.summary));
  }

  tree(depth?: number): void {
    const { tree, bodyOf, states, now } = this.#story;
    if (tree === undefined) return;
    const limit = this.#wide ? {} : { limit: TREE_LIMIT };
    const table = treeTable(tree, { bodyOf, states, now, wide: this.#wide, ...limit, ...(depth === undefined ? {} : { depth }) });
    this.#screen.table(table, { full: this.#wide });
  }

  #around(): { readonly time: TimeFormat; readonly home: string; readonly now: number } {
    return { time: this.#time, home: homeOf(this.#story.ref), now: this.#story.now };
  }
}

/** The newest few times in which nothing was recorded; how many there are besides. */
export function unrecordedLines(all: readonly Unrecorded[], time: TimeFormat): readonly string[] {
  const older = Math.max(0, all.length - UNRECORDED_LIMIT);
  const counted = older === 0 ? [] : [`not recorded: ${count(older, 'time')} before those that follow; -o json tells them`];
  return [...counted, ...all.slice(older).map((unrecorded) => unrecordedText(unrecorded, time))];
}

/** 'not recorded: 20:26:34.000 to 20:40:00.000 (3 changes caught up with)'. */
function unrecordedText({ from, to, told, changes }: Unrecorded, time: TimeFormat): string {
  const when =
    from === undefined
      ? `before ${time.full(to)}`
      : `${time.full(from)} to ${time.day(from) === time.day(to) ? time.clock(to) : time.full(to)}`;
  const what = {
    caughtUp: `${count(changes, 'change')} caught up with`,
    reconstructed: `${count(changes, 'change')} reconstructed`,
    nothing: 'nothing is told of it',
  };
  return `not recorded: ${when} (${what[told]})`;
}

/** 'heartbeat 40, managedFields 5'. */
function classesOf(changes: readonly Change[]): string {
  const counts = new Map<string, number>();
  for (const { noise } of changes) if (noise !== undefined) counts.set(noise, (counts.get(noise) ?? 0) + 1);
  return [...counts]
    .map(([name, many]) => `${name} ${many}`)
    .sort()
    .join(', ');
}

export function count(many: number, noun: string): string {
  return many === 1 ? `1 ${noun}` : `${many} ${noun}s`;
}

/** undefined where it is not known from when or until when. */
function stepsTime({ start, end, state }: Cycle, now: number): string | undefined {
  const [from, to] = [knownTime(start), end === undefined && state !== 'closed' ? now : knownTime(end)];
  return from === undefined || to === undefined ? undefined : formatDuration(to - from);
}
