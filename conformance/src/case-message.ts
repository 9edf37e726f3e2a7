// What a case tells: messages, where the root begins to be traced if that is not at the start, and where the recorder is killed.

import type { ResourceScope } from '@rectrace/kube';
import type { RecorderMessage } from '@rectrace/trace';

/** When a case begins, milliseconds since the epoch. Times in cases are seconds from here. */
export const CASE_START = Date.UTC(2026, 10, 30, 10);

/** Trace: the root is traced from here on. Restart: a new recorder continues from the history. */
export type CaseMessage =
  | RecorderMessage
  | { readonly kind: 'Trace'; readonly receivedAt: number }
  | { readonly kind: 'Restart'; readonly receivedAt: number };

/** The collection a message is about, where it is about one. */
export function scopeOf(message: CaseMessage): ResourceScope | undefined {
  return message.kind === 'Trace' || message.kind === 'Restart' || message.kind === 'Tick' ? undefined : message.scope;
}
