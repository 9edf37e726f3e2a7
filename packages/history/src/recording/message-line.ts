// One message of a recording as a line of JSON, version 2: the collection it is about on every line, the object as it was published.

import {
  formatInstant,
  formatJson,
  formatScope,
  isJsonObject,
  type Json,
  type JsonObject,
  type KubeObject,
  type ObjectRef,
  parseInstant,
  parseObject,
  parseScope,
  type ResourceScope,
  stringAt,
} from '@rectrace/kube';
import type { ObservedBy, RecorderMessage } from '@rectrace/trace';

export type ParsedLine =
  | { readonly kind: 'message'; readonly message: RecorderMessage }
  | { readonly kind: 'invalid'; readonly reason: string };

type MessageOf<Kind extends RecorderMessage['kind']> = RecorderMessage & { readonly kind: Kind };
type AvailabilityState = MessageOf<'Availability'>['state'];

/** The message as a line without its end. redact: replaces Secrets in every object that is written. */
export function formatMessage(message: RecorderMessage, redact: (object: KubeObject) => KubeObject): string {
  const receivedAt = formatInstant(message.receivedAt);
  return formatJson({ receivedAt, ...fieldsOf(message, redact) });
}

/** Reads a line of version 2. */
export function parseMessage(line: Json): ParsedLine {
  if (!isJsonObject(line)) return invalid('not a JSON object');
  const receivedAt = timeAt(line, 'receivedAt');
  if (receivedAt === undefined) return invalid('receivedAt is no time');
  if (line.type === 'TICK') return { kind: 'message', message: { kind: 'Tick', receivedAt } };
  const scope = stringAt(line, ['scope']);
  if (scope === undefined || !scope.includes('@')) return invalid('scope is missing');
  return typed(line, { scope: parseScope(scope), receivedAt });
}

type Envelope = { readonly scope: ResourceScope; readonly receivedAt: number };

function fieldsOf(message: RecorderMessage, redact: (object: KubeObject) => KubeObject): JsonObject | object {
  if (message.kind === 'Tick') return { type: 'TICK' };
  const scope = formatScope(message.scope);
  switch (message.kind) {
    case 'Listed':
      return { type: 'ADDED', initial: true, scope, object: redact(message.object) };
    case 'Observed':
      return {
        type: OBSERVED[message.type],
        ...(message.by === 'watch' ? {} : { [message.by]: true }),
        ...(message.writtenBy === undefined ? {} : { writtenBy: formatInstant(message.writtenBy) }),
        scope,
        object: redact(message.object),
      };
    default:
      return { type: typeOf(message), scope, ...boundaryFields(message) };
  }
}

type Boundary = Exclude<RecorderMessage, MessageOf<'Tick' | 'Listed' | 'Observed'>>;

function typeOf(message: Boundary): string {
  if (message.kind === 'Availability') return message.state === 'watched' ? 'WATCHED' : 'ERROR';
  return BOUNDARY[message.kind];
}

function boundaryFields(message: Boundary): object {
  switch (message.kind) {
    case 'ListBegin':
      return { kind: message.objectKind, resourceVersion: message.resourceVersion, requestedAt: formatInstant(message.requestedAt) };
    case 'ListEnd':
    case 'Bookmark':
      return { resourceVersion: message.resourceVersion };
    case 'Vanished':
      return { ref: message.ref, after: message.after, before: message.before };
    case 'Gap':
      return { from: message.from, to: message.to, reason: message.reason, ...(message.ref === undefined ? {} : { ref: message.ref }) };
    case 'EpochBegin':
      return { reason: message.reason };
    case 'Availability':
      return { ...(message.state === 'watched' ? {} : { state: message.state }), message: message.message };
  }
}

const OBSERVED = { Added: 'ADDED', Modified: 'MODIFIED', Deleted: 'DELETED' } as const;
const BOUNDARY = {
  ListBegin: 'LIST_BEGIN',
  ListEnd: 'LIST_END',
  Bookmark: 'BOOKMARK',
  Vanished: 'VANISHED',
  Gap: 'GAP',
  EpochBegin: 'EPOCH_BEGIN',
} as const;

function typed(line: JsonObject, at: Envelope): ParsedLine {
  const { type } = line;
  if (typeof type !== 'string') return invalid('type is missing');
  const read = Object.hasOwn(READERS, type) ? READERS[type] : undefined;
  return read === undefined ? invalid(`type ${JSON.stringify(type)} is not known`) : read(line, at);
}

const READERS: Readonly<Record<string, (line: JsonObject, at: Envelope) => ParsedLine>> = {
  ADDED: (line, at) =>
    withObject(line, (object) =>
      line.initial === true ? { kind: 'Listed', ...at, object } : observed(line, { at, object, type: 'Added' }),
    ),
  MODIFIED: (line, at) => withObject(line, (object) => observed(line, { at, object, type: 'Modified' })),
  DELETED: (line, at) => withObject(line, (object) => observed(line, { at, object, type: 'Deleted' })),
  LIST_BEGIN: readListBegin,
  LIST_END: (line, at) =>
    withTexts(line, ['resourceVersion'] as const, ({ resourceVersion }) => ({ kind: 'ListEnd', ...at, resourceVersion })),
  BOOKMARK: (line, at) =>
    withTexts(line, ['resourceVersion'] as const, ({ resourceVersion }) => ({ kind: 'Bookmark', ...at, resourceVersion })),
  VANISHED: readVanished,
  GAP: readGap,
  EPOCH_BEGIN: (line, at) => withTexts(line, ['reason'] as const, ({ reason }) => ({ kind: 'EpochBegin', ...at, reason })),
  WATCHED: (line, at) =>
    withTexts(line, ['message'] as const, ({ message }) => ({ kind: 'Availability', ...at, state: 'watched', message })),
  ERROR: readError,
};

function observed(
  line: JsonObject,
  { at, object, type }: { readonly at: Envelope; readonly object: KubeObject; readonly type: 'Added' | 'Modified' | 'Deleted' },
): RecorderMessage {
  const writtenBy = timeAt(line, 'writtenBy');
  return { kind: 'Observed', type, ...at, object, by: byOf(line), ...(writtenBy === undefined ? {} : { writtenBy }) };
}

function byOf(line: JsonObject): ObservedBy {
  if (line['lateWatch'] === true) return 'lateWatch';
  return line['walkBack'] === true ? 'walkBack' : 'watch';
}

function readListBegin(line: JsonObject, at: Envelope): ParsedLine {
  const requestedAt = timeAt(line, 'requestedAt');
  if (requestedAt === undefined) return invalid('requestedAt is no time');
  return withTexts(line, ['kind', 'resourceVersion'] as const, ({ kind, resourceVersion }) => ({
    kind: 'ListBegin',
    ...at,
    objectKind: kind,
    resourceVersion,
    requestedAt,
  }));
}

function readVanished(line: JsonObject, at: Envelope): ParsedLine {
  const ref = refAt(line);
  if (ref === undefined) return invalid('ref is not an object reference');
  return withTexts(line, ['after', 'before'] as const, ({ after, before }) => ({ kind: 'Vanished', ...at, ref, after, before }));
}

function readGap(line: JsonObject, at: Envelope): ParsedLine {
  const ref = refAt(line);
  if (ref === undefined && Object.hasOwn(line, 'ref')) return invalid('ref is not an object reference');
  return withTexts(line, ['from', 'to', 'reason'] as const, ({ from, to, reason }) => ({
    kind: 'Gap',
    ...at,
    from,
    to,
    reason,
    ...(ref === undefined ? {} : { ref }),
  }));
}

function readError(line: JsonObject, at: Envelope): ParsedLine {
  const state = FAILED.find((name) => name === line.state);
  if (state === undefined) return invalid('state of an error is not known');
  return withTexts(line, ['message'] as const, ({ message }) => ({ kind: 'Availability', ...at, state, message }));
}

const FAILED: readonly AvailabilityState[] = ['forbidden', 'absent', 'failing'];

function withObject(line: JsonObject, build: (object: KubeObject) => RecorderMessage): ParsedLine {
  const parsed = parseObject(line.object);
  return parsed.kind === 'invalid' ? invalid(`object: ${parsed.reason}`) : { kind: 'message', message: build(parsed.object) };
}

function withTexts<Name extends string>(
  line: JsonObject,
  names: readonly Name[],
  build: (texts: Readonly<Record<Name, string>>) => RecorderMessage,
): ParsedLine {
  const missing = names.find((name) => typeof line[name] !== 'string');
  if (missing !== undefined) return invalid(`${missing} is missing`);
  return { kind: 'message', message: build(line as unknown as Readonly<Record<Name, string>>) };
}

function refAt(line: JsonObject): ObjectRef | undefined {
  const fields = ['group', 'version', 'kind', 'namespace', 'name', 'uid'] as const;
  const complete = fields.every((field) => stringAt(line, ['ref', field]) !== undefined);
  return complete ? (line.ref as unknown as ObjectRef) : undefined;
}

function timeAt(line: JsonObject, field: string): number | undefined {
  return parseInstant(stringAt(line, [field]));
}

function invalid(reason: string): ParsedLine {
  return { kind: 'invalid', reason };
}
