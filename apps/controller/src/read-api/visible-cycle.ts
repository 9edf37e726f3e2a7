// A cycle as a viewer may see it: a cause that names an object he may not get says only that there was one.

import type { Cycle } from '@rectrace/trace';
import type { ViewerRights } from './viewer-rights.ts';

export async function visibleCycle(cycle: Cycle, rights: ViewerRights): Promise<Cycle> {
  const { cause, root } = cycle;
  const initiators = [];
  for (const ref of cause.initiators) if (await rights.may(ref)) initiators.push(ref);
  if (await rights.may(cause.ref)) return { ...cycle, cause: { ...cause, initiators } };
  return { ...cycle, cause: { kind: cause.kind, change: '', ref: root, detail: { kind: 'hidden' }, initiators } };
}
