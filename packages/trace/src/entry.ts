// One step of the ordered fold: a revision, a deletion, or only the passing of time.

import type { Uid } from '@rectrace/kube';
import type { ToldTime } from './change.ts';
import type { ChangedFields } from './cycles/changed-fields.ts';
import type { Facts } from './facts.ts';
import type { Position } from './position.ts';

/** time: that of the change; of a mere passing of time when its message was received. */
export type Entry =
  | (ToldTime & {
      readonly kind: 'revision';
      /** Restored: known from the history, so nothing begins with it. */
      readonly type: 'Present' | 'Restored' | 'Creation' | 'Update';
      readonly facts: Facts;
      /** What made its generation rise, where that is known. */
      readonly fields?: ChangedFields;
      /** Folded away by default, so never a trigger. */
      readonly noise: boolean;
      readonly change: string;
      readonly writer: string;
      readonly position: Position;
    })
  | (ToldTime & {
      readonly kind: 'deletion';
      readonly type: 'Restored' | 'Deletion';
      readonly uid: Uid;
      readonly change: string;
      readonly writer: string;
      readonly position: Position;
    })
  /** tick: time that passed without a message that has a place of its own; a later tick takes the place of an earlier. */
  | { readonly kind: 'time'; readonly tick: boolean; readonly position: Position; readonly time: number };

export type RevisionEntry = Entry & { readonly kind: 'revision' };
