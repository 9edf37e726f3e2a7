// A request that asks to go on in another protocol, and its connection.
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { asksForWebSocket } from './web-socket-handshake.ts';

export type Upgrade = {
  readonly incoming: IncomingMessage;
  readonly socket: Socket;
  /** What has come after the request already. */
  readonly head: Uint8Array;
};

/** Whether a request asks for SPDY, as kubectl before 1.31 and many operators do. */
function asksForSpdy({ headers }: { readonly headers: IncomingHttpHeaders }): boolean {
  return /upgrade/i.test(headers.connection ?? '') && (headers.upgrade ?? '').toLowerCase() === 'spdy/3.1';
}

/** Every other upgrade that is asked for is passed over. */
export function asksForUpgrade(incoming: { readonly headers: IncomingHttpHeaders }): boolean {
  return asksForWebSocket(incoming) || asksForSpdy(incoming);
}
