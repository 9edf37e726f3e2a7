// The Impersonate-* headers: in whose name the request is made.
import type { IncomingHttpHeaders } from 'node:http';
import type { Impersonation } from '../api/authorization/check-impersonation.ts';
import { badRequest } from '../api/failures.ts';

const EXTRA = 'impersonate-extra-';
const VERSION = 'authentication.k8s.io/v1';

/** Undefined where the request names nobody else. Headers that stand several times arrive as `lines`. @throws RequestRefused */
export function impersonationIn(headers: IncomingHttpHeaders, lines: readonly (readonly [string, string])[]): Impersonation | undefined {
  const all = (name: string): readonly string[] => lines.filter(([key]) => key === name).map(([, value]) => value);
  const [name] = all('impersonate-user');
  const named = Object.keys(headers).some((key) => key.startsWith('impersonate-'));
  const groups = all('impersonate-group');
  const [uid] = all('impersonate-uid');
  if (name === undefined) {
    if (named) throw badRequest(`requested [${references(groups, uid, extrasIn(lines)).join(' ')}] without impersonating a user`);
    return undefined;
  }
  return { name, ...(uid === undefined ? {} : { uid }), groups, extra: extrasIn(lines) };
}

/** As Go writes references to objects. */
function references(groups: readonly string[], uid: string | undefined, extra: Impersonation['extra']): readonly string[] {
  const extras = Object.entries(extra).flatMap(([key, values]) => values.map((value) => `{UserExtra  ${value}  ${VERSION}  ${key}}`));
  return [...groups.map((group) => `{Group  ${group}    }`), ...extras, ...(uid === undefined ? [] : [`{UID  ${uid}  ${VERSION}  }`])];
}

function extrasIn(lines: readonly (readonly [string, string])[]): Readonly<Record<string, readonly string[]>> {
  const extras = new Map<string, string[]>();
  for (const [key, value] of lines) {
    if (!key.startsWith(EXTRA)) continue;
    const name = unescaped(key.slice(EXTRA.length));
    extras.set(name, [...(extras.get(name) ?? []), value]);
  }
  return Object.fromEntries(extras);
}

/** What has no valid escapes is taken as it stands. */
function unescaped(key: string): string {
  try {
    return decodeURIComponent(key);
  } catch {
    return key;
  }
}
