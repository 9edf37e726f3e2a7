// What was asked in a round, as a reader of a difference wants to see it.
import type { Json } from '@rectrace/kube';
import { formatJson } from '@rectrace/kube';
import type { ApiRequest } from '@rectrace/testbed';
import type { RandomKind } from './random-kind.ts';

const MOST_LINES = 40;

type Entry = { readonly resource: string; readonly path: string; readonly line: string };

export class History {
  readonly #entries: Entry[] = [];

  /** `path`: of the object that it is about; `outcome`: what was answered, in short. */
  note({ kind, path }: { readonly kind: RandomKind; readonly path: string }, request: ApiRequest | undefined, outcome: string): void {
    const { method = 'GET', path: asked = '', body } = request ?? {};
    this.#entries.push({ resource: kind.plural, path, line: `${method} ${asked} ${formatJson((body ?? null) as Json)} -> ${outcome}` });
  }

  /** About one object, or about all of its kind. */
  of({ kind, path }: { readonly kind: RandomKind; readonly path?: string }): readonly string[] {
    const about = this.#entries.filter((entry) => entry.resource === kind.plural && (path === undefined || this.#concerns(entry, path)));
    return about.slice(-MOST_LINES).map(({ line }) => line);
  }

  #concerns(entry: Entry, path: string): boolean {
    return entry.path === path || !entry.line.includes(entry.path);
  }
}
