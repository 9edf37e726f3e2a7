import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FaultBook, type ProxiedRequest } from './fault.ts';

const LIST: ProxiedRequest = { method: 'GET', path: '/api/v1/pods', watch: false };
const WATCH: ProxiedRequest = { method: 'GET', path: '/api/v1/pods?watch=1', watch: true };

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('a fault with a count befalls so many exchanges, and its end is not over with them', () => {
  const book = new FaultBook();
  const added = book.add({ kind: 'reset', count: 2 });
  const befallen = [1, 2, 3].map(() => {
    const active = book.befalling(LIST);
    if (active !== undefined) book.applied(active);
    return active?.fault.kind;
  });
  expect(befallen).toEqual(['reset', 'reset', undefined]);
  expect([book.counts(), added.over.aborted]).toEqual([{ reset: 2 }, false]);
});

test('a fault with a duration is over after it', () => {
  const book = new FaultBook();
  const added = book.add({ kind: 'delay', delayMs: 5, durationMs: 100 });
  vi.advanceTimersByTime(99);
  expect(book.befalling(LIST)).toBe(added);
  vi.advanceTimersByTime(1);
  expect([book.befalling(LIST), added.over.aborted]).toEqual([undefined, true]);
});

test('a fault with neither lasts until it is cleared', () => {
  const book = new FaultBook();
  const added = book.add({ kind: 'status', code: 500 });
  vi.advanceTimersByTime(3_600_000);
  expect(book.befalling(LIST)).toBe(added);
  book.clear();
  expect([book.befalling(LIST), added.over.aborted]).toEqual([undefined, true]);
});

test('the first that matches befalls, and some befall watches only', () => {
  const book = new FaultBook();
  book.add({ kind: 'close' });
  book.add({ kind: 'half-open', match: ({ method }) => method === 'POST' });
  book.add({ kind: 'reset' });
  const kinds = [WATCH, LIST, { ...LIST, method: 'POST' }].map((request) => book.befalling(request)?.fault.kind);
  expect(kinds).toEqual(['close', 'reset', 'half-open']);
});
