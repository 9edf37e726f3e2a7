// Reads the rows of changes: head, body, and the chain of bodies that one is compressed against.

import { type KubeObject, type ObjectRef, parseJson, type Uid } from '@rectrace/kube';
import { type Change, parsePosition } from '@rectrace/trace';
import type { Database, Statement } from 'better-sqlite3';
import { decompress, UnreadableBlob } from '../body-codec.ts';
import { decodeHead } from '../head-codec.ts';
import { TextCache } from '../text-cache.ts';

type ChangeRow = {
  readonly id: string;
  readonly object: number;
  readonly position: string;
  readonly head: Buffer;
  readonly stored: number;
};
type BodyRow = { readonly base: number | null; readonly body: Buffer | null };
type ObjectRow = {
  readonly uid: Uid;
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
};

const MOST_REFS = 50_000;

export class ChangeRows {
  readonly #change: Statement<[number], ChangeRow>;
  readonly #body: Statement<[number], BodyRow>;
  readonly #object: Statement<[number], ObjectRow>;
  readonly #texts: TextCache<number>;
  readonly #refs = new Map<number, ObjectRef>();

  /** cacheBytes: uncompressed bodies kept at hand. */
  constructor(db: Database, cacheBytes: number) {
    this.#change = db.prepare('SELECT id, object, position, head, body IS NOT NULL AS stored FROM change WHERE seq = ?');
    this.#body = db.prepare('SELECT base, body FROM change WHERE seq = ?');
    this.#object = db.prepare('SELECT uid, grp AS "group", version, kind, namespace, name FROM object WHERE id = ?');
    this.#texts = new TextCache(cacheBytes);
  }

  /** The change in this row; undefined where there is no such row (any more). */
  read(seq: number, options: { readonly withoutBody?: boolean } = {}): Change | undefined {
    const row = this.#change.get(seq);
    if (row === undefined) return undefined;
    const change = this.#changeOf(row, () => this.text(seq));
    if (row.stored === 0 || options.withoutBody === true) return change;
    return { ...change, body: parseJson(this.text(seq).toString()) as unknown as KubeObject };
  }

  /** The change in this row without its body, and without a diff that is compressed against it: what no other row's damage touches. */
  remains(seq: number): Change | undefined {
    const row = this.#change.get(seq);
    return row === undefined ? undefined : this.#changeOf(row, () => undefined);
  }

  /** The reference under which an object was first stored. */
  ref(object: number): ObjectRef {
    const known = this.#refs.get(object);
    if (known !== undefined) return known;
    const ref = this.#object.get(object);
    if (ref === undefined) throw new UnreadableBlob(`object ${object} is missing`);
    if (this.#refs.size >= MOST_REFS) this.#refs.clear();
    this.#refs.set(object, ref);
    return ref;
  }

  /** The uncompressed body of a row that has one. */
  text(seq: number): Buffer {
    const { chain, dictionary } = this.#chain(seq);
    let text = dictionary;
    for (const link of chain) {
      text = decompress(link.body, text);
      this.#texts.set(link.seq, text);
    }
    if (text === undefined) throw new UnreadableBlob(`the body of row ${seq} is missing`);
    return text;
  }

  /** A body that was just written, to be at hand for the next one. */
  remember(seq: number, text: Buffer): void {
    this.#texts.set(seq, text);
  }

  /** Forgets texts that may not have come to be stored, or are no longer. */
  forget(seq?: number): void {
    if (seq !== undefined) this.#texts.delete(seq);
    else {
      this.#texts.clear();
      this.#refs.clear();
    }
  }

  #changeOf({ id, object, position, head }: ChangeRow, body: () => Buffer | undefined): Change {
    return { kind: 'change', id, position: parsePosition(position), ...decodeHead(head, { known: this.ref(object), body }) };
  }

  /** What has to be unpacked, first to last, and the text to begin with, where one is at hand. */
  #chain(seq: number): {
    readonly chain: readonly { readonly seq: number; readonly body: Buffer }[];
    readonly dictionary: Buffer | undefined;
  } {
    const chain: { readonly seq: number; readonly body: Buffer }[] = [];
    let at: number | null = seq;
    while (at !== null) {
      const dictionary = this.#texts.get(at);
      if (dictionary !== undefined) return { chain: chain.reverse(), dictionary };
      const row: BodyRow | undefined = this.#body.get(at);
      if (row === undefined || row.body === null) throw new UnreadableBlob(`row ${at}, which row ${seq} is compressed against, is missing`);
      chain.push({ seq: at, body: row.body });
      at = row.base;
    }
    return { chain: chain.reverse(), dictionary: undefined };
  }
}
