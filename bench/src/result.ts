// What `npm run bench` found, as it is printed and as it is written to a file.
import type { Summary, Target } from './figure.ts';

export type BenchResult =
  | {
      readonly kind: 'measured';
      readonly name: string;
      readonly about: string;
      readonly seconds: number;
      readonly figures: readonly Summary[];
    }
  | { readonly kind: 'skipped' | 'failed'; readonly name: string; readonly about: string; readonly reason: string };

/** loadAverage: of one minute, before and after. modified: the tree differed from the commit. */
export type Report = {
  readonly commit: string;
  readonly modified: boolean;
  readonly seed: number;
  readonly runs: number;
  readonly startedAt: string;
  readonly machine: {
    readonly node: string;
    readonly cpu: string;
    readonly cpus: number;
    readonly memoryGiB: number;
    readonly loadAverage: readonly [number, number];
  };
  readonly benchmarks: readonly BenchResult[];
};

/** Lines for people: a figure a line, misses marked. */
export function formatResult(result: BenchResult): readonly string[] {
  if (result.kind !== 'measured') return [`${result.name}: ${result.kind}: ${result.reason}`];
  return [`${result.name}: ${result.about} (${Math.round(result.seconds)} s)`, ...result.figures.map(formatFigure)];
}

function formatFigure({ name, unit, runs, median, target, met }: Summary): string {
  const value = `${formatNumber(median)} ${unit}`.trim();
  const spread = runs.length > 1 ? ` (${runs.map(formatNumber).join(', ')})` : '';
  const verdict = target === undefined ? '' : `  target ${formatTarget(target)}: ${met === true ? 'met' : 'MISSED'}`;
  return `  ${name}: ${value}${spread}${verdict}`;
}

function formatTarget({ kind, value }: Target): string {
  return `${kind === 'atMost' ? '<=' : '>='} ${formatNumber(value)}`;
}

/** Three digits that count, or all before the point. */
function formatNumber(value: number): string {
  if (!Number.isFinite(value)) return String(value);
  return value.toLocaleString('en', { maximumFractionDigits: Number.isInteger(value) ? 0 : decimals(Math.abs(value)) });
}

function decimals(size: number): number {
  if (size >= 100) return 0;
  return size >= 10 ? 1 : 2;
}
