import type { Change } from '@rectrace/trace';
import { expect, test } from 'vitest';
import { isEventful } from './lived-change.ts';

type Seen = Pick<Change, 'type' | 'time' | 'noise' | 'receivedAt'>;

const START = 1_000_000;
const seen = (type: Change['type'], time: number, noise?: Change['noise']): Seen => ({
  type,
  time,
  receivedAt: START,
  ...(noise === undefined ? {} : { noise }),
});

test.each<[title: string, changes: readonly Seen[], expected: boolean]>([
  ['nothing', [], false],
  ['what was there, and Events of an earlier time', [seen('Present', START), seen('Event', START - 60_000)], false],
  ['noise', [seen('Present', START), seen('Update', START + 1, 'managedFields')], false],
  ['an Event since', [seen('Present', START), seen('Event', START + 1)], true],
  ['an Event within the second that Events are told in', [seen('Present', START), seen('Event', START - 900)], true],
  ['a revision', [seen('Present', START), seen('Update', START + 1)], true],
])('%s', (_title, changes, expected) => {
  expect(isEventful(changes)).toBe(expected);
});
