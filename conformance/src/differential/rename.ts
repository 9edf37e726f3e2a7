// Makes the answers of two servers comparable: uids, resourceVersions and generated names become numbers in the order in which they first
// appear (so that order and equality stay compared); times of the run, tokens, and revisions that others push on are masked. Nothing else.
import type { Json, JsonObject } from '@rectrace/kube';
import { isJsonObject } from '@rectrace/kube';

const UID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
const TIME = /\b20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g;
const CURRENT_REVISION = /(current: |too old resource version: \d+ \()\d+/g;
/** Times that are further away were sent by the case. */
const RUN_MS = 3_600_000;

export type Renaming = {
  /** The answers, renamed. */
  readonly answers: readonly Json[];
  /** The names of all resourceVersions in numeric order. */
  readonly revisionOrder: readonly string[];
};

/** Renames all answers of one server with one set of names. `now`: milliseconds. */
export function rename(answers: readonly Json[], now: number): Renaming {
  const renamer = new Renamer(now);
  const renamed = answers.map((answer) => renamer.value(answer));
  return { answers: renamed, revisionOrder: renamer.revisionOrder() };
}

class Renamer {
  readonly #now: number;
  readonly #uids = new Map<string, string>();
  readonly #revisions = new Map<string, string>();
  readonly #generated = new Map<string, string>();

  constructor(now: number) {
    this.#now = now;
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
    this.#noteGenerated(object);
    const isList = Array.isArray(object['items']) || Array.isArray(object['rows']) || object['type'] === 'BOOKMARK';
    const entries = Object.entries(object).flatMap(([key, value]): [string, Json][] => {
      if (key === 'managedFields') return [];
      if (key === 'resourceVersion' && typeof value === 'string') return [[key, this.#revision(value)]];
      if (key === 'metadata' && isList && isJsonObject(value)) return [[key, this.value(masked(value))]];
      if (key === 'object' && isList && isJsonObject(value)) return [[key, this.value({ ...value, metadata: masked(value['metadata'] as JsonObject) })]];
      return [[this.#text(key), this.value(value)]];
    });
    return Object.fromEntries(entries);
  }

  #noteGenerated({ generateName, name }: JsonObject): void {
    if (typeof generateName !== 'string' || typeof name !== 'string' || !name.startsWith(generateName)) return;
    if (!this.#generated.has(name)) this.#generated.set(name, `${generateName}<${this.#generated.size + 1}>`);
  }

  #revision(text: string): string {
    if (!/^[0-9]+$/.test(text) || text === '0') return text;
    const known = this.#revisions.get(text) ?? `<rv ${this.#revisions.size + 1}>`;
    this.#revisions.set(text, known);
    return known;
  }

  #text(text: string): string {
    const generated = this.#generated.get(text);
    if (generated !== undefined) return generated;
    let result = text.replaceAll(UID, (uid) => this.#uid(uid)).replaceAll(TIME, (time) => this.#time(time));
    result = result.replaceAll(CURRENT_REVISION, '$1<rv>');
    for (const [name, shown] of this.#generated) result = result.replaceAll(name, shown);
    for (const [revision, shown] of this.#revisions) result = result.replaceAll(new RegExp(`\\b${revision}\\b(?=\\))`, 'g'), shown);
    return result;
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
export function maskedToken(token: string): string {
  try {
    return Buffer.from(token, 'base64url').toString().replace(/"rv":\d+/, '"rv":"<rv>"');
  } catch {
    return token;
  }
}
