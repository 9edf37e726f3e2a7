// Starts to trace a root, also one that was seen before it was traced.

import { admitJoined } from './admit-joined.ts';
import { CycleFold, stateWithin } from './cycles/cycle-fold.ts';
import type { RecorderContext } from './recorder-context.ts';
import { factsOf } from './recorder-context.ts';
import type { RootRestart } from './restart/root-restart.ts';
import type { RootTarget } from './root-target.ts';

/** Nothing is known of a root from before. */
export const FROM_THE_START: RootRestart = { firstNumber: 1, cut: undefined, told: [] };

/** Bodies that are not at hand are asked for with a want. */
export function admitRoot(context: RecorderContext, target: RootTarget, { firstNumber, cut, told, begun }: RootRestart): void {
  const { fold, roots, holdMs } = context;
  const state = begun === undefined ? {} : { state: stateWithin(begun.cycle, begun.made) };
  const cycles = new CycleFold(fold.journal, { rootId: target.id, holdMs, firstNumber, cut, ...state });
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
