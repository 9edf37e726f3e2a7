// The list after a lost place: what did not change is listed, what did is walked back to its last known revision, and the rest is a gap.

import type { KubeObject, ListFrom, ListPage } from '@rectrace/kube';
import { compareResourceVersions } from '@rectrace/kube';
import type { RecorderMessage } from '@rectrace/trace';
import { AnswerGarbled } from '../errors.ts';
import { inOrder } from './in-order.ts';
import type { Standing } from './known-collection.ts';
import { isNewer, keyOf } from './known-collection.ts';
import type { Moment } from './moment.ts';
import { momentOf } from './moment.ts';
import type { Difference } from './recover-name.ts';
import { recoverName } from './recover-name.ts';
import type { ReflectorContext } from './reflector-context.ts';
import type { Outcome, Task } from './reflector-state.ts';
import type { Unsearched } from './search-break.ts';
import { searchBreak } from './search-break.ts';

type Relisting = {
  readonly place: string;
  readonly seen: Set<string>;
  readonly differences: Difference[];
  readonly asked: Moment;
  resourceVersion: string;
};

/** requestedAt of its ListBegin is 0: such a list may show a state from before it was asked for. */
export async function* runRelist(
  context: ReflectorContext,
  task: Task & { readonly kind: 'relist' },
): AsyncGenerator<RecorderMessage, Outcome> {
  const { source, query, scope, clock, known, counters, signal } = context;
  const relisting: Relisting = { place: known.place, seen: new Set(), differences: [], resourceVersion: '', asked: momentOf(clock) };
  const from: ListFrom = task.consistent ? { kind: 'consistent' } : { kind: 'notOlderThan', resourceVersion: known.place };
  for await (const page of source.list(query, { from, signal })) {
    const { resourceVersion } = page;
    if (compareResourceVersions(resourceVersion, relisting.place) === 'less') return { kind: 'behind', version: resourceVersion };
    if (relisting.resourceVersion === '') {
      relisting.resourceVersion = resourceVersion;
      yield { kind: 'ListBegin', scope, objectKind: query.resource.kind, resourceVersion, requestedAt: 0, receivedAt: clock.now() };
    }
    yield* tellPage(page, { context, relisting });
  }
  yield* tellDifferences(context, relisting);
  const unsearched = yield* searchBreak({ context, place: relisting.place, listVersion: relisting.resourceVersion });
  if (unsearched !== undefined) yield unnamedGap(unsearched, { context, reason: task.reason });
  known.told.clear();
  known.reach(relisting.resourceVersion, relisting.asked);
  counters.place = known.place;
  counters.relists += 1;
  yield { kind: 'ListEnd', scope, resourceVersion: relisting.resourceVersion, receivedAt: clock.now() };
  return { kind: 'listed' };
}

async function* tellPage(
  page: ListPage,
  { context, relisting }: { readonly context: ReflectorContext; readonly relisting: Relisting },
): AsyncGenerator<RecorderMessage> {
  const { scope, clock, known, counters } = context;
  if (page.resourceVersion !== relisting.resourceVersion) throw new AnswerGarbled('the pages of one list are of different versions');
  const receivedAt = clock.now();
  for (const object of page.items) {
    relisting.seen.add(keyOf(object.metadata));
    const standing = known.standing(object);
    if (standing.kind === 'older') counters.droppedOlder += 1;
    const difference = differenceOf(object, { standing, place: relisting.place });
    if (standing.kind === 'new' && difference === undefined) known.put(object);
    if (difference === undefined) yield { kind: 'Listed', scope, object, receivedAt };
    else relisting.differences.push(difference);
  }
}

/** Undefined for what is known as it is, or better, or was there at the place already though nobody said so. */
function differenceOf(
  current: KubeObject,
  { standing, place }: { readonly standing: Standing; readonly place: string },
): Difference | undefined {
  const { namespace = '', name } = current.metadata;
  switch (standing.kind) {
    case 'same':
    case 'older':
      return undefined;
    case 'new':
      return isNewer(current.metadata.resourceVersion ?? '', place) ? { namespace, name, known: undefined, current } : undefined;
    case 'newer':
    case 'replaced':
      return { namespace, name, known: standing.known, current };
  }
}

/** Each name as a whole: its past, then its present. Memory follows what was told, so that a list begun anew tells nothing twice. */
async function* tellDifferences(context: ReflectorContext, relisting: Relisting): AsyncGenerator<RecorderMessage> {
  const { known, counters, walkBack } = context;
  const gone = known
    .missing(relisting.seen)
    .map(
      ({ namespace, name, uid, resourceVersion }): Difference => ({ namespace, name, known: { uid, resourceVersion }, current: undefined }),
    );
  const differences = [...relisting.differences, ...gone];
  const work = async (
    difference: Difference,
  ): Promise<{ readonly difference: Difference; readonly messages: readonly RecorderMessage[] }> => ({
    difference,
    messages: await recoverName(difference, { context, listVersion: relisting.resourceVersion }),
  });
  for await (const { difference, messages } of inOrder(differences, { limit: walkBack.concurrency, work })) {
    counters.recovered += messages.filter(({ kind }) => kind === 'Observed').length - (difference.current === undefined ? 0 : 1);
    counters.gaps += messages.filter(({ kind }) => kind === 'Gap').length;
    known.told.note(messages);
    yield* messages;
    if (difference.current === undefined) known.remove(difference);
    else known.put(difference.current);
  }
}

/** Who lived before or after the break is read back by name; who came and went within it only where the search got that far. */
function unnamedGap(
  { from, to }: Unsearched,
  { context, reason }: { readonly context: ReflectorContext; readonly reason: string },
): RecorderMessage {
  context.counters.gaps += 1;
  return {
    kind: 'Gap',
    scope: context.scope,
    from,
    to,
    reason: `the watch lost its place (${reason}); only objects that came and went in between can be missing, all others were read back`,
    receivedAt: context.clock.now(),
  };
}
