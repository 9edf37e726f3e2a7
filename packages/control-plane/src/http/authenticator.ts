// Who a request comes from: a client certificate of our authority, or a bearer token. Without either it is anonymous.
import type { TLSSocket } from 'node:tls';
import type { TokenAuthenticator } from '../api/authentication/token-authenticator.ts';
import type { UserInfo } from '../api/strategy.ts';
import type { Incoming } from './request-body.ts';
import { tokenAmongProtocols } from './socket-protocols.ts';

const AUTHENTICATED = 'system:authenticated';
const ANONYMOUS: UserInfo = { name: 'system:anonymous', groups: ['system:unauthenticated'] };

/** Undefined where the request carries credentials that are not valid. */
export async function authenticate(incoming: Incoming, tokens: TokenAuthenticator): Promise<UserInfo | undefined> {
  const token = bearerToken(incoming.headers.authorization ?? '') ?? tokenAmongProtocols(incoming.headers);
  const certified = userOfCertificate(incoming);
  if (certified !== undefined) return authenticated(certified);
  if (token === undefined) return ANONYMOUS;
  const outcome = await tokens.authenticate(token, []);
  return outcome.kind === 'authenticated' ? authenticated(outcome.user) : undefined;
}

/** The word after the first space, as kube-apiserver reads it; undefined where there is none. */
function bearerToken(header: string): string | undefined {
  const [scheme = '', token = ''] = header.trim().split(' ');
  return scheme.toLowerCase() === 'bearer' && token !== '' ? token : undefined;
}

function authenticated(user: UserInfo): UserInfo {
  return { ...user, groups: [...new Set([...user.groups, AUTHENTICATED])] };
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
