// After a restart: the state at the stored place for context, so that the watch can go on from there.

import type { KubeObject } from '@rectrace/kube';
import { compareResourceVersions } from '@rectrace/kube';
import type { RecorderMessage } from '@rectrace/trace';
import { whyUnanswered } from './exact-state.ts';
import { isNewer } from './known-collection.ts';
import type { ReflectOptions, ResumePlace } from './reflect-options.ts';
import type { ReflectorContext } from './reflector-context.ts';
import type { Outcome } from './reflector-state.ts';

/** Lists exactly at the place. Where the server no longer holds that state, it lists what has not changed since; the watch tells the rest or is refused. */
export async function* runResume(
  context: ReflectorContext,
  resume: NonNullable<ReflectOptions['resume']>,
): AsyncGenerator<RecorderMessage, Outcome> {
  context.known.restore(resume.resourceVersion, resume.known);
  context.counters.place = resume.resourceVersion;
  try {
    const listed = yield* listAtPlace(context, resume);
    if (listed) return { kind: 'listed' };
  } catch (error) {
    if (whyUnanswered(error) === undefined) throw error;
  }
  return yield* listUnchanged(context, resume);
}

/** False where the server answers with another state than the one asked for. */
async function* listAtPlace(context: ReflectorContext, { resourceVersion }: ResumePlace): AsyncGenerator<RecorderMessage, boolean> {
  const { source, query, scope, clock, known, signal } = context;
  const items: KubeObject[] = [];
  let begun = false;
  for await (const page of source.list(query, { from: { kind: 'exact', resourceVersion }, signal })) {
    if (page.resourceVersion !== resourceVersion) return false;
    const receivedAt = clock.now();
    if (!begun) yield { kind: 'ListBegin', scope, objectKind: query.resource.kind, resourceVersion, requestedAt: 0, receivedAt };
    begun = true;
    for (const object of page.items) {
      items.push(object);
      yield { kind: 'Listed', scope, object, receivedAt };
    }
  }
  known.restore(resourceVersion, items.map(revisionOf));
  yield { kind: 'ListEnd', scope, resourceVersion, receivedAt: clock.now() };
  return true;
}

/** No ListBegin and ListEnd around it: what is not told here is not gone. */
async function* listUnchanged(
  context: ReflectorContext,
  { resourceVersion: place }: ResumePlace,
): AsyncGenerator<RecorderMessage, Outcome> {
  const { source, query, scope, clock, signal } = context;
  for await (const page of source.list(query, { from: { kind: 'consistent' }, signal })) {
    if (compareResourceVersions(page.resourceVersion, place) === 'less') return { kind: 'behind', version: page.resourceVersion };
    const receivedAt = clock.now();
    for (const object of page.items) {
      if (!isNewer(object.metadata.resourceVersion ?? '', place)) yield { kind: 'Listed', scope, object, receivedAt };
    }
  }
  return { kind: 'listed' };
}

function revisionOf({ metadata }: KubeObject): {
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
  readonly resourceVersion: string;
} {
  const { namespace = '', name, uid = '', resourceVersion = '' } = metadata;
  return { namespace, name, uid, resourceVersion };
}
