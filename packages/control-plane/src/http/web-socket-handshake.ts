// How a connection goes over to a WebSocket.
import type { IncomingHttpHeaders } from 'node:http';
import type { Handshake } from './handshake.ts';

/** Whether a request asks for a WebSocket. */
export function asksForWebSocket({ headers }: { readonly headers: IncomingHttpHeaders }): boolean {
  return /(^|,)\s*upgrade\s*($|,)/i.test(headers.connection ?? '') && (headers.upgrade ?? '').toLowerCase() === 'websocket';
}

/** kube-apiserver's WebSocket library says little. */
const BAD_REQUEST = 'HTTP/1.1 400 Bad Request\r\n';
const FORBIDDEN = 'HTTP/1.1 403 Forbidden\r\n\r\n';
const NO_KEY = `${BAD_REQUEST}\r\nmismatch challenge/response`;
const BAD_VERSION = `${BAD_REQUEST}Sec-WebSocket-Version: 13\r\n\r\nmissing or bad WebSocket Version`;

/** `protocols`: those that the client offers, of which it must not offer several. */
export function judgeHandshake(headers: IncomingHttpHeaders, protocols: readonly string[]): Handshake {
  if (headers['sec-websocket-version'] !== '13') return { kind: 'refused', answer: BAD_VERSION };
  if (headers['sec-websocket-key'] === undefined) return { kind: 'refused', answer: NO_KEY };
  if (protocols.length > 1) return { kind: 'refused', answer: `${BAD_REQUEST}\r\n` };
  if (!URL.canParse(headers.origin ?? '')) return { kind: 'refused', answer: FORBIDDEN };
  return { kind: 'accepted', protocol: protocols[0] ?? '' };
}

/** The same where the first offered protocol that is `known` is spoken; '' among the known: none need be offered. */
export function chooseProtocol(headers: IncomingHttpHeaders, offered: readonly string[], known: readonly string[]): Handshake {
  if (headers['sec-websocket-version'] !== '13') return { kind: 'refused', answer: BAD_VERSION };
  if (headers['sec-websocket-key'] === undefined) return { kind: 'refused', answer: NO_KEY };
  const chosen = (offered.length === 0 ? [''] : offered).find((protocol) => known.includes(protocol));
  if (chosen === undefined) return { kind: 'refused', answer: FORBIDDEN };
  return { kind: 'accepted', protocol: chosen };
}
