// Starts to trace a root, also one that was seen before it was traced.

import { admitJoined } from './admit-joined.ts';
import type { Cycle } from './cycle.ts';
import { CycleFold } from './cycle-fold.ts';
import type { Position } from './position.ts';
import type { RecorderContext } from './recorder-context.ts';
import { factsOf } from './recorder-context.ts';
import type { RootTarget } from './root-target.ts';

/** cut: where a restart goes on; what stands up to there opens no cycle any more. told: cycles after it that were told before. */
type Beginning = { readonly firstNumber: number; readonly cut?: Position | undefined; readonly told?: readonly Cycle[] };

/** Bodies that are not at hand are asked for with a want. */
export function admitRoot(context: RecorderContext, target: RootTarget, { firstNumber, cut, told = [] }: Beginning): void {
  const { fold, roots, holdMs } = context;
  const cycles = new CycleFold(fold.journal, { rootId: target.id, holdMs, firstNumber, cut });
  const { key } = roots.add(target, { fold: cycles, told });
  fold.addRoot({ id: target.id, key, fold: cycles });
  crownKnown(context, target);
}

/** The root was seen before: its body is at hand, or has to be read again. */
function crownKnown(context: RecorderContext, target: RootTarget): void {
  const known = context.known.byName({ ...target, kind: target.objectKind });
  if (known === undefined || known.gone !== 'no') return;
  const { ref, resourceVersion, epoch } = known;
  const body = context.archive.body(ref.uid);
  if (body === undefined) {
    context.draft.wants.push({ kind: 'Promote', ref, resourceVersion });
    return;
  }
  const at = { position: context.order.here(), time: context.fold.now, change: `${epoch}/${ref.uid}/${resourceVersion}`, writer: '' };
  context.fold.addBaseline([{ kind: 'revision', type: 'Present', facts: factsOf(context, { ref, body }), noise: false, ...at }]);
  admitJoined(context);
}
