import { expect, test } from 'vitest';
import { ROW_ORDERS } from './row-orders.ts';

test('flow schemas are shown by precedence, then by name', () => {
  const schema = (name: string, matchingPrecedence?: number) => ({
    metadata: { name },
    spec: matchingPrecedence === undefined ? {} : { matchingPrecedence },
  });
  const listed = [schema('b', 800), schema('c', 9), schema('d', 10_000), schema('a', 800), schema('e')];
  const shown = listed.toSorted(ROW_ORDERS['flowschemas.flowcontrol.apiserver.k8s.io']);
  expect(shown.map(({ metadata }) => metadata.name)).toEqual(['e', 'c', 'a', 'b', 'd']);
});
