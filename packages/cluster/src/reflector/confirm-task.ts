// Some collections have no bookmarks (Events): their place would grow old until it is refused. A list that shows nothing new, confirmed by
// a fresh watch that tells nothing either, moves the place forward.

import { compareResourceVersions } from '@rectrace/kube';
import type { RecorderMessage } from '@rectrace/trace';
import { keyOf } from './known-collection.ts';
import type { ReflectorContext } from './reflector-context.ts';
import type { Outcome } from './reflector-state.ts';
import { runWatch } from './watch-task.ts';

/** Where the list shows anything new the watch from the old place tells it, and the place stays. */
export async function* runConfirm(context: ReflectorContext): AsyncGenerator<RecorderMessage, Outcome> {
  const { source, query, known, signal } = context;
  const seen = new Set<string>();
  let version = '';
  let unchanged = true;
  for await (const page of source.list({ ...query, metadataOnly: true }, { from: { kind: 'consistent' }, signal })) {
    if (compareResourceVersions(page.resourceVersion, known.place) === 'less') return { kind: 'behind', version: page.resourceVersion };
    version = page.resourceVersion;
    unchanged &&= page.items.every((object) => known.standing(object).kind === 'same');
    for (const object of page.items) seen.add(keyOf(object.metadata));
  }
  const agreed = unchanged && seen.size === known.size;
  return yield* runWatch(context, agreed ? { confirmed: version } : {});
}
