// Up to which version a reflector has told everything, judged by its messages alone.

import { compareDecimals } from '@rectrace/kube';
import type { RecorderMessage } from '@rectrace/trace';

export class ToldPlace {
  #version = '0';
  #listing = false;

  get version(): string {
    return this.#version;
  }

  /** Within a list things are told in another order than that of their versions. */
  note(message: RecorderMessage): void {
    if (message.kind === 'ListBegin') this.#listing = true;
    if (message.kind === 'ListEnd') {
      this.#listing = false;
      this.#pass(message.resourceVersion);
    }
    if (this.#listing) return;
    if (message.kind === 'Bookmark') this.#pass(message.resourceVersion);
    if (message.kind === 'Observed') this.#pass(message.object.metadata.resourceVersion ?? '0');
  }

  #pass(version: string): void {
    if (compareDecimals(version, this.#version) > 0) this.#version = version;
  }
}
