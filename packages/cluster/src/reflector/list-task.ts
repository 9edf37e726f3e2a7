// The first list: what there is, streamed page by page, from a consistent read.

import type { RecorderMessage } from '@rectrace/trace';
import { AnswerGarbled } from '../errors.ts';
import { momentOf } from './moment.ts';
import type { ReflectorContext } from './reflector-context.ts';
import type { Outcome } from './reflector-state.ts';

/** Replaces all that is known. A list that breaks off is begun anew by a new ListBegin. */
export async function* runList({
  source,
  query,
  scope,
  clock,
  known,
  counters,
  signal,
}: ReflectorContext): AsyncGenerator<RecorderMessage, Outcome> {
  const asked = momentOf(clock);
  known.clear();
  let resourceVersion = '';
  for await (const page of source.list(query, { from: { kind: 'consistent' }, signal })) {
    const receivedAt = clock.now();
    if (resourceVersion === '') {
      resourceVersion = page.resourceVersion;
      yield { kind: 'ListBegin', scope, objectKind: query.resource.kind, resourceVersion, requestedAt: asked.now, receivedAt };
    }
    if (page.resourceVersion !== resourceVersion) throw new AnswerGarbled('the pages of one list are of different versions');
    for (const object of page.items) {
      known.put(object);
      yield { kind: 'Listed', scope, object, receivedAt };
    }
  }
  known.reach(resourceVersion, asked);
  counters.place = known.place;
  yield { kind: 'ListEnd', scope, resourceVersion, receivedAt: clock.now() };
  return { kind: 'listed' };
}
