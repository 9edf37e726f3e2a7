import { expect, test } from 'vitest';
import { editDistance } from './edit-distance.ts';

test.each([
  ['', '', 0],
  ['', 'abc', 3],
  ['pods', 'pods', 0],
  ['pod', 'pods', 1],
  ['deplyoments', 'deployments', 2],
  ['kitten', 'sitting', 3],
  ['a😀b', 'ab', 1],
])('%j and %j are %d apart, either way', (left, right, distance) => {
  expect([editDistance(left, right), editDistance(right, left)]).toEqual([distance, distance]);
});
