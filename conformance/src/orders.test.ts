import { formatScope } from '@rectrace/kube';
import { expect, test } from 'vitest';
import type { CaseMessage } from './case-message.ts';
import { scopeOf } from './case-message.ts';
import { tellSteps } from './case-steps.ts';
import { doubled, shuffled, stretched } from './orders.ts';
import { readStock } from './stock.ts';

const objects = new Map([
  ['pod', { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'p', uid: 'p' } }],
  ['map', { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'm', uid: 'm' } }],
]);
const steps = [{ repeat: 20, steps: [{ modified: 'pod' }, { modified: 'map' }] }, { tick: true }, { modified: 'pod' }, { modified: 'map' }];
const messages = tellSteps(steps, { objects, stock: readStock(), where: 'test' });

function ofCollection(told: readonly CaseMessage[], name: string): readonly CaseMessage[] {
  return told.filter((message) => {
    const scope = scopeOf(message);
    return scope !== undefined && formatScope(scope) === name;
  });
}

test('another order holds the same messages, each collection in its own order, ticks in their place', () => {
  const orders = [1, 2, 3, 4, 5].map((seed) => shuffled(messages, seed));
  for (const order of orders) {
    expect(order).toHaveLength(messages.length);
    for (const name of ['pod@', 'configmap@']) expect(ofCollection(order, name)).toEqual(ofCollection(messages, name));
    expect(order.findIndex(({ kind }) => kind === 'Tick')).toBe(40);
  }
  expect(new Set(orders.map((order) => JSON.stringify(order))).size).toBe(5);
  expect(shuffled(messages, 1)).toEqual(orders[0]);
});

test('doubled tells each object twice in a row, and ticks once', () => {
  const twice = doubled(messages);
  expect(twice).toHaveLength(85);
  expect(twice[0]).toBe(twice[1]);
  expect(twice.filter(({ kind }) => kind === 'Tick')).toHaveLength(1);
});

test('stretched keeps the start and multiplies every distance', () => {
  const slow = stretched(messages, 30);
  const [first, second] = messages;
  expect(slow[0]?.receivedAt).toBe(first?.receivedAt);
  expect((slow[1]?.receivedAt ?? 0) - (slow[0]?.receivedAt ?? 0)).toBe(30 * ((second?.receivedAt ?? 0) - (first?.receivedAt ?? 0)));
});
