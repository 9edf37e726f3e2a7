// Events of the two groups that have them: the store keeps them as the older one writes them, with the fields that both have under its names.
import type { JsonObject } from '@rectrace/kube';
import type { Draft } from '../draft.ts';
import type { TypeTable } from '../type-table.ts';
import type { VersionConversion } from './built-in-codec.ts';
import { decodeTyped } from './decode-typed.ts';

const STORED = { apiVersion: 'v1', kind: 'Event' };
const SERVED = { apiVersion: 'events.k8s.io/v1', kind: 'Event' };

/** By name in events.k8s.io. */
const OLDER_NAMES: Readonly<Record<string, string>> = {
  regarding: 'involvedObject',
  note: 'message',
  reportingController: 'reportingComponent',
  deprecatedSource: 'source',
  deprecatedFirstTimestamp: 'firstTimestamp',
  deprecatedLastTimestamp: 'lastTimestamp',
  deprecatedCount: 'count',
};
const NEWER_NAMES = Object.fromEntries(Object.entries(OLDER_NAMES).map(([newer, older]) => [older, newer]));

/** Of events.k8s.io. */
export function eventConversion(table: TypeTable): VersionConversion {
  return {
    storedType: table.ofKind(STORED.apiVersion, STORED.kind)?.name ?? '',
    toStored: (draft) => read(renamed(draft, OLDER_NAMES), STORED, table),
    fromStored: (stored) => read(renamed(stored, NEWER_NAMES), SERVED, table),
  };
}

function renamed(event: JsonObject, names: Readonly<Record<string, string>>): JsonObject {
  return Object.fromEntries(Object.entries(event).map(([key, value]) => [Object.hasOwn(names, key) ? (names[key] ?? key) : key, value]));
}

/** So that each version leaves out and writes what its type says. */
function read(event: JsonObject, { apiVersion, kind }: typeof STORED, table: TypeTable): Draft {
  const type = table.ofKind(apiVersion, kind);
  const decoded = type === undefined ? undefined : decodeTyped(event, type, { table });
  if (decoded?.kind !== 'decoded') throw new TypeError(`an Event of the store is none of ${apiVersion}`);
  return decoded.object;
}
