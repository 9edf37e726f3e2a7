// One recorded change as the trace API writes it.

import { asJson, formatTime, stringAt } from '@rectrace/kube';
import type { Change, Description } from '@rectrace/trace';
import type { TraceChange } from '@rectrace/trace-api';
import { objectReference } from './object-reference.ts';
import { revisionOf } from './revision.ts';
import { clipText } from './wire-size.ts';

const LONGEST = { name: 253, type: 63, reason: 253 } as const;

/** A change without the parts that no status shows. involvedVersion: of an Event the version of the object it is about, where it tells it. */
export type LeanChange = Omit<Change, 'body' | 'diff'> & { readonly involvedVersion?: string };

/** Drops what is large. */
export function leanChange(change: Change): LeanChange {
  const { body, diff: _, ...lean } = change;
  if (change.type !== 'Event' || body === undefined) return lean;
  const json = asJson(body);
  const involvedVersion = stringAt(json, ['involvedObject', 'resourceVersion']) ?? stringAt(json, ['regarding', 'resourceVersion']);
  return involvedVersion === undefined ? lean : { ...lean, involvedVersion };
}

/** True for what belongs in `changes`: neither noise nor what a first list merely found. */
export function isShown({ noise, type }: Pick<Change, 'noise' | 'type'>): boolean {
  return noise === undefined && type !== 'Present';
}

/** The wire form, texts in full length; undefined for a change of type Present, which is none. */
export function traceChange(change: LeanChange, { description, localDescription }: Description): TraceChange | undefined {
  if (change.type === 'Present') return undefined;
  return {
    objectReference: objectReference(change.ref, change.type === 'Event' ? (change.involvedVersion ?? '') : change.resourceVersion),
    changeType: change.type,
    ...eventAttributes(change),
    ...revisionOf(change),
    timestamp: formatTime(change.time),
    description: spoken(description, change),
    ...(localDescription === undefined ? {} : { localDescription: spoken(localDescription, change) }),
  };
}

/** Operators write Events with an empty message; the type says more than nothing. */
function spoken(text: string, { type }: LeanChange): string {
  return text === '' ? type : text.toWellFormed();
}

function eventAttributes({ event }: LeanChange): Pick<TraceChange, 'eventAttributes'> {
  if (event === undefined) return {};
  const name = clipText(event.name, LONGEST.name);
  return { eventAttributes: { name, type: clipText(event.type, LONGEST.type), reason: clipText(event.reason, LONGEST.reason) } };
}
