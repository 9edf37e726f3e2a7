// Durations as kubectl users write them: 10s, 1m30s, 250ms, 2h, a bare number of seconds, 0.

import { UsageError } from './errors.ts';

const UNITS: { readonly [unit: string]: number } = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };
const WHOLE = /^(?:\d+(?:\.\d+)?(?:ms|s|m|h|d))+$/;
const PART = /(\d+(?:\.\d+)?)(ms|s|m|h|d)/g;

/** Milliseconds, undefined where the text is no duration. */
export function readDuration(text: string): number | undefined {
  if (/^\d+(?:\.\d+)?$/.test(text)) return Number(text) * 1_000;
  if (!WHOLE.test(text)) return undefined;
  let ms = 0;
  for (const [, amount = '0', unit = 'ms'] of text.matchAll(PART)) ms += Number(amount) * (UNITS[unit] ?? 1);
  return ms;
}

/** Milliseconds. flag: the flag's name, for the message. @throws UsageError */
export function parseDuration(text: string, flag: string): number {
  const ms = readDuration(text);
  if (ms === undefined) throw new UsageError(`${flag} ${text}: write a duration such as 30s, 5m or 1h30m`);
  return ms;
}
