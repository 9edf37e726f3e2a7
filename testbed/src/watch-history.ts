// The last lines of watches by collection, for sending old ones again.

const LINES_KEPT = 200;
const LONGEST_LINE = 1024 * 1024;

export class WatchHistory {
  readonly #lines = new Map<string, string[]>();

  /** Takes the pieces of one watch as they come. */
  reader(path: string): (piece: Buffer) => void {
    const kept = this.#linesOf(path);
    let pending = '';
    const decoder = new TextDecoder();
    return (piece) => {
      const lines = (pending + decoder.decode(piece, { stream: true })).split('\n');
      pending = lines.pop() ?? '';
      kept.push(...lines.filter((line) => line.length <= LONGEST_LINE));
      kept.splice(0, Math.max(0, kept.length - LINES_KEPT));
    };
  }

  /** The last `count` lines of a collection, oldest first, each with its line end. */
  last(path: string, count: number): string {
    return this.#linesOf(path)
      .slice(-count)
      .map((line) => `${line}\n`)
      .join('');
  }

  #linesOf(path: string): string[] {
    const [collection = path] = path.split('?');
    const known = this.#lines.get(collection);
    if (known !== undefined) return known;
    const fresh: string[] = [];
    this.#lines.set(collection, fresh);
    return fresh;
  }
}
