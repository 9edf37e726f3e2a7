// Sec-WebSocket-Protocol: the protocols that a client offers, among which browsers hide their token, as they cannot set other headers.
import type { IncomingHttpHeaders } from 'node:http';

const TOKEN = 'base64url.bearer.authorization.k8s.io.';

/** Without the token. */
export function offeredProtocols(headers: IncomingHttpHeaders): readonly string[] {
  return protocolsIn(headers).filter((protocol) => !protocol.startsWith(TOKEN));
}

/** Undefined where there is none, or no protocol beside it. */
export function tokenAmongProtocols(headers: IncomingHttpHeaders): string | undefined {
  const found = protocolsIn(headers).find((protocol) => protocol.startsWith(TOKEN));
  if (found === undefined || offeredProtocols(headers).length === 0) return undefined;
  return Buffer.from(found.slice(TOKEN.length), 'base64url').toString();
}

function protocolsIn(headers: IncomingHttpHeaders): readonly string[] {
  const text = headers['sec-websocket-protocol'] ?? '';
  return text === '' ? [] : text.split(',').map((protocol) => protocol.trim());
}
