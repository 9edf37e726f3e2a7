// watch
import type { JsonObject } from '@rectrace/kube';
import { RequestRefused } from '../../errors.ts';
import type { ApiResponse } from '../api-request.ts';
import type { WatchEventBody } from '../codec/representation.ts';
import type { Environment } from '../environment.ts';
import type { MediaChoice } from '../media-type.ts';
import { listOptionsIn } from '../options/list-options.ts';
import { EVENTS, sweptWhileRead } from '../registry/event-expiry.ts';
import type { ObjectEvent } from '../registry/watch-objects.ts';
import { watchObjects } from '../registry/watch-objects.ts';
import { doneAtOnce } from '../steps.ts';
import { transformOf } from '../transform-target.ts';
import { metadataOnly } from '../transforms/partial-metadata.ts';
import { renderTable } from '../transforms/table.ts';
import { transformObject } from '../transforms/transform.ts';
import { statusValue } from './answer.ts';
import { selectingOf } from './list.ts';
import { negotiateStream } from './negotiate.ts';
import type { Target } from './target.ts';

/** @throws RequestRefused */
export function handleWatch(environment: Environment, target: Target): ApiResponse {
  const { request } = target;
  const options = listOptionsIn(request.query, true);
  const media = negotiateStream(environment, target);
  const watching = { ...environment, ...(request.signal === undefined ? {} : { signal: request.signal }) };
  const told = watchObjects(watching, selectingOf(target), options);
  const events = target.resource.storage === EVENTS ? sweptWhileRead(environment.expiry, told) : told;
  return {
    kind: 'stream',
    status: 200,
    headers: {},
    warnings: [...target.warnings],
    media,
    events: presented(events, { environment, target, media }),
  };
}

type Presenting = { readonly environment: Environment; readonly target: Target; readonly media: MediaChoice };

/** What can't be converted ends the watch. */
async function* presented(events: AsyncIterable<ObjectEvent>, presenting: Presenting): AsyncGenerator<WatchEventBody> {
  let first = true;
  const { conversion } = presenting.target.resource;
  try {
    for await (const event of events) {
      if (conversion !== undefined && 'object' in event) await conversion.show([event.object]);
      yield bodyOf(event, presenting, first);
      first = false;
    }
  } catch (error) {
    if (!(error instanceof RequestRefused)) throw error;
    yield { type: 'ERROR', object: statusValue(error.status) };
  }
}

function bodyOf(event: ObjectEvent, { environment, target, media }: Presenting, first: boolean): WatchEventBody {
  switch (event.kind) {
    case 'ERROR':
      return { type: 'ERROR', object: statusValue(event.status) };
    case 'BOOKMARK':
      return { type: 'BOOKMARK', object: bookmark(event, { environment, target, media }, first) };
    default:
      return { type: event.kind, object: eventObject(event.object, { environment, target, media }, first) };
  }
}

function eventObject(stored: JsonObject, { environment, target, media }: Presenting, first: boolean): JsonObject {
  const transforming = { target, media, now: environment.clock.now() };
  const transform = media.target === undefined ? undefined : transformOf(media.target);
  if (transform !== 'table') return transformObject(transforming, stored);
  const table = transformObject(transforming, stored);
  return first ? table : { ...table, columnDefinitions: null };
}

type Bookmark = Extract<ObjectEvent, { kind: 'BOOKMARK' }>;

function bookmark({ revision, initialEnd }: Bookmark, { environment, target, media }: Presenting, first: boolean): JsonObject {
  const { resource } = target;
  const metadata = {
    resourceVersion: String(revision),
    ...(initialEnd ? { annotations: { 'k8s.io/initial-events-end': 'true' } } : {}),
  };
  if (media.target === undefined) return resource.codec.empty(metadata);
  if (transformOf(media.target) !== 'table') return metadataOnly({ metadata }, media.target);
  const include = target.request.query.get('includeObject') ?? '';
  const apiVersion = `${media.target.group}/${media.target.version}`;
  const shown = initialEnd ? 'Metadata' : include;
  return doneAtOnce(
    renderTable({
      resource,
      objects: [{ metadata }],
      now: environment.clock.now(),
      apiVersion,
      include: shown,
      headers: first,
      metadata: { resourceVersion: String(revision) },
    }),
  );
}
