// What was seen of the object that caused a cycle or asked for more, as data; packages/view has the words.

import type { ChangedFields } from './changed-fields.ts';
import { sameFields } from './changed-fields.ts';

/**
 * created, deleted: it was. deletionAsked: its deletion began; deleting: it was found being deleted. inProgress: found short of its terminal
 * state; leftTerminal: it left it. incomplete: a member turned so. generation: it rose; undefined = not published; by what the write changed
 * (absent: not known, or of a cycle that an earlier version stored). specChanged: a write of the spec that left only its time; template: a new
 * pod template, by what differs from the one before (none: not known). hidden: the viewer may not get the object. told: in words, of a cycle
 * that an earlier version stored.
 */
export type CycleDetail =
  | { readonly kind: PlainDetail }
  | ({ readonly kind: 'generation'; readonly from?: number | bigint; readonly to?: number | bigint } & Partial<ChangedFields>)
  | ({ readonly kind: 'template' } & ChangedFields)
  | { readonly kind: 'told'; readonly text: string };

type PlainDetail =
  | 'created'
  | 'deleted'
  | 'deletionAsked'
  | 'deleting'
  | 'hidden'
  | 'inProgress'
  | 'incomplete'
  | 'leftTerminal'
  | 'specChanged';

/** Whether two say the same. What is told in words says what the other one says: it is of an earlier version. */
export function sameDetail(left: CycleDetail, right: CycleDetail): boolean {
  if (left.kind === 'told' || right.kind === 'told') return true;
  if (left.kind === 'generation' && right.kind === 'generation')
    return left.from === right.from && left.to === right.to && sameFields(left, right);
  return left.kind === right.kind;
}
