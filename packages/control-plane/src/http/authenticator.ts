// Who a request comes from: a bearer token, or a client certificate of our authority. Without either it is refused.
import type { TLSSocket } from 'node:tls';
import type { UserInfo } from '../api/strategy.ts';
import type { Incoming } from './request-body.ts';

export interface TokenAuthenticator {
  /** Undefined for a token that nobody has. */
  userOf(token: string): UserInfo | undefined;
}

const AUTHENTICATED = 'system:authenticated';

/** Undefined where the request carries no valid credentials. */
export function authenticate(incoming: Incoming, tokens: TokenAuthenticator): UserInfo | undefined {
  const token = /^Bearer +(\S+) *$/i.exec(incoming.headers.authorization ?? '')?.[1];
  const user = token === undefined ? userOfCertificate(incoming) : tokens.userOf(token);
  return user === undefined ? undefined : { ...user, groups: [...new Set([...user.groups, AUTHENTICATED])] };
}

function userOfCertificate(incoming: Incoming): UserInfo | undefined {
  const socket = incoming.socket as TLSSocket;
  if (!socket.authorized) return undefined;
  const { subject } = socket.getPeerCertificate();
  const name: string | readonly string[] | undefined = subject?.CN;
  if (name === undefined) return undefined;
  return { name: first(name), groups: [subject?.O ?? []].flat() };
}

function first(value: string | readonly string[]): string {
  return typeof value === 'string' ? value : (value[0] ?? '');
}
