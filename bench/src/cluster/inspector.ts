// Asks a Node process that was started with --inspect for its memory, garbage collected.

/** Bytes. heapUsed: objects of JavaScript; external: buffers they hold; rss: resident in all. */
export type Memory = { readonly heapUsed: number; readonly external: number; readonly rss: number };

type Answer = {
  readonly id?: number;
  readonly result?: { readonly result?: { readonly value?: unknown } };
  readonly error?: { readonly message: string };
};

export class Inspector {
  readonly #socket: WebSocket;
  #asked = 0;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
  }

  /** url: the one that Node prints. */
  static async connect(url: string): Promise<Inspector> {
    const socket = new WebSocket(url);
    await new Promise((resolve, reject) => {
      socket.addEventListener('open', resolve, { once: true });
      socket.addEventListener('error', () => reject(new Error(`no answer from ${url}`)), { once: true });
    });
    return new Inspector(socket);
  }

  /** After collecting garbage several times. */
  async memory(): Promise<Memory> {
    for (let round = 0; round < 4; round++) await this.#ask('HeapProfiler.collectGarbage', {});
    const { result } = await this.#ask('Runtime.evaluate', { expression: 'JSON.stringify(process.memoryUsage())' });
    return JSON.parse(String(result?.result?.value)) as Memory;
  }

  close(): void {
    this.#socket.close();
  }

  #ask(method: string, params: object): Promise<Answer> {
    this.#asked += 1;
    const id = this.#asked;
    return new Promise((resolve, reject) => {
      const hear = (event: MessageEvent): void => {
        const answer = JSON.parse(String(event.data)) as Answer;
        if (answer.id !== id) return;
        this.#socket.removeEventListener('message', hear);
        if (answer.error === undefined) resolve(answer);
        else reject(new Error(`${method}: ${answer.error.message}`));
      };
      this.#socket.addEventListener('message', hear);
      this.#socket.send(JSON.stringify({ id, method, params }));
    });
  }
}
