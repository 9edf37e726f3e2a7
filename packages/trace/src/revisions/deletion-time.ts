// When an object's deletion was asked for: its deletionTimestamp lies ahead of that by the grace period.

import type { Json, KubeObject } from '@rectrace/kube';
import { integerAt, parseInstant } from '@rectrace/kube';

/** Milliseconds since the epoch; undefined where the object is not being deleted, or does not say since when. */
export function deletionAskedAt(metadata: KubeObject['metadata']): number | undefined {
  const due = parseInstant(metadata.deletionTimestamp);
  const grace = Number(integerAt(metadata as Json, ['deletionGracePeriodSeconds']) ?? 0) * 1000;
  return due === undefined || grace < 0 || grace > due ? undefined : due - grace;
}
