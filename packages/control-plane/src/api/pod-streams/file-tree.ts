// The files of a container, as a script gives them and clients copy them.
import type { Content } from '../pod-answers/pod-answers.ts';
import { bytesOf } from '../pod-answers/pod-answers.ts';

export type WriteOutcome = { readonly kind: 'written' } | { readonly kind: 'full' };

/** Of all files of a container together. */
const MOST_BYTES = 64 * 1024 * 1024;

/** Folders are there as long as something is in them. */
export class FileTree {
  readonly #files: Map<string, Uint8Array>;

  constructor(files: Readonly<Record<string, Content>>) {
    this.#files = new Map(Object.entries(files).map(([path, content]) => [absolute(path, '/'), bytesOf(content)]));
  }

  isFile(path: string): boolean {
    return this.#files.has(path);
  }

  isFolder(path: string): boolean {
    return path === '/' || [...this.#files.keys()].some((file) => file.startsWith(`${path}/`));
  }

  /** The file of that path, or all files below it, in the order of their paths. */
  below(path: string): readonly (readonly [path: string, bytes: Uint8Array])[] {
    const prefix = path === '/' ? '/' : `${path}/`;
    return [...this.#files].filter(([file]) => file === path || file.startsWith(prefix)).sort(([left], [right]) => (left < right ? -1 : 1));
  }

  write(path: string, bytes: Uint8Array): WriteOutcome {
    const others = [...this.#files].reduce((sum, [file, content]) => sum + (file === path ? 0 : content.length), 0);
    if (others + bytes.length > MOST_BYTES) return { kind: 'full' };
    this.#files.set(path, bytes);
    return { kind: 'written' };
  }
}

/** A path seen from a folder, without `.`, `..` and doubled slashes. */
export function absolute(path: string, folder: string): string {
  const steps: string[] = [];
  for (const step of (path.startsWith('/') ? path : `${folder}/${path}`).split('/')) {
    if (step === '..') steps.pop();
    else if (step !== '' && step !== '.') steps.push(step);
  }
  return `/${steps.join('/')}`;
}
