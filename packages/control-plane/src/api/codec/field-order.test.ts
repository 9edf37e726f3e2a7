import { formatJson } from '@rectrace/kube';
import { expect, test } from 'vitest';
import { TypeTable } from '../type-table.ts';
import { inFieldOrder, inKeyOrder } from './field-order.ts';
import { withWrappedIntegers } from './wrapped-integers.ts';

const table = new TypeTable();
const type = table.type('core.v1.ConfigMap');

test('fields of a built-in kind stand in the order of its Go type, keys of its maps sorted', () => {
  const object = { data: { b: '1', a: '2' }, metadata: { labels: { l: '' }, uid: 'u', name: 'n' }, apiVersion: 'v1', kind: 'ConfigMap' };
  expect(formatJson(inFieldOrder(object, type, table))).toBe(
    '{"kind":"ConfigMap","apiVersion":"v1","metadata":{"name":"n","uid":"u","labels":{"l":""}},"data":{"a":"2","b":"1"}}',
  );
});

test('fields of a custom kind are sorted at every depth', () => {
  expect(formatJson(inKeyOrder({ spec: [{ b: 1, a: 2 }], kind: 'Thing' }))).toBe('{"kind":"Thing","spec":[{"a":2,"b":1}]}');
});

test('a number that is too large for its field keeps its lowest 32 bits', () => {
  const spec = { replicas: 2_147_483_648, minReadySeconds: 99_999_999_999 };
  const wrapped = withWrappedIntegers({ spec }, table.type('apps.v1.Deployment'), table);
  expect(wrapped).toEqual({ spec: { replicas: -2_147_483_648, minReadySeconds: 1_215_752_191 } });
});
