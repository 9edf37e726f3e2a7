import type { JsonObject } from '@rectrace/kube';
import { expect, test } from 'vitest';
import { CASE_START } from './case-message.ts';
import { tellSteps } from './case-steps.ts';
import { readStock } from './stock.ts';

const stock = readStock();
const pod: JsonObject = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'a', namespace: 'plain', uid: 'u' }, spec: { x: 1 } };

function tell(...steps: readonly JsonObject[]) {
  return tellSteps(steps, { objects: new Map([['pod', pod]]), stock, where: 'test' });
}

function revisions(...steps: readonly JsonObject[]) {
  return tell(...steps).flatMap((message) => (message.kind === 'Observed' || message.kind === 'Listed' ? [message.object] : []));
}

test('versions count on from the last one given, and what is set stays', () => {
  const told = revisions({ added: 'pod', rv: 7 }, { modified: 'pod', set: { spec: { x: null, y: 2 } } }, { modified: 'pod', set: 'ready' });
  expect(told.map(({ metadata }) => metadata.resourceVersion)).toEqual(['7', '8', '9']);
  expect(told.map(({ spec }) => spec)).toEqual([{ x: 1 }, { y: 2 }, { y: 2 }]);
  expect(told[2]?.status).toEqual({ phase: 'Running', conditions: [{ type: 'Ready', status: 'True' }] });
});

test('what is listed without a version stood before anything in the case', () => {
  const [listed, changed] = revisions({ list: 'Pod', rv: 100, items: ['pod'] }, { modified: 'pod' });
  expect(listed?.metadata.resourceVersion).toBe('1');
  expect(changed?.metadata.resourceVersion).toBe('101');
});

test('time moves a tenth of a second a revision, unless a step says where it stands', () => {
  const times = tell({ added: 'pod' }, { modified: 'pod' }, { modified: 'pod', at: 5 }, { tick: true }).map(
    ({ receivedAt }) => receivedAt - CASE_START,
  );
  expect(times).toEqual([0, 100, 5000, 5100]);
});

test('a generated step tells its object many times over, numbered', () => {
  const link = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'n{i}', uid: 'u{i}', labels: { before: 'n{i-1}' } } };
  const told = tellSteps([{ generate: 3, list: 'Pod', rv: 100, items: ['link'] }, { modified: 'link2' }], {
    objects: new Map([['link', link]]),
    stock,
    where: 'test',
  });
  expect(told.map((message) => (message.kind === 'Listed' ? message.object.metadata.labels : message.kind))).toEqual([
    'ListBegin',
    { before: 'n0' },
    { before: 'n1' },
    { before: 'n2' },
    'ListEnd',
    'Observed',
  ]);
});

test.each<[string, JsonObject, RegExp]>([
  ['an unknown verb', { changed: 'pod' }, /test: step 1: none of added, modified/],
  ['an unknown object', { added: 'nobody' }, /test: step 1: no object called nobody/],
  ['an unknown patch', { added: 'pod', set: 'blue' }, /test: step 1: no patch blue in the stock/],
  ['a set that makes the object none', { added: 'pod', set: { kind: null } }, /test: step 1: pod: kind is missing/],
])('%s is refused with the step', (_name, step, message) => {
  expect(() => tell(step)).toThrow(message);
});
