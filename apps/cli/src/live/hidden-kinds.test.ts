import { expect, test } from 'vitest';
import { HiddenKinds, hiddenText } from './hidden-kinds.ts';

function availability(resource: string, state: 'watched' | 'forbidden' | 'failing') {
  return { kind: 'Availability', scope: { group: '', resource, namespace: 'a' }, state, message: 'm', receivedAt: 1 } as const;
}

test('what can not be seen is named once, by reason, until it can be seen', () => {
  const hidden = new HiddenKinds();
  expect(hidden.note(availability('secrets', 'forbidden'))?.state).toBe('forbidden');
  expect(hidden.note(availability('secrets', 'forbidden'))).toBeUndefined();
  hidden.note(availability('pods', 'failing'));
  hidden.note(availability('nodes', 'forbidden'));
  expect({ text: hidden.text(), count: hidden.count }).toEqual({ text: 'nodes, secrets (forbidden); pods (failing)', count: 3 });
  hidden.note(availability('pods', 'watched'));
  expect(hidden.text()).toBe('nodes, secrets (forbidden)');
});

test('nothing hidden is no text', () => {
  expect(hiddenText([])).toBe('');
});
