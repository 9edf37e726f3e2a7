// Events of the two groups that have them: the store keeps them as the older one writes them, with the fields that both have under its names.
import type { JsonObject } from '@rectrace/kube';
import type { TypeTable } from '../type-table.ts';
import type { VersionConversion } from './built-in-codec.ts';
import { readAs } from './read-as.ts';

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
    toStored: (draft) => readAs(renamed(draft, OLDER_NAMES), STORED, table),
    fromStored: (stored) => readAs(renamed(stored, NEWER_NAMES), SERVED, table),
  };
}

function renamed(event: JsonObject, names: Readonly<Record<string, string>>): JsonObject {
  return Object.fromEntries(Object.entries(event).map(([key, value]) => [Object.hasOwn(names, key) ? (names[key] ?? key) : key, value]));
}
