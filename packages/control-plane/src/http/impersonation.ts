// The Impersonate-* headers: in whose name the request is made.
import type { IncomingHttpHeaders } from 'node:http';
import { badRequest } from '../api/failures.ts';
import type { UserInfo } from '../api/strategy.ts';

const EXTRA = 'impersonate-extra-';
const AUTHENTICATED = 'system:authenticated';
const ACCOUNT = /^system:serviceaccount:([^:]+):[^:]+$/;

/** Undefined where the request names nobody else. Headers that stand several times arrive as `lines`. @throws RequestRefused */
export function impersonatedUser(headers: IncomingHttpHeaders, lines: readonly (readonly [string, string])[]): UserInfo | undefined {
  const all = (name: string): readonly string[] => lines.filter(([key]) => key === name).map(([, value]) => value);
  const [name] = all('impersonate-user');
  const named = Object.keys(headers).some((key) => key.startsWith('impersonate-'));
  if (name === undefined) {
    if (named) throw badRequest('requested impersonation without impersonating a user');
    return undefined;
  }
  const groups = all('impersonate-group');
  const [uid] = all('impersonate-uid');
  return { name, ...(uid === undefined ? {} : { uid }), groups: withImplied(name, groups), extra: extrasIn(lines) };
}

function withImplied(name: string, groups: readonly string[]): readonly string[] {
  const account = ACCOUNT.exec(name)?.[1];
  const own = groups.length > 0 || account === undefined ? groups : ['system:serviceaccounts', `system:serviceaccounts:${account}`];
  return name === 'system:anonymous' ? own : [...new Set([...own, AUTHENTICATED])];
}

function extrasIn(lines: readonly (readonly [string, string])[]): Readonly<Record<string, readonly string[]>> {
  const extras = new Map<string, string[]>();
  for (const [key, value] of lines) {
    if (!key.startsWith(EXTRA)) continue;
    const name = decodeURIComponent(key.slice(EXTRA.length));
    extras.set(name, [...(extras.get(name) ?? []), value]);
  }
  return Object.fromEntries(extras);
}
