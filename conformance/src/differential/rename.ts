// Makes the answers of two servers comparable: uids, resourceVersions and generated names become numbers in the order in which they first
// appear (so that order and equality stay compared); times of the run, ages in tables, tokens, and revisions that others push on are masked.
// Nothing else.
import type { Json, JsonObject } from '@rectrace/kube';
import { isJsonObject } from '@rectrace/kube';
import { comparableCauses, comparableManagers } from './managed-fields.ts';
import type { Exchange } from './subject.ts';

const UID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
const TIME = /\b20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g;
const CURRENT_REVISION = /(current: |too old resource version: \d+ \(|ResourceVersion in record \()\d+/g;
/** In an object that a message quotes. */
const QUOTED_REVISION = /("resourceVersion\\?":\\?")(\d+)/g;
/** In a cell of a table, of what the case made: whether the second has passed is chance. */
const AGE = /^\d{1,2}s$/;
const SUFFIX_LETTERS = 'bcdfghjklmnpqrstvwxz2456789';
const MOST_PREFIX = 58;
/** Times that are further away were sent by the case. */
const RUN_MS = 3_600_000;

const COMPARABLE: ReadonlyMap<string, (value: Json) => Json> = new Map([
  ['managedFields', comparableManagers],
  ['causes', comparableCauses],
  ['cells', comparableCells],
]);

export type Renaming = {
  /** The answers, renamed. */
  readonly answers: readonly Json[];
  /** The names of all resourceVersions in numeric order. */
  readonly revisionOrder: readonly string[];
};

/** Renames all answers of one server with one set of names. `now`: milliseconds. */
export function rename(exchanges: readonly Exchange[], now: number): Renaming {
  const renamer = new Renamer(now);
  return { answers: exchanges.map((exchange) => renamer.answer(exchange)), revisionOrder: renamer.revisionOrder() };
}

/** One set of names, given out as answers come. */
export class Renamer {
  readonly #now: number;
  readonly #uids = new Map<string, string>();
  readonly #revisions = new Map<string, string>();
  readonly #generated = new Map<string, string>();
  #generatedNames: RegExp | undefined;
  readonly #prefixes = new Set<string>();

  constructor(now: number) {
    this.#now = now;
  }

  answer({ answer, generateName }: Exchange): Json {
    if (generateName !== undefined) this.noteGenerated(generateName);
    return this.value(answer);
  }

  /** From now on, what looks like a name made from the prefix is renamed. */
  noteGenerated(prefix: string): void {
    this.#prefixes.add(prefix.slice(0, MOST_PREFIX));
    const prefixes = [...this.#prefixes].map((text) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|');
    this.#generatedNames = new RegExp(`(${prefixes})([${SUFFIX_LETTERS}]{5})(?![a-z0-9])`, 'g');
  }

  revisionOrder(): readonly string[] {
    return [...this.#revisions].sort(([left], [right]) => Number(left) - Number(right)).map(([, name]) => name);
  }

  value(value: Json): Json {
    if (typeof value === 'string') return this.#text(value);
    if (Array.isArray(value)) return value.map((item) => this.value(item));
    return isJsonObject(value) ? this.#object(value) : value;
  }

  #object(object: JsonObject): Json {
    const pushedOn = Array.isArray(object['items']) || Array.isArray(object['rows']) || object['type'] === 'BOOKMARK';
    const entries = Object.entries(object).map(([key, value]): [string, Json] => [key, COMPARABLE.get(key)?.(value) ?? value]);
    return Object.fromEntries(entries.map(([key, value]) => (pushedOn ? this.#pushedOn(key, value) : this.#entry(key, value))));
  }

  #entry(key: string, value: Json): [string, Json] {
    if (key === 'resourceVersion' && typeof value === 'string') return [key, this.#revision(value)];
    return [this.#text(key), this.value(value)];
  }

  /** A field of a list or of a bookmark. */
  #pushedOn(key: string, value: Json): [string, Json] {
    if (key === 'metadata' && isJsonObject(value)) return [key, this.value(masked(value))];
    if (key !== 'object' || !isJsonObject(value)) return this.#entry(key, value);
    return [key, this.value({ ...value, metadata: masked(value['metadata'] as JsonObject) })];
  }

  #revision(text: string): string {
    if (!/^[0-9]+$/.test(text) || text === '0') return text;
    const known = this.#revisions.get(text) ?? `<rv ${this.#revisions.size + 1}>`;
    this.#revisions.set(text, known);
    return known;
  }

  #text(text: string): string {
    let result = withoutManagedFields(text)
      .replaceAll(UID, (uid) => this.#uid(uid))
      .replaceAll(TIME, (time) => this.#time(time));
    result = result.replaceAll(CURRENT_REVISION, '$1<rv>');
    result = result.replaceAll(QUOTED_REVISION, (_all, before: string, revision: string) => before + this.#revision(revision));
    if (this.#generatedNames === undefined) return result;
    return result.replaceAll(this.#generatedNames, (name, prefix: string) => this.#generatedName(name, prefix));
  }

  #generatedName(name: string, prefix: string): string {
    const known = this.#generated.get(name) ?? `${prefix}<${this.#generated.size + 1}>`;
    this.#generated.set(name, known);
    return known;
  }

  #uid(uid: string): string {
    const known = this.#uids.get(uid) ?? `<uid ${this.#uids.size + 1}>`;
    this.#uids.set(uid, known);
    return known;
  }

  #time(time: string): string {
    return Math.abs(Date.parse(time) - this.#now) < RUN_MS ? '<now>' : time;
  }
}

function comparableCells(cells: Json): Json {
  return Array.isArray(cells) ? cells.map((cell) => (typeof cell === 'string' && AGE.test(cell) ? '<age>' : cell)) : cells;
}

/** An object that a message quotes, without its managedFields. */
function withoutManagedFields(text: string): string {
  const start = text.search(/,?\\"managedFields\\":\[/);
  if (start < 0) return text;
  let depth = 0;
  let end = text.indexOf('[', start);
  do {
    if (text[end] === '[') depth += 1;
    if (text[end] === ']') depth -= 1;
    end += 1;
  } while (depth > 0 && end < text.length);
  return text.slice(0, start) + text.slice(end);
}

/** Of lists and bookmarks: other writers of the real server push the revision on. */
function masked(metadata: JsonObject): JsonObject {
  const { continue: token } = metadata;
  return {
    ...metadata,
    ...(metadata['resourceVersion'] === undefined ? {} : { resourceVersion: '<rv>' }),
    ...(typeof token === 'string' && token !== '' ? { continue: maskedToken(token) } : {}),
  };
}

/** Only the revision in it is masked. */
function maskedToken(token: string): string {
  try {
    return Buffer.from(token, 'base64url')
      .toString()
      .replace(/"rv":\d+/, '"rv":"<rv>"');
  } catch {
    return token;
  }
}
