import { expect, test } from 'vitest';
import { isTarget, parseTarget } from './request-target.ts';

test.each([
  ['/api/v1/pods?limit=1', '/api/v1/pods'],
  ['//', '//'],
  ['//host/api', '//host/api'],
  ['/api/v1/../secrets', '/api/v1/../secrets'],
  ['/api/v1/%2e%2e', '/api/v1/..'],
  ['/api/%2Fv1', '/api//v1'],
  ['/api/%zz', '/api/%zz'],
  ['/api/%e6%97%a5', '/api/日'],
  ['/api/%ff', '/api/\ufffd'],
  ['/api/\xe6\x97\xa5', '/api/日'],
  ['/api\\v1', '/api\\v1'],
  ['https://host:1/api/v1?a=b', '/api/v1'],
  ['https://[::1', ''],
  ['*', '*'],
  ['', ''],
])('%j names %j', (target, path) => {
  expect(parseTarget(target).path).toBe(path);
});

test('of a query all is kept that follows the first question mark', () => {
  expect([...parseTarget('/a?b=c%20d&b=?&=').query]).toEqual([
    ['b', 'c d'],
    ['b', '?'],
    ['', ''],
  ]);
});

test('of a query what Go takes for no pair is passed over', () => {
  expect([...parseTarget('/a?limit=1;watch=1&b=%zz&c=%ff&d').query]).toEqual([
    ['c', '\ufffd'],
    ['d', ''],
  ]);
});

test.each([
  ['/api/%zz', false],
  ['/api/%', false],
  ['/api?a=%zz', true],
  ['/api/%00', true],
  ['http://evil.example', true],
  ['http://[::1/api', false],
  ['*', true],
])('whether %j is a target: %s', (target, is) => {
  expect(isTarget(target)).toBe(is);
});
