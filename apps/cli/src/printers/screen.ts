// Where a command's output goes: lines and tables fitted to the terminal and painted, remarks on stderr.

import type { Line, Table } from '@rectrace/view';
import { cleanLine, droppedColumns, layoutParagraph, layoutTable, span } from '@rectrace/view';
import type { Environment, Output } from '../surroundings.ts';
import type { ColourChoice } from './paint.ts';
import { paintLine, wantsColour } from './paint.ts';

export type ScreenOptions = {
  readonly stdout: Output;
  readonly stderr: Output;
  readonly env: Environment;
  readonly colour: ColourChoice;
  readonly headers: boolean;
};

export class Screen {
  /** Columns of the terminal that stdout is, undefined where it is none: then nothing is cut. */
  readonly width: number | undefined;
  readonly #stdout: Output;
  readonly #stderr: Output;
  readonly #colour: boolean;
  readonly #choice: Pick<ScreenOptions, 'colour' | 'env'>;
  readonly #headers: boolean;

  constructor({ stdout, stderr, env, colour, headers }: ScreenOptions) {
    this.#stdout = stdout;
    this.#stderr = stderr;
    this.width = columnsOf(stdout, env);
    this.#colour = wantsColour(colour, { isTerminal: stdout.isTerminal, env });
    this.#choice = { colour, env };
    this.#headers = headers;
  }

  /** Writes text as it is; a line break is added where it has none. */
  text(text: string): void {
    this.#stdout.write(text.endsWith('\n') ? text : `${text}\n`);
  }

  lines(lines: readonly Line[]): void {
    if (lines.length > 0) this.#stdout.write(`${lines.map((line) => paintLine(line, this.#colour)).join('\n')}\n`);
  }

  /** full: wrap long text on a terminal instead of cutting it. Columns that a narrow terminal has no room for are named on stderr. */
  table(table: Table, options: { readonly full?: boolean } = {}): void {
    const fit = { width: this.width, titles: this.#headers };
    this.lines(layoutTable(table, { ...fit, full: options.full }));
    const dropped = droppedColumns(table, fit);
    if (dropped.length > 0)
      this.remark(`left out for want of width (${this.width} columns): ${dropped.join(', ')}; a wider terminal or -o json shows them`);
  }

  /** One paragraph, wrapped where the terminal is narrower. */
  say(text: string): void {
    this.lines(layoutParagraph(text, { label: '', width: this.width }));
  }

  /** A title over what follows; left out with --no-headers. */
  heading(text: string): void {
    if (this.#headers) this.lines([[], ...layoutParagraph(text, { label: '', width: this.width, tone: 'strong' })]);
  }

  blank(): void {
    this.#stdout.write('\n');
  }

  /** One line on stderr: where the data comes from, what is missing. */
  remark(text: string): void {
    this.#sayAside([span(cleanLine(text), 'faint')]);
  }

  /** One line on stderr that must not be overlooked. */
  warn(text: string): void {
    this.#sayAside([span(`warning: ${cleanLine(text)}`, 'change')]);
  }

  #sayAside(line: Line): void {
    const { colour, env } = this.#choice;
    this.#stderr.write(`${paintLine(line, wantsColour(colour, { isTerminal: this.#stderr.isTerminal, env }))}\n`);
  }
}

/** COLUMNS counts where stdout is a terminal of unknown width, as with `script` or `watch`. */
function columnsOf(stdout: Output, env: Environment): number | undefined {
  if (!stdout.isTerminal) return undefined;
  const named = Number.parseInt(env['COLUMNS'] ?? '', 10);
  return stdout.columns ?? (named > 0 ? named : 80);
}
