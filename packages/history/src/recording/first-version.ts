// Lines of version 1: watch messages only. Their first lists are put together again, and collections named after the kinds in them.

import {
  compareResourceVersions,
  formatScope,
  isJsonObject,
  type Json,
  type KubeObject,
  parseApiVersion,
  parseInstant,
  parseObject,
  type ResourceScope,
  stringAt,
} from '@rectrace/kube';
import type { RecorderMessage } from '@rectrace/trace';

export type FirstVersionLine =
  | { readonly kind: 'listed'; readonly scope: ResourceScope; readonly object: KubeObject; readonly receivedAt: number }
  | { readonly kind: 'message'; readonly message: RecorderMessage }
  | { readonly kind: 'invalid'; readonly reason: string };

/** Reads a line of version 1. A bookmark needs no name. */
export function parseFirstVersion(line: Json): FirstVersionLine {
  if (!isJsonObject(line)) return invalid('not a JSON object');
  const receivedAt = parseInstant(stringAt(line, ['receivedAt']));
  if (receivedAt === undefined) return invalid('receivedAt is no time');
  if (line.type === 'BOOKMARK') return bookmark(line.object, receivedAt);
  if (typeof line.type !== 'string') return invalid('type is missing');
  const type = OBSERVED.get(line.type);
  if (type === undefined) return invalid(`type ${JSON.stringify(line.type)} is not known`);
  const parsed = parseObject(line.object);
  if (parsed.kind === 'invalid') return invalid(`object: ${parsed.reason}`);
  const { object } = parsed;
  const scope = scopeOf(object);
  if (line.initial === true) return { kind: 'listed', scope, object, receivedAt };
  return { kind: 'message', message: { kind: 'Observed', type, scope, object, by: 'watch', receivedAt } };
}

const OBSERVED: ReadonlyMap<string, 'Added' | 'Modified' | 'Deleted'> = new Map([
  ['ADDED', 'Added'],
  ['MODIFIED', 'Modified'],
  ['DELETED', 'Deleted'],
]);

/** Puts initial lines together as one list per collection, in order of appearance. */
export class FirstLists {
  readonly #lists = new Map<
    string,
    { readonly scope: ResourceScope; readonly items: { readonly object: KubeObject; readonly receivedAt: number }[] }
  >();

  add({ scope, object, receivedAt }: FirstVersionLine & { readonly kind: 'listed' }): void {
    const key = formatScope(scope);
    const list = this.#lists.get(key) ?? { scope, items: [] };
    this.#lists.set(key, list);
    list.items.push({ object, receivedAt });
  }

  /** The lists put together so far, and starts anew. ended: whether nothing of them can be missing. */
  *take({ ended }: { readonly ended: boolean }): Iterable<RecorderMessage> {
    const lists = [...this.#lists.values()];
    this.#lists.clear();
    for (const { scope, items } of lists) {
      const first = items[0];
      const last = items.at(-1);
      if (first === undefined || last === undefined) continue;
      const resourceVersion = newest(items.map(({ object }) => object.metadata.resourceVersion ?? ''));
      yield { kind: 'ListBegin', scope, objectKind: first.object.kind, resourceVersion, requestedAt: 0, receivedAt: first.receivedAt };
      for (const item of items) yield { kind: 'Listed', scope, ...item };
      if (ended) yield { kind: 'ListEnd', scope, resourceVersion, receivedAt: last.receivedAt };
    }
  }
}

/** No list can be older than the newest item in it. */
function newest(versions: readonly string[]): string {
  return versions.reduce((best, version) => (compareResourceVersions(version, best) === 'less' ? best : version), '');
}

/** The kind in lower case stands in for the plural, which these files do not tell. */
function scopeOf({ apiVersion, kind }: { readonly apiVersion: string; readonly kind: string }): ResourceScope {
  return { group: parseApiVersion(apiVersion).group, resource: kind.toLowerCase(), namespace: '' };
}

function bookmark(object: Json | undefined, receivedAt: number): FirstVersionLine {
  const apiVersion = stringAt(object, ['apiVersion']);
  const kind = stringAt(object, ['kind']);
  const resourceVersion = stringAt(object, ['metadata', 'resourceVersion']);
  if (apiVersion === undefined || kind === undefined || resourceVersion === undefined)
    return invalid('object: a bookmark needs apiVersion, kind and resourceVersion');
  return { kind: 'message', message: { kind: 'Bookmark', scope: scopeOf({ apiVersion, kind }), resourceVersion, receivedAt } };
}

function invalid(reason: string): FirstVersionLine {
  return { kind: 'invalid', reason };
}
