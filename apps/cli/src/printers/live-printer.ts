// Prints what the recorder tells, as it tells it: changes of members, turns of cycles, gaps. Late joiners bring their earlier changes with them.

import { formatJson } from '@rectrace/kube';
import type { Change, ObjectStates, Recorded } from '@rectrace/trace';
import type { ChangeLineOptions, TimeFormat } from '@rectrace/view';
import { changeJson, changeLines, cycleJson, cycleTurnLines, gapJson, gapLines, homeOf, latestShown } from '@rectrace/view';
import type { Screen } from './screen.ts';

/** states: what readiness goes by. home: the namespace that is not named. json: one JSON object a line. */
export type LivePrinterOptions = {
  readonly time: TimeFormat;
  readonly states: ObjectStates;
  readonly noise: boolean;
  readonly home?: string;
  readonly json?: boolean;
};

export class LivePrinter {
  readonly #screen: Screen;
  readonly #options: LivePrinterOptions;
  #hidden = 0;
  #now: number | undefined;
  #latest = Number.NEGATIVE_INFINITY;

  constructor(screen: Screen, options: LivePrinterOptions) {
    this.#screen = screen;
    this.#options = options;
  }

  /** Noise that was not shown so far. */
  get hidden(): number {
    return this.#hidden;
  }

  /** What is merely there at the first list is not told: nothing happened to it. A cycle opens before its changes and ends after them. */
  tell({ changes, signals, gaps }: Pick<Recorded, 'changes' | 'signals' | 'gaps'>): void {
    this.#now = changes.at(-1)?.receivedAt ?? this.#now;
    const before = signals.findLastIndex(({ kind }) => kind === 'opened' || kind === 'requested' || kind === 'resumed') + 1;
    for (const signal of signals.slice(0, before)) this.#turn(signal);
    for (const change of changes) if (this.#isTold(change)) this.#change(change);
    for (const signal of signals.slice(before)) this.#turn(signal);
    for (const gap of gaps) this.#gap(gap);
  }

  #isTold(change: Change): boolean {
    if (change.type === 'Present') return false;
    if (change.noise === undefined || this.#options.noise) return true;
    this.#hidden += 1;
    return false;
  }

  #change(change: Change): void {
    if (this.#options.json === true) this.#json({ kind: 'change', ...changeJson(change) });
    else this.#screen.lines(changeLines(change, { ...this.#lineOptions(change.ref.namespace), latest: this.#latest }));
    this.#latest = latestShown(change, this.#latest);
  }

  #turn({ kind, cycle }: Recorded['signals'][number]): void {
    if (this.#options.json === true) this.#json({ kind: 'cycle', turn: kind, ...cycleJson(cycle) });
    else
      this.#screen.lines(
        cycleTurnLines(cycle, {
          ...this.#lineOptions(homeOf(cycle.root)),
          turn: kind,
          ...(this.#now === undefined ? {} : { now: this.#now }),
        }),
      );
  }

  #gap(gap: Recorded['gaps'][number]): void {
    if (this.#options.json === true) this.#json({ kind: 'gap', ...gapJson(gap) });
    else this.#screen.lines(gapLines(gap, this.#lineOptions('')));
  }

  #json(value: object): void {
    this.#screen.text(formatJson(value));
  }

  #lineOptions(fallback: string): ChangeLineOptions {
    const { time, states, home = fallback } = this.#options;
    return { time, states, home, width: this.#screen.width };
  }
}
