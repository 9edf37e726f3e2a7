// Several streams over one WebSocket: each message begins with the number of its channel, as a byte, or as a digit before base64.
import type { WebSocket } from '../web-socket.ts';

export type ChannelMessage =
  | { readonly kind: 'data'; readonly channel: number; readonly bytes: Uint8Array }
  /** The client says nothing more on the channel. */
  | { readonly kind: 'end'; readonly channel: number };

export type ChannelForm = {
  readonly base64: boolean;
  /** Whether a client can end a channel. */
  readonly ends: boolean;
};

/** Stands where a channel's number would, before the number of the channel that ends. */
const END = 255;
const ZERO = 0x30;

export class SocketChannels {
  readonly #socket: WebSocket;
  readonly #form: ChannelForm;

  constructor(socket: WebSocket, form: ChannelForm) {
    this.#socket = socket;
    this.#form = form;
  }

  async *messages(): AsyncGenerator<ChannelMessage> {
    for await (const message of this.#socket.messages()) {
      const read = this.#read(message);
      if (read !== undefined) yield read;
    }
  }

  send(channel: number, bytes: Uint8Array): Promise<void> {
    if (this.#form.base64) return this.#socket.send('text', Buffer.from(channel + Buffer.from(bytes).toString('base64')));
    return this.#socket.send('binary', Buffer.concat([Buffer.from([channel]), bytes]));
  }

  #read(message: Buffer): ChannelMessage | undefined {
    const [first, second] = message;
    if (first === undefined) return undefined;
    if (this.#form.ends && first === END) return second === undefined ? undefined : { kind: 'end', channel: second };
    const rest = message.subarray(1);
    if (!this.#form.base64) return { kind: 'data', channel: first, bytes: rest };
    return { kind: 'data', channel: first - ZERO, bytes: Buffer.from(rest.toString('latin1'), 'base64') };
  }
}
