// The log of a container: the lines of a script whose time has come, cut as a kubelet cuts them, and the later ones as they come.
import type { Clock, Json } from '@rectrace/kube';
import { parseInstant, stringAt, valueAt } from '@rectrace/kube';
import type { LogLine } from '../pod-answers/pod-answers.ts';
import type { LogOptions } from './log-options.ts';

/** `at`: milliseconds since the epoch. */
export type MomentLine = { readonly at: number; readonly stream: NonNullable<LogLine['stream']>; readonly text: string };

/** In the order of their time. `start`: when the container started. */
export function linesInTime(lines: readonly LogLine[], start: number): readonly MomentLine[] {
  return lines
    .map(({ text, time, after = 0, stream = 'Stdout' }) => ({ text, stream, at: parseInstant(time) ?? start + after * 1000 }))
    .toSorted((left, right) => left.at - right.at);
}

/** When the container started, as its status tells; else when the pod was made. `previous`: the one before its last restart. */
export function startOf(status: Json | undefined, { created, previous }: { readonly created: number; readonly previous: boolean }): number {
  const state = valueAt(status, [previous ? 'lastState' : 'state']);
  const told = [stringAt(state, ['running', 'startedAt']), stringAt(state, ['terminated', 'startedAt'])].map(parseInstant);
  return told.find((moment) => moment !== undefined) ?? created;
}

export type Following = {
  readonly clock: Clock;
  /** Resolves when there may be more to tell: a time has come, the pod has changed, or nobody listens any more. */
  readonly wait: (until: number | undefined) => Promise<void>;
  /** The last moment whose lines are told: when the container ended or nobody listened any more; undefined as long as more may come. */
  readonly endedAt: () => number | undefined;
};

/** Each line as it is told, however late it is asked for. */
export async function* tellLog(lines: readonly MomentLine[], options: LogOptions, following: Following): AsyncGenerator<MomentLine> {
  const { clock, wait, endedAt } = following;
  const { tailLines, follow } = options;
  const come = lines.filter(({ at }) => at <= clock.now());
  yield* selected(tailLines === undefined ? come : come.slice(Math.max(0, come.length - tailLines)), options);
  let told = come.length;
  while (follow) {
    const next = lines[told];
    const end = endedAt();
    if (next !== undefined && next.at <= Math.min(clock.now(), end ?? Number.POSITIVE_INFINITY)) {
      told += 1;
      yield* selected([next], options);
    } else if (end === undefined) await wait(next?.at);
    else return;
  }
}

function* selected(lines: readonly MomentLine[], { since = Number.NEGATIVE_INFINITY }: LogOptions): Generator<MomentLine> {
  for (const line of lines) if (line.at >= since) yield line;
}

/** The bytes of lines, up to the limit. */
export async function* logBytes(lines: AsyncIterable<MomentLine>, options: LogOptions): AsyncGenerator<Uint8Array> {
  let left = options.limitBytes ?? Number.POSITIVE_INFINITY;
  for await (const line of lines) {
    const bytes = bytesOfLine(line, options).subarray(0, left);
    yield bytes;
    left -= bytes.length;
    if (left <= 0) return;
  }
}

function bytesOfLine({ at, text }: MomentLine, { timestamps }: LogOptions): Uint8Array {
  const prefix = timestamps ? `${new Date(at).toISOString().replace('Z', '000000Z')} ` : '';
  return new TextEncoder().encode(`${prefix}${text}\n`);
}
