// A client of SPDY/3.1 over a connection in memory.
import type { Frame } from '../spdy/frame.ts';
import { FrameParser } from '../spdy/frame-parser.ts';
import { HeaderPacker } from '../spdy/header-block.ts';
import { renderFrame } from '../spdy/render-frame.ts';
import { UpgradedClient } from './upgraded-client.ts';

export class SpdyClient extends UpgradedClient {
  readonly #packer = new HeaderPacker();

  /** `protocol`: of the streams. */
  constructor(protocol: string) {
    super({ 'x-stream-protocol-version': protocol });
  }

  /** All that it has been told. */
  get frames(): readonly Frame[] {
    return [...new FrameParser().frames(this.heard)];
  }

  /** e.g. 'rst-stream 1', in their order. */
  get kinds(): readonly string[] {
    return this.frames.map((frame) => ('stream' in frame ? `${frame.kind} ${frame.stream}` : frame.kind));
  }

  /** What it has been told on a stream. */
  textOf(stream: number): string {
    return Buffer.concat(
      this.frames.flatMap((frame) => (frame.kind === 'data' && frame.stream === stream ? [frame.bytes] : [])),
    ).toString();
  }

  async open(stream: number, headers: Readonly<Record<string, string>>): Promise<void> {
    const block = await this.#packer.pack(new Map(Object.entries(headers)));
    this.send({ kind: 'syn-stream', stream, final: false, block });
  }

  send(frame: Frame): void {
    this.say(renderFrame(frame));
  }

  sayOn(stream: number, text: string, final = false): void {
    this.send({ kind: 'data', stream, bytes: Buffer.from(text), final });
  }
}
