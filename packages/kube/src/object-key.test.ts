import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatObjectKey, parseObjectKey } from './object-key.ts';
import { formatGroupKind, parseGroupKind } from './object-ref.ts';

const kind = fc.stringMatching(/^[A-Z][A-Za-z0-9]{0,8}$/);
const group = fc.oneof(fc.constant(''), fc.stringMatching(/^[a-z0-9-]{1,6}(\.[a-z0-9-]{1,6}){0,3}$/));
const name = fc.stringMatching(/^[a-z0-9][a-z0-9.:-]{0,12}$/);
const namespace = fc.oneof(fc.constant(''), fc.stringMatching(/^[a-z0-9-]{1,8}$/));

test('a kind and an object are read as they were written', () => {
  fc.assert(
    fc.property(fc.record({ kind, group, namespace, name }), (key) => {
      expect(parseGroupKind(formatGroupKind(key))).toEqual({ kind: key.kind, group: key.group });
      expect(parseObjectKey(formatObjectKey(key))).toEqual(key);
    }),
  );
});

test.each(['', 'Pod', 'Pod/web', 'Pod/plain/', '/plain/web', '.apps/plain/web', 'Pod/plain/web/log', 'Node/n1'])('%j is no key', (text) => {
  expect(parseObjectKey(text)).toBeUndefined();
});
