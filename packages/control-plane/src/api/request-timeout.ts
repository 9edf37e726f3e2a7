// The time that a request may take, as it asks for itself. Nothing here takes long, so that it is only read.
import { quoted, UNIT_NANOS } from './codec/time-scalar.ts';
import { badRequest } from './failures.ts';
import { isLongRunning } from './long-running.ts';
import type { RequestInfo } from './request-info.ts';

/** What goes on for long is not asked. @throws RequestRefused where it is no duration */
export function refuseBadTimeout(info: RequestInfo, query: URLSearchParams): void {
  if (isLongRunning(info)) return;
  const text = query.get('timeout') ?? '';
  const problem = text === '' ? undefined : durationProblem(text);
  if (problem !== undefined) throw badRequest(`invalid timeout specified in the request URL - ${problem}`);
}

/** In Go's words. */
function durationProblem(text: string): string | undefined {
  const invalid = `time: invalid duration ${quoted(text)}`;
  let rest = text.replace(/^[+-]/, '');
  if (rest === '') return invalid;
  while (rest !== '' && rest !== '0') {
    const [, amount, unit = ''] = /^(\d+\.?\d*|\.\d+)?([^\d.]*)/.exec(rest) ?? [];
    if (amount === undefined) return invalid;
    if (unit === '') return `time: missing unit in duration ${quoted(text)}`;
    if (UNIT_NANOS[unit] === undefined) return `time: unknown unit ${quoted(unit)} in duration ${quoted(text)}`;
    rest = rest.slice(amount.length + unit.length);
  }
  return undefined;
}
