// The latest cycle of each root that the local history has, for those that still stand as it left them.

import type { HistoryReader, LastWriter } from '@rectrace/history';
import type { KubeObject } from '@rectrace/kube';
import { formatObjectKey, refOf } from '@rectrace/kube';
import type { ChangeType, Cycle } from '@rectrace/trace';

/** version: the last that was recorded of the root. isRunning: it is being recorded, so that whatever is written comes to the history. */
type Recorded = { readonly cycle: Cycle; readonly version: string | undefined; readonly isRunning: boolean };

const REVISIONS: readonly ChangeType[] = ['Present', 'Creation', 'Update', 'Deletion'];

/**
 * Tells the latest cycle of an object as it is now; undefined where none was recorded, where it was one of another object of its name, and
 * where the object was written since: then nobody knows what else has happened. writer: of the history, the last one.
 */
export function latestCycles(reader: HistoryReader, writer: LastWriter | undefined): (object: KubeObject) => Cycle | undefined {
  const latest = new Map(reader.roots().flatMap(({ id }) => latestOf(id, { reader, writer })));
  return (object) => {
    const { uid, resourceVersion } = object.metadata;
    const recorded = latest.get(formatObjectKey(refOf(object)));
    if (recorded === undefined || recorded.cycle.root.uid !== uid) return undefined;
    return recorded.isRunning || recorded.version === resourceVersion ? recorded.cycle : undefined;
  };
}

function latestOf(
  id: string,
  { reader, writer }: { readonly reader: HistoryReader; readonly writer: LastWriter | undefined },
): readonly (readonly [string, Recorded])[] {
  const [cycle] = reader.cycles(id, { newest: 1 });
  if (cycle === undefined) return [];
  const [last] = reader.changes({ uid: cycle.root.uid, types: REVISIONS, newestFirst: true, limit: 1, withoutBodies: true });
  return [[id, { cycle, version: last?.resourceVersion, isRunning: writer?.isRunning === true && writer.root === id }]];
}
