import type { RecorderMessage } from '@rectrace/trace';
import { expect, test } from 'vitest';
import { SightBook } from './sight-book.ts';

const PODS = { group: '', resource: 'pods', namespace: '' };
const SETS = { group: 'apps', resource: 'replicasets', namespace: '' };
const listed: RecorderMessage = { kind: 'ListEnd', scope: PODS, resourceVersion: '1', receivedAt: 0 };

function availability(state: 'watched' | 'forbidden', message = ''): RecorderMessage {
  return { kind: 'Availability', scope: SETS, state, message, receivedAt: 0 };
}

test('a collection is being listed until its list has ended', () => {
  const book = new SightBook();
  expect(book.of(PODS)).toEqual({ kind: 'listing' });
  expect(book.settled([PODS])).toBe(false);
  expect(book.note(listed)).toBe(true);
  expect(book.note(listed)).toBe(false);
  expect(book.of(PODS)).toEqual({ kind: 'watched' });
  expect(book.settled([PODS])).toBe(true);
});

test('one that is forbidden is settled too, is named, and comes back into sight', () => {
  const book = new SightBook();
  expect(book.note(availability('forbidden', 'no right to list replicasets'))).toBe(true);
  expect(book.note(availability('forbidden', 'no right to list replicasets'))).toBe(false);
  expect(book.settled([SETS])).toBe(true);
  expect(book.of(SETS)).toEqual({ kind: 'blind', message: 'no right to list replicasets' });
  expect(book.note(availability('watched'))).toBe(true);
  expect(book.of(SETS)).toEqual({ kind: 'watched' });
});

test('a watch that resumed needs no list to be seen', () => {
  const book = new SightBook();
  book.note(availability('watched'));
  expect(book.settled([SETS])).toBe(true);
});
