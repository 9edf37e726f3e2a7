// One line of a watch stream as a message. Whatever an API server would not write is an error, never skipped.

import type { ApiResource, Json, KubeObject, WatchMessage } from '@rectrace/kube';
import { parseJson, parseStatus, stringAt, valueAt } from '@rectrace/kube';
import { AnswerGarbled, reasonOf } from '../errors.ts';
import { toObject } from './parse-list-page.ts';

const INITIAL_EVENTS_END = 'k8s.io/initial-events-end';

export type WatchLineOptions = { readonly resource: ApiResource; readonly path: string; readonly receivedAt: number };

/** @throws AnswerGarbled */
export function parseWatchLine(line: string, options: WatchLineOptions): WatchMessage {
  const { path, receivedAt } = options;
  const event = parseEvent(line, path);
  const body = valueAt(event, ['object']);
  switch (stringAt(event, ['type'])) {
    case 'ADDED':
      return { kind: 'Added', object: versioned(body, options), receivedAt };
    case 'MODIFIED':
      return { kind: 'Modified', object: versioned(body, options), receivedAt };
    case 'DELETED':
      return { kind: 'Deleted', object: versioned(body, options), receivedAt };
    case 'BOOKMARK':
      return bookmark(body, options);
    case 'ERROR':
      return {
        kind: 'Failure',
        status: parseStatus(body, { code: 500, message: 'the watch failed without a reason' }),
        receivedAt,
        ...(body === undefined ? {} : { raw: body }),
      };
    default:
      throw new AnswerGarbled(`GET ${path}: the watch sent an event of an unknown type`);
  }
}

function parseEvent(line: string, path: string): Json {
  try {
    return parseJson(line);
  } catch (error) {
    throw new AnswerGarbled(`GET ${path}: the watch sent a line of ${line.length} characters that is no JSON: ${reasonOf(error)}`, error);
  }
}

function versioned(body: Json | undefined, { resource, path }: WatchLineOptions): KubeObject {
  const object = toObject(body ?? null, { resource, path });
  if (typeof object.metadata.resourceVersion !== 'string')
    throw new AnswerGarbled(`GET ${path}: the watch sent an object without a resourceVersion`);
  return object;
}

function bookmark(body: Json | undefined, { path, receivedAt }: WatchLineOptions): WatchMessage {
  const resourceVersion = stringAt(body, ['metadata', 'resourceVersion']) ?? '';
  if (resourceVersion === '') throw new AnswerGarbled(`GET ${path}: the watch sent a bookmark without a resourceVersion`);
  const initialEventsEnd = stringAt(body, ['metadata', 'annotations', INITIAL_EVENTS_END]) === 'true';
  return { kind: 'Bookmark', resourceVersion, initialEventsEnd, receivedAt };
}
