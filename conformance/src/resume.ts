// What reflectors tell after a restart: each collection as it stood at its stored position, then everything that came after that.

import type { RecordedPosition } from '@rectrace/history';
import type { KubeObject, ResourceScope } from '@rectrace/kube';
import { formatScope } from '@rectrace/kube';
import type { RecorderMessage } from '@rectrace/trace';

type ScopedMessage = Exclude<RecorderMessage, { readonly kind: 'Tick' }>;
type Collection = { readonly scope: ResourceScope; readonly kind: string; readonly items: readonly KubeObject[] };

/** Places where a restart can be, `count` of them evenly spread over a stream of messages. */
export function restartPlaces(messages: readonly RecorderMessage[], count: number): readonly number[] {
  return [...new Set(Array.from({ length: count }, (_, index) => Math.floor(((index + 1) * messages.length) / (count + 1))))];
}

/** The messages after a restart at `place`. A collection without a stored position is told from its beginning. */
export function resumedFrom(
  messages: readonly RecorderMessage[],
  { place, positions }: { readonly place: number; readonly positions: readonly RecordedPosition[] },
): readonly RecorderMessage[] {
  const receivedAt = messages[place - 1]?.receivedAt ?? 0;
  const told = new Map<string, number>();
  const again: RecorderMessage[] = [];
  for (const { scope, resourceVersion } of positions) {
    const index = indexOf(messages.slice(0, place), { scope, resourceVersion });
    told.set(scope, index);
    const own = messages.slice(0, index + 1).filter((message): message is ScopedMessage => isOf(message, scope));
    again.push(...listed(collectionAfter(own), { resourceVersion, receivedAt }));
  }
  const rest = messages.filter((message, index) =>
    message.kind === 'Tick' ? index >= place : index > (told.get(formatScope(message.scope)) ?? -1),
  );
  return [...again, ...rest];
}

/** The message by which a collection came to its position. */
function indexOf(
  messages: readonly RecorderMessage[],
  { scope, resourceVersion }: Pick<RecordedPosition, 'scope' | 'resourceVersion'>,
): number {
  return messages.findLastIndex((message) => isOf(message, scope) && placeOf(message) === resourceVersion);
}

function isOf(message: RecorderMessage, scope: string): boolean {
  return message.kind !== 'Tick' && formatScope(message.scope) === scope;
}

function placeOf(message: RecorderMessage): string | undefined {
  if (message.kind === 'ListEnd' || message.kind === 'Bookmark') return message.resourceVersion;
  return message.kind === 'Observed' ? message.object.metadata.resourceVersion : undefined;
}

function collectionAfter(messages: readonly ScopedMessage[]): Collection {
  const items = new Map<string, KubeObject>();
  for (const message of messages) follow(items, message);
  const objects = messages.flatMap((message) => (message.kind === 'Listed' || message.kind === 'Observed' ? [message.object.kind] : []));
  const listings = messages.flatMap((message) => (message.kind === 'ListBegin' ? [message.objectKind] : []));
  const scope = messages[0]?.scope ?? { group: '', resource: '', namespace: '' };
  return { scope, kind: listings[0] ?? objects[0] ?? '', items: [...items.values()] };
}

function follow(items: Map<string, KubeObject>, message: ScopedMessage): void {
  if (message.kind === 'ListBegin') items.clear();
  if (message.kind === 'Vanished') items.delete(message.ref.uid);
  if (message.kind !== 'Listed' && message.kind !== 'Observed') return;
  const { uid = '', name, namespace = '' } = message.object.metadata;
  const key = uid === '' ? `${namespace}/${name}` : uid;
  if (message.kind === 'Observed' && message.type === 'Deleted') items.delete(key);
  else items.set(key, message.object);
}

function listed(
  { scope, kind, items }: Collection,
  { resourceVersion, receivedAt }: { readonly resourceVersion: string; readonly receivedAt: number },
): readonly RecorderMessage[] {
  return [
    { kind: 'ListBegin', scope, objectKind: kind, resourceVersion, requestedAt: 0, receivedAt },
    ...items.map((object): RecorderMessage => ({ kind: 'Listed', scope, object, receivedAt })),
    { kind: 'ListEnd', scope, resourceVersion, receivedAt },
  ];
}
