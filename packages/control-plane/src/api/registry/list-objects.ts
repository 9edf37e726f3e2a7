// Lists: the present, a revision of the past, or the next page of an earlier list.
import type { JsonObject } from '@rectrace/kube';
import type { Objects } from '../../storage/collection.ts';
import { rankOf, valueIn, walkFrom } from '../../storage/ordered-map.ts';
import type { Store } from '../../storage/store.ts';
import { badRequest, expired, tooLargeResourceVersion } from '../failures.ts';
import type { ListOptions } from '../options/list-options.ts';
import { formatContinue, parseContinue } from './continue-token.ts';
import type { Selecting, Selection } from './selection.ts';
import { selectionOf } from './selection.ts';

export type ObjectList = {
  readonly items: readonly JsonObject[];
  readonly revision: number;
  readonly continueToken: string;
  /** Absent where a selector makes it unknowable. */
  readonly remainingItemCount?: number;
};

const TOO_OLD = 'The resourceVersion for the provided list is too old.';
const CONTINUE_TOO_OLD =
  'The provided continue parameter is too old to display a consistent list result. You can start a new list without the continue parameter, or use the continue token in this response to retrieve the remainder of the results. Continuing with the provided token results in an inconsistent list - objects that were created, modified, or deleted between the time the first chunk was returned and now may show up in the list.';
/** Revision of a token that goes on from the present. */
const PRESENT = -1;

/** Items in the form of the store. @throws RequestRefused */
export function listObjects(store: Store, selecting: Selecting, options: ListOptions): ObjectList {
  const selection = selectionOf(selecting, options);
  const from = startOf(store, selecting, { options, selection });
  if (selection.single !== undefined) return singleton(from, selection.single, selection);
  // What may be stale is answered whole, as from a cache.
  const limit = options.resourceVersion === '0' && options.resourceVersionMatch === '' && options.continueToken === '' ? 0 : options.limit;
  return page(from, selection, limit);
}

type Start = { readonly revision: number; readonly objects: Objects; readonly after: string };

function startOf(
  store: Store,
  { resource }: Selecting,
  { options, selection }: { readonly options: ListOptions; readonly selection: Selection },
): Start {
  const { continueToken, resourceVersion, resourceVersionMatch } = options;
  if (continueToken === '') {
    const match = options.limit > 0 && resourceVersionMatch === '' && Number(resourceVersion) > 0 ? 'Exact' : resourceVersionMatch;
    return { ...snapshotFor(store, resource.storage, { resourceVersion, resourceVersionMatch: match }), after: '' };
  }
  const token = parseContinue(continueToken);
  if (resourceVersion !== '' && resourceVersion !== '0') throw badRequest('specifying resource version is not allowed when using continue');
  const after = `${selection.prefix}${token.start}`;
  const snapshot = store.snapshot(resource.storage, token.revision === PRESENT ? undefined : token.revision);
  if (snapshot.kind === 'compacted') throw expired(CONTINUE_TOO_OLD, formatContinue({ revision: PRESENT, start: token.start }));
  if (snapshot.kind === 'future') throw tooLargeResourceVersion(token.revision, snapshot.current);
  return { ...snapshot, after };
}

type Wanted = Pick<ListOptions, 'resourceVersion' | 'resourceVersionMatch'>;

function snapshotFor(store: Store, storage: string, { resourceVersion, resourceVersionMatch }: Wanted): Omit<Start, 'after'> {
  const wanted = parseRevision(resourceVersion);
  const exact = resourceVersionMatch === 'Exact';
  if (!exact && wanted > store.revision) throw tooLargeResourceVersion(wanted, store.revision);
  const snapshot = store.snapshot(storage, exact ? wanted : undefined);
  if (snapshot.kind === 'future') throw tooLargeResourceVersion(wanted, snapshot.current);
  if (snapshot.kind === 'compacted') throw expired(TOO_OLD);
  return snapshot;
}

/** 0 where the text is empty. @throws RequestRefused for what is no revision. */
function parseRevision(text: string): number {
  if (text === '') return 0;
  if (!/^[0-9]+$/.test(text)) throw badRequest(`invalid resource version: ${revisionProblem(text)}`);
  return Number(text);
}

/** The complaint about a resourceVersion that is no number. */
export function revisionProblem(text: string): string {
  const quoted = JSON.stringify(text);
  return `resourceVersion: Invalid value: ${quoted}: strconv.ParseUint: parsing ${quoted}: invalid syntax`;
}

function singleton({ objects, revision }: Start, key: string, { matches }: Selection): ObjectList {
  const stored = valueIn(objects, key);
  return { items: stored !== undefined && matches(stored.object) ? [stored.object] : [], revision, continueToken: '' };
}

function page({ objects, revision, after }: Start, { prefix, matches, everything }: Selection, limit: number): ObjectList {
  const items: JsonObject[] = [];
  let last = '';
  let more = false;
  walkFrom(objects, after === '' ? prefix : after, (key, { object }) => {
    if (!key.startsWith(prefix)) return false;
    // Whether what is left matches is not looked at: the next page may be empty.
    if (limit > 0 && items.length === limit) {
      more = true;
      return false;
    }
    if (!matches(object)) return true;
    items.push(object);
    last = key;
    return true;
  });
  if (!more) return { items, revision, continueToken: '' };
  const continueToken = formatContinue({ revision, start: `${last.slice(prefix.length)}\0` });
  return { items, revision, continueToken, ...(everything ? { remainingItemCount: countBetween(objects, `${last}\0`, prefix) } : {}) };
}

function countBetween(objects: Objects, from: string, prefix: string): number {
  const end = prefix === '' ? objects.size : rankOf(objects, `${prefix.slice(0, -1)}0`);
  return end - rankOf(objects, from);
}
