import type { Change } from '@rectrace/trace';
import { expect, test } from 'vitest';
import type { Moment } from './instant-reference.ts';
import { momentOf } from './instant-reference.ts';
import { bareStory, WEB } from './testing/bare-story.ts';

const DAY = Date.UTC(2026, 10, 30);
const CAUGHT_UP = clock('12:00');

function clock(text: string): number {
  const [hours = 0, minutes = 0] = text.split(':').map(Number);
  return DAY + (hours * 60 + minutes) * 60_000;
}

function change(version: number, time: string, parts: Partial<Change> = {}): Change {
  return {
    kind: 'change',
    id: `1/web/${version}`,
    type: 'Update',
    ref: WEB,
    resourceVersion: String(version),
    position: { epoch: 1, version: String(version), offset: 0 },
    time: clock(time),
    receivedAt: clock(time),
    diff: [],
    certainty: 'observed',
    ...parts,
  };
}

/** Learnt at 12:00. */
function late(version: number, time: string, parts: Partial<Change> = {}): Change {
  return change(version, time, { certainty: 'recovered', receivedAt: CAUGHT_UP, ...parts });
}

function momentAt(reference: string, changes: readonly Change[]): readonly [string | undefined, number | undefined] {
  const story = bareStory({ changes, now: CAUGHT_UP });
  const { through, unsure }: Moment = momentOf(reference, story, { side: 'from', zone: 'UTC' });
  return [through?.version, unsure];
}

const LISTED = change(5, '09:00', { type: 'Present' });
const SEEN = change(6, '09:30');
const IMAGE = late(7, '11:00');
const UNKNOWN = late(8, '12:00', { noLater: true });
const HELD = late(8, '11:10', { type: 'Deletion', noEarlier: true });
const EVENT = change(9, '10:00', { type: 'Event', receivedAt: CAUGHT_UP });

test.each<[string, string, readonly Change[], readonly [string | undefined, number | undefined]]>([
  ['a change that was learnt later counts from when it was written', '11:30', [LISTED, SEEN, IMAGE], ['7', undefined]],
  ['so does it for a time before now', '-30m', [LISTED, SEEN, IMAGE], ['7', undefined]],
  ['and not from before that', '10:30', [LISTED, SEEN, IMAGE], ['6', undefined]],
  ['a time before the first record is before everything', '08:00', [LISTED, SEEN], [undefined, undefined]],
  ['what a first list found tells of no later time', '10:30', [LISTED, SEEN, change(7, '11:00', { type: 'Present' })], ['6', undefined]],
  ['an Event is no revision', '11:30', [LISTED, SEEN, EVENT], ['6', undefined]],
  ['a change that may have been before is unsure', '11:30', [LISTED, SEEN, IMAGE, UNKNOWN], ['7', 1]],
  ['and sure where a later one was before', '11:50', [LISTED, SEEN, UNKNOWN, late(9, '11:40')], ['9', undefined]],
  ['or an earlier one after', '10:30', [LISTED, SEEN, IMAGE, UNKNOWN], ['6', undefined]],
  ['a change that may have been after is unsure, too', '11:30', [LISTED, SEEN, IMAGE, HELD], ['7', 1]],
  ['and sure where the time is before it', '11:05', [LISTED, SEEN, IMAGE, HELD], ['7', undefined]],
])('%s', (_title, reference, changes, expected) => {
  expect(momentAt(reference, changes)).toEqual(expected);
});
