// The table of change texts that users keep in a ConfigMap: data keys are locales, values lines KEY=TEXT. KEY is apiVersion/Kind/ChangeType
// or the whole message of an Event, in which '=' is written '\='. Locales are compared without regard to case and '-' or '_'.

import type { JsonObject } from '@rectrace/kube';

/** By normalised locale, then by key. */
export type LocaleTable = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** A line that says nothing; line is 1-based, 0 where the whole value is no text. */
export type LocaleProblem = { readonly locale: string; readonly line: number; readonly text: string };

export const EMPTY_LOCALES: LocaleTable = new Map();

/** Reads the data of the ConfigMap. Malformed lines are skipped and returned as problems, in order of locale and line. */
export function parseLocales(data: JsonObject): { readonly table: LocaleTable; readonly problems: readonly LocaleProblem[] } {
  const table = new Map<string, ReadonlyMap<string, string>>();
  const problems: LocaleProblem[] = [];
  for (const [locale, value] of Object.entries(data).sort(([left], [right]) => (left < right ? -1 : 1))) {
    if (typeof value !== 'string') {
      problems.push({ locale, line: 0, text: 'not a text' });
      continue;
    }
    const texts = parseTexts(value);
    problems.push(...texts.malformed.map((line) => ({ locale, ...line })));
    table.set(normaliseLocale(locale), new Map([...(table.get(normaliseLocale(locale)) ?? []), ...texts.texts]));
  }
  return { table, problems };
}

/** 'en: line 3 has no KEY=TEXT: v1/Pod/Creation'. */
export function formatLocaleProblem({ locale, line, text }: LocaleProblem): string {
  return line === 0 ? `${locale}: ${text}` : `${locale}: line ${line} is not KEY=TEXT: ${text}`;
}

/** The text for a key; a locale that is not in the table falls back to its language alone. */
export function localText(table: LocaleTable, locale: string, key: string): string | undefined {
  const name = normaliseLocale(locale);
  return table.get(name)?.get(key) ?? table.get(name.split('-')[0] ?? name)?.get(key);
}

/** 'zh_CN' and 'ZH-cn' -> 'zh-cn'. */
export function normaliseLocale(locale: string): string {
  return locale.trim().toLowerCase().replaceAll('_', '-');
}

type Texts = { readonly texts: readonly (readonly [string, string])[]; readonly malformed: readonly Omit<LocaleProblem, 'locale'>[] };

function parseTexts(value: string): Texts {
  const texts: [string, string][] = [];
  const malformed: Omit<LocaleProblem, 'locale'>[] = [];
  for (const [index, raw] of value.split('\n').entries()) {
    const line = raw.replace(/\r$/, '');
    const [, key, text] = /^((?:\\.|[^=\\])+)=(.*)$/.exec(line) ?? [];
    if (key !== undefined && text !== undefined && key.trim() !== '') texts.push([key.trim().replaceAll('\\=', '='), text]);
    else if (!isBlank(line)) malformed.push({ line: index + 1, text: line.trim() });
  }
  return { texts, malformed };
}

function isBlank(line: string): boolean {
  return line.trim() === '' || line.startsWith('#');
}
