// Several streams over one WebSocket: each message begins with the number of its channel, as a byte, or as a digit before base64.
import { badBase64 } from '../../api/codec/bad-base64.ts';
import type { WebSocket } from '../web-socket.ts';

export type ChannelMessage =
  | { readonly kind: 'data'; readonly channel: number; readonly bytes: Uint8Array }
  /** The client says nothing more on the channel. */
  | { readonly kind: 'end'; readonly channel: number };

export type ChannelForm = {
  readonly base64: boolean;
  /** How many channels there are where a client can end one; 0 where it can't. */
  readonly ending: number;
};

/** Stands where a channel's number would, before the number of the channel that ends. */
const END = 255;
const END_BYTES = 2;
const ZERO = 0x30;

export class SocketChannels {
  readonly #socket: WebSocket;
  readonly #form: ChannelForm;

  constructor(socket: WebSocket, form: ChannelForm) {
    this.#socket = socket;
    this.#form = form;
  }

  /** Until the client closes, is gone, or ends what is no channel. What is no message of a channel is passed over. */
  async *messages(): AsyncGenerator<ChannelMessage> {
    for await (const message of this.#socket.messages()) {
      const read = this.#read(message);
      if (read === 'broken') return;
      if (read !== undefined) yield read;
    }
  }

  send(channel: number, bytes: Uint8Array): Promise<void> {
    if (this.#form.base64) return this.#socket.send('text', Buffer.from(channel + Buffer.from(bytes).toString('base64')));
    return this.#socket.send('binary', Buffer.concat([Buffer.from([channel]), bytes]));
  }

  #read(message: Buffer): ChannelMessage | 'broken' | undefined {
    const [first] = message;
    if (first === undefined) return undefined;
    if (this.#form.ending > 0 && first === END) return this.#readEnd(message);
    const rest = message.subarray(1);
    if (!this.#form.base64) return { kind: 'data', channel: first, bytes: rest };
    const bytes = decoded(rest.toString('latin1'));
    return bytes === undefined ? undefined : { kind: 'data', channel: first - ZERO, bytes };
  }

  #readEnd(message: Buffer): ChannelMessage | 'broken' {
    const [, channel = this.#form.ending] = message;
    return message.length === END_BYTES && channel < this.#form.ending ? { kind: 'end', channel } : 'broken';
  }
}

/** Undefined for what Go takes for no base64. */
function decoded(text: string): Buffer | undefined {
  const bare = text.replaceAll(/[\r\n]/g, '');
  return badBase64(bare) === undefined ? Buffer.from(bare, 'base64') : undefined;
}
