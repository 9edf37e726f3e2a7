// A tree as it grows: what joins it at its level, what becomes ready or goes, and the turns of cycles.

import type { Change, ObjectStates, Readiness, Recorded, Recorder } from '@rectrace/trace';
import { ownReadinessOf } from '@rectrace/trace';
import type { Mark } from '@rectrace/view';
import { afterLength, cycleCause, formatDuration, objectName, requestText, shapeOf, span, toneOf } from '@rectrace/view';
import type { Screen } from './screen.ts';

type Standing = { readonly ready: boolean; readonly since: number };
type Signal = Recorded['signals'][number];

const CLOCK_WIDTH = 7;

export class GrowthPrinter {
  readonly #screen: Screen;
  readonly #states: ObjectStates;
  readonly #standing = new Map<string, Standing>();
  #begun: number | undefined;
  #now = 0;

  /** states: what readiness goes by. */
  constructor(screen: Screen, states: ObjectStates) {
    this.#screen = screen;
    this.#states = states;
  }

  show(recorded: Recorded, recorder: Recorder): void {
    const now = recorded.changes.at(-1)?.receivedAt ?? this.#now;
    this.#now = now;
    const closing = recorded.signals.filter(({ kind }) => kind === 'closed');
    for (const signal of recorded.signals) if (!closing.includes(signal)) this.#turn(signal, now);
    for (const member of recorded.members) this.#joined(member, { recorder, now });
    for (const change of recorded.changes) if (change.type !== 'Event') this.#change(change);
    for (const signal of closing) this.#turn(signal, signal.cycle.end?.time ?? now);
  }

  #joined({ ref, root }: Recorded['members'][number], { recorder, now }: { readonly recorder: Recorder; readonly now: number }): void {
    const depth = recorder.depth(root, ref.uid) ?? 0;
    this.#say(now, 'created', `${'  '.repeat(depth)}${objectName(ref, recorder.standing(root)?.ref?.namespace ?? '')}`);
  }

  /** Only what becomes ready, stops being so, or goes. */
  #change(change: Change): void {
    const { type, body, ref, time } = change;
    if (type === 'Deletion') this.#say(time, 'deleted', objectName(ref, ref.namespace));
    else if (body !== undefined) this.#stands(change, ownReadinessOf(body, this.#states));
  }

  #stands({ ref, time }: Change, { ready: isReady, reason, status }: Readiness): void {
    const before = this.#standing.get(ref.uid);
    const ready = isReady === 'True';
    if (isReady === '-' || before?.ready === ready) return;
    this.#standing.set(ref.uid, { ready, since: time });
    if (before === undefined) return;
    const name = objectName(ref, ref.namespace);
    if (ready) this.#say(time, 'ready', `${name} ready after ${formatDuration(time - before.since)}`);
    else this.#say(time, 'notReady', `${name} not ready: ${reason || status}`);
  }

  #turn({ kind, cycle }: Signal, at: number): void {
    if (kind === 'opened') this.#say(at, 'opened', `cycle ${cycle.number} starts: ${cycleCause(cycle)}`);
    const request = cycle.requests.at(-1);
    if (kind === 'requested' && request !== undefined) this.#say(at, 'request', `asked for more: ${requestText(request, cycle)}`);
    if (kind === 'closed') this.#say(at, 'closed', `cycle ${cycle.number} ended ${afterLength(cycle)}`);
  }

  #say(at: number, mark: Mark, text: string): void {
    this.#begun ??= at;
    const clock = `+${((at - this.#begun) / 1_000).toFixed(2)}s`.padStart(CLOCK_WIDTH);
    this.#screen.lines([[span(clock, 'faint'), span(` ${shapeOf(mark)} `, toneOf(mark)), span(text)]]);
  }
}
