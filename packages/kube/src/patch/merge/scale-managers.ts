// The managers of a resource as those of its scale see it: only who owns the replicas; and back.
import { difference } from '../fieldpath/combine.ts';
import type { FieldSet } from '../fieldpath/field-set.ts';
import { fieldSetOf, hasPath } from '../fieldpath/field-set.ts';
import type { Path } from '../fieldpath/path-element.ts';
import { fieldPath } from '../fieldpath/path-element.ts';
import type { Manager, Managers } from './manager.ts';

/** Where the replicas stand, by version of the resource; 'none' where the version has no scale. Absent: there is no such version. */
export type ReplicasPaths = ReadonlyMap<string, Path | 'none'>;

const SCALE_VERSION = 'autoscaling/v1';
const IN_SCALE = fieldPath('spec', 'replicas');

/** The managers of the resource that own its replicas, as managers of its scale. */
export function managersOfScale(managers: Managers, paths: ReplicasPaths): Managers {
  const result = new Map<string, Manager>();
  for (const [key, manager] of managers) {
    if (ownsReplicas(manager, paths)) result.set(key, { ...manager, apiVersion: SCALE_VERSION, fields: fieldSetOf(IN_SCALE) });
  }
  return result;
}

export type ScaleWrite = {
  /** Of the resource before the write. */
  readonly managers: Managers;
  /** Of the scale after it. */
  readonly scale: Managers;
  readonly paths: ReplicasPaths;
  /** Of the resource, as the request names it. */
  readonly apiVersion: string;
};

/** The managers of the resource after a write to its scale. Who comes from the scale has no time but one that it had before. */
export function managersAfterScale({ managers, scale, paths, apiVersion }: ScaleWrite): Managers {
  const result = new Map<string, Manager>();
  const arriving = new Map(scale);
  for (const [key, manager] of managers) {
    const kept = keptEntry(manager, { owns: ownsReplicas(manager, paths), stays: arriving.has(key), paths });
    if (ownsReplicas(manager, paths)) arriving.delete(key);
    if (kept !== undefined) result.set(key, kept);
  }
  const path = paths.get(apiVersion);
  const fields: FieldSet = path === undefined || path === 'none' ? new Map() : fieldSetOf(path);
  for (const [key, manager] of arriving) {
    if (hasPath(manager.fields, IN_SCALE)) result.set(key, arrivingEntry(manager, { fields, apiVersion, known: managers.get(key) }));
  }
  return result;
}

type Keeping = { readonly owns: boolean; readonly stays: boolean; readonly paths: ReplicasPaths };

/** Who owned the replicas and does not own them in the scale any more loses them. */
function keptEntry(manager: Manager, { owns, stays, paths }: Keeping): Manager | undefined {
  const path = paths.get(manager.apiVersion);
  if (path === undefined) return undefined;
  if (path === 'none' || !owns || stays) return manager;
  const fields = difference(manager.fields, fieldSetOf(path));
  return fields.size === 0 ? undefined : { ...manager, fields };
}

type Arriving = { readonly fields: FieldSet; readonly apiVersion: string; readonly known: Manager | undefined };

function arrivingEntry({ time: _time, ...manager }: Manager, { fields, apiVersion, known }: Arriving): Manager {
  const entry = { ...manager, fields, apiVersion };
  return known?.time === undefined ? entry : { ...entry, time: known.time };
}

function ownsReplicas({ apiVersion, fields }: Manager, paths: ReplicasPaths): boolean {
  const path = paths.get(apiVersion);
  return path !== undefined && path !== 'none' && hasPath(fields, path);
}
