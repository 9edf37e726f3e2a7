// The flags of one invocation, read by name and checked as they are read.

import { parseDuration } from './duration-text.ts';
import { UsageError } from './errors.ts';

export class Flags {
  readonly #values: { readonly [name: string]: unknown };

  /** values: as commander gives them, camel-cased names. */
  constructor(values: { readonly [name: string]: unknown }) {
    this.#values = values;
  }

  /** The same flags with one of them set. */
  with(name: string, value: string): Flags {
    return new Flags({ ...this.#values, [name]: value });
  }

  /** The text given, undefined where the flag is absent. */
  text(name: string): string | undefined {
    const value = this.#values[name];
    return typeof value === 'string' ? value : undefined;
  }

  /** All texts of a flag that may be repeated; commas separate too. */
  texts(name: string): readonly string[] {
    const value = this.#values[name];
    if (!Array.isArray(value)) return [];
    return value.flatMap((item) => String(item).split(',')).filter((item) => item !== '');
  }

  /** All texts of a flag that may be repeated, commas kept. */
  wholeTexts(name: string): readonly string[] {
    const value = this.#values[name];
    return Array.isArray(value) ? value.map(String) : [];
  }

  /** A flag without value. */
  switch(name: string): boolean {
    return this.#values[name] === true;
  }

  /** The thing that a flag '--no-NAME' switches off. */
  unlessOff(name: string): boolean {
    return this.#values[name] !== false;
  }

  /** @throws UsageError for text that is no integer of at least `least` */
  integer(name: string, least = 0): number | undefined {
    const text = this.text(name);
    if (text === undefined) return undefined;
    if (!/^-?\d+$/.test(text) || Number(text) < least || !Number.isSafeInteger(Number(text))) {
      throw new UsageError(`--${dashed(name)} ${text}: write a whole number, ${least} or more`);
    }
    return Number(text);
  }

  /** A finite number above 0. @throws UsageError */
  positive(name: string): number | undefined {
    const text = this.text(name);
    if (text === undefined) return undefined;
    const value = Number(text.replace(/x$/, ''));
    if (!(value > 0 && Number.isFinite(value))) throw new UsageError(`--${dashed(name)} ${text}: write a number above 0`);
    return value;
  }

  /** Milliseconds. @throws UsageError */
  duration(name: string): number | undefined {
    const text = this.text(name);
    return text === undefined ? undefined : parseDuration(text, `--${dashed(name)}`);
  }

  /** One of the values named. @throws UsageError */
  choice<const Value extends string>(name: string, values: readonly Value[]): Value | undefined {
    const text = this.text(name);
    if (text === undefined) return undefined;
    const found = values.find((value) => value === text);
    if (found === undefined)
      throw new UsageError(`--${dashed(name)} ${text}: write ${values.length === 1 ? '' : 'one of '}${values.join(', ')}`);
    return found;
  }
}

function dashed(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
