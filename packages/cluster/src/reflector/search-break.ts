// Looks for objects that came and went while the watch had no place: exact lists of the whole collection at the versions of the break that
// nothing told accounts for. Where time allows for all of them no gap is left.

import type { KubeObject } from '@rectrace/kube';
import { isOrderable } from '@rectrace/kube';
import type { RecorderMessage } from '@rectrace/trace';
import { whyUnanswered } from './exact-state.ts';
import { inOrder } from './in-order.ts';
import { recoverLife } from './recover-name.ts';
import type { ReflectorContext } from './reflector-context.ts';
import { versionsToSearch } from './versions-to-search.ts';

/** Versions between which (the second included) an object may have come and gone unseen. */
export type Unsearched = { readonly from: string; readonly to: string };

export type BreakSearch = { readonly context: ReflectorContext; readonly place: string; readonly listVersion: string };

/** Lists that show more than this many items together are not worth it. */
const ITEMS_IN_ALL = 50_000;

/** Tells the whole life of each object found; returns what could not be searched, undefined where nothing can be missing. */
export async function* searchBreak({ context, place, listVersion }: BreakSearch): AsyncGenerator<RecorderMessage, Unsearched | undefined> {
  if (place === listVersion) return undefined;
  if (!isOrderable(place) || !isOrderable(listVersion)) return { from: place, to: listVersion };
  const { known, walkBack, clock } = context;
  const isExplained = (version: string): boolean => known.told.hasVersion(version);
  const { unexplained, ordered } = versionsToSearch({ place, listVersion, isExplained });
  const deadline = clock.elapsed() + walkBack.searchMs;
  const searched = new Set<bigint>();
  const work = (version: bigint): Promise<Found> => listAt(version, context);
  for await (const found of inOrder(ordered.slice(0, listsWorthIt(context)), { limit: walkBack.concurrency, work })) {
    if (found.kind === 'listed') searched.add(found.version);
    yield* tellLives(found, { context, listVersion });
    if (clock.elapsed() >= deadline) break;
  }
  const left = unexplained.filter((version) => !isExplained(version.toString()));
  const from = left.find((version) => !searched.has(version));
  return from === undefined ? undefined : { from: (from - 1n).toString(), to: (left.at(-1) ?? from).toString() };
}

function listsWorthIt({ query, known, walkBack }: ReflectorContext): number {
  if (query.metadataOnly === true || walkBack.searchMs === 0) return 0;
  return Math.floor(ITEMS_IN_ALL / Math.max(1, known.size));
}

type Found = { readonly version: bigint; readonly kind: 'listed' | 'skipped' | 'unanswered'; readonly objects: readonly KubeObject[] };

/** Objects that lived then and neither live now nor were told of. */
async function listAt(version: bigint, { source, query, known, signal }: ReflectorContext): Promise<Found> {
  const resourceVersion = version.toString();
  if (known.told.hasVersion(resourceVersion)) return { version, kind: 'skipped', objects: [] };
  const pages: (readonly KubeObject[])[] = [];
  try {
    for await (const page of source.list({ ...query, metadataOnly: true }, { from: { kind: 'exact', resourceVersion }, signal })) {
      if (page.resourceVersion !== resourceVersion) return { version, kind: 'unanswered', objects: [] };
      pages.push(page.items.filter((object) => isStranger(object, known)));
    }
    return { version, kind: 'listed', objects: pages.flat() };
  } catch (error) {
    if (whyUnanswered(error) === undefined) throw error;
    return { version, kind: 'unanswered', objects: [] };
  }
}

function isStranger(object: KubeObject, known: ReflectorContext['known']): boolean {
  const { kind } = known.standing(object);
  return (kind === 'new' || kind === 'replaced') && !known.told.hasObject(object.metadata.uid ?? '');
}

async function* tellLives(
  { objects, version }: Found,
  { context, listVersion }: { readonly context: ReflectorContext; readonly listVersion: string },
): AsyncGenerator<RecorderMessage> {
  const { known, counters } = context;
  for (const object of objects) {
    if (known.told.hasObject(object.metadata.uid ?? '')) continue;
    const messages = await recoverLife(object, { context, listVersion, livedAt: version.toString() });
    known.told.note(messages);
    counters.recovered += messages.filter(({ kind }) => kind === 'Observed').length;
    counters.gaps += messages.filter(({ kind }) => kind === 'Gap').length;
    yield* messages;
  }
}
