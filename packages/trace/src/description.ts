// What a change is called: an Event's message, else the text of the locale table, else the change type.

import { formatApiVersion } from '@rectrace/kube';
import type { Change } from './change.ts';
import type { LocaleTable } from './locale.ts';
import { localText } from './locale.ts';

/** localDescription: only where a locale was asked for; the description where the table has no text in it. */
export type Description = { readonly description: string; readonly localDescription?: string };

const DEFAULT_LOCALE = 'en';

/** Describes a change in English and, where a locale is given, in that locale. */
export function describeChange(change: Pick<Change, 'type' | 'ref' | 'event'>, table: LocaleTable, locale?: string): Description {
  const description = change.event?.message ?? textOf(change, table, DEFAULT_LOCALE) ?? change.type;
  if (locale === undefined || locale === '') return { description };
  const message = change.event?.message;
  const local = message === undefined ? textOf(change, table, locale) : localText(table, locale, message);
  return { description, localDescription: local ?? description };
}

function textOf({ type, ref }: Pick<Change, 'type' | 'ref'>, table: LocaleTable, locale: string): string | undefined {
  const text = localText(table, locale, `${formatApiVersion(ref.group, ref.version)}/${ref.kind}/${type}`);
  return text === undefined ? undefined : fill(text, [ref.namespace, ref.name]);
}

/** Each %s takes the next value, %% is a percent sign. */
function fill(text: string, values: readonly string[]): string {
  const left = [...values];
  return text.replace(/%[s%]/g, (mark) => (mark === '%%' ? '%' : (left.shift() ?? mark)));
}
