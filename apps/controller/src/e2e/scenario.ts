// What is done to a root in a scenario, and the cycles that its trace shows meanwhile.

import type { Json } from '@rectrace/kube';
import { asJson, formatTime, integerAt, listAt, parseInstant, parseJson, parseObject, stringAt, valueAt } from '@rectrace/kube';
import type { ClusterAccess } from '@rectrace/testbed';
import { waitFor } from '@rectrace/testbed';
import type { Cycle } from '@rectrace/trace';
import { readCycle } from '@rectrace/trace';
import { tracePath } from '@rectrace/trace-api';
import { causeText } from '@rectrace/view';

/** A cycle as a trace's status or the read API tells it; times cut to seconds. */
export type CycleRow = {
  readonly number: number;
  readonly state: string;
  readonly cause: string;
  readonly start: string;
  readonly end: string;
  readonly requests: number;
};

/** How much later than to the controller a change may come to the other recorder on a busy machine. */
const RECORDERS_APART_MS = 3_000;
const CYCLE_WITHIN_MS = 60_000;

/** Follows a trace and keeps the last word on each of its cycles. */
export class TraceWatcher {
  readonly #plane: ClusterAccess;
  readonly #at: { readonly namespace: string; readonly name: string };
  readonly #rows = new Map<number, CycleRow>();
  readonly #stop = new AbortController();
  #status: Json | undefined;
  #following: Promise<void> = Promise.resolve();

  constructor(plane: ClusterAccess, at: { readonly namespace: string; readonly name: string }) {
    this.#plane = plane;
    this.#at = at;
    this.#following = this.#follow();
  }

  get rows(): readonly CycleRow[] {
    return [...this.#rows.values()].sort((a, b) => a.number - b.number);
  }

  get status(): Json {
    return this.#status ?? null;
  }

  /** Waits until a cycle is in a state; where it has closed, until a recorder to which all came later has closed it, too. */
  async until(number: number, state: 'Open' | 'Closed'): Promise<void> {
    const { namespace, name } = this.#at;
    await waitFor(() => this.#rows.get(number)?.state === state, {
      timeoutMs: CYCLE_WITHIN_MS,
      what: `cycle ${number} of trace ${namespace}/${name} to be ${state}`,
    });
    if (state === 'Closed') await new Promise((resolve) => setTimeout(resolve, RECORDERS_APART_MS));
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#following;
  }

  async #follow(): Promise<void> {
    const { namespace, name } = this.#at;
    while (!this.#stop.signal.aborted) {
      const path = `${tracePath(namespace)}?watch=true&fieldSelector=metadata.name=${name}&timeoutSeconds=300`;
      try {
        for await (const { object } of this.#plane.api.watch({ path, signal: this.#stop.signal })) this.#note(object);
      } catch (error) {
        if (!this.#stop.signal.aborted) throw error;
      }
    }
  }

  #note(object: unknown): void {
    const parsed = parseObject(object);
    if (parsed.kind === 'invalid') return;
    this.#status = valueAt(asJson(parsed.object), ['status']);
    const cycle = valueAt(this.#status, ['cycle']);
    const number = Number(integerAt(cycle, ['number']) ?? 0);
    if (number === 0) return;
    this.#rows.set(number, {
      number,
      state: stringAt(cycle, ['state']) ?? '',
      cause: `${stringAt(cycle, ['cause', 'kind'])}: ${stringAt(cycle, ['cause', 'text'])}`,
      start: stringAt(cycle, ['startTime']) ?? '',
      end: stringAt(cycle, ['endTime']) ?? '',
      requests: listAt(cycle, ['requests']).length,
    });
  }
}

/** The cycles of a timeline as the read API gives them: times in milliseconds. */
export function timelineRows(text: string): readonly CycleRow[] {
  return listAt(parseJson(text), ['cycles']).map((cycle) => ({
    number: Number(integerAt(cycle, ['number']) ?? 0),
    state: capital(stringAt(cycle, ['state']) ?? ''),
    cause: causeOf(readCycle(cycle)),
    start: secondsOf(valueAt(cycle, ['start', 'time'])),
    end: secondsOf(valueAt(cycle, ['end', 'time'])),
    requests: listAt(cycle, ['requests']).length,
  }));
}

function causeOf({ cause }: Cycle): string {
  return `${cause.kind}: ${causeText(cause)}`;
}

/** One line per cycle, for people who read the test's output. */
export function formatRows(title: string, rows: readonly CycleRow[]): string {
  return [
    title,
    ...rows.map(
      ({ number, state, cause, start, end, requests }) =>
        `  ${number} ${state.padEnd(6)} ${start} -> ${end || 'open'}  requests ${requests}  ${cause}`,
    ),
  ].join('\n');
}

/** The same of `rectrace timeline -o json`: times as text. */
export function cliRows(text: string): readonly CycleRow[] {
  return listAt(parseJson(text), ['cycles']).map((cycle) => ({
    number: Number(integerAt(cycle, ['number']) ?? 0),
    state: capital(stringAt(cycle, ['state']) ?? ''),
    cause: `${stringAt(cycle, ['cause', 'kind'])}: ${stringAt(cycle, ['cause', 'text'])}`,
    start: stringAt(cycle, ['start']) ?? '',
    end: stringAt(cycle, ['end']) ?? '',
    requests: listAt(cycle, ['requests']).length,
  }));
}

/** Milliseconds between the starts and ends of two tables, the largest of them. Two watchers hear of the same write at two moments. */
export function furthestApart(left: readonly CycleRow[], right: readonly CycleRow[]): number {
  const apart = left.flatMap(({ start, end }, index) => [
    millisOf(start) - millisOf(right[index]?.start),
    millisOf(end) - millisOf(right[index]?.end),
  ]);
  return Math.max(...apart.map(Math.abs));
}

/** NaN where there is none: no bound holds for it. */
function millisOf(time: string | undefined): number {
  return parseInstant(time) ?? Number.NaN;
}

function secondsOf(time: Json | undefined): string {
  return typeof time === 'number' ? formatTime(time) : '';
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
