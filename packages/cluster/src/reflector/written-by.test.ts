import type { KubeObject } from '@rectrace/kube';
import { inZone } from '@rectrace/testing';
import type { RecorderMessage } from '@rectrace/trace';
import { expect, test } from 'vitest';
import { withWrittenBy } from './written-by.ts';

const SCOPE = { group: '', resource: 'pods', namespace: 'a' };

/** writers: 'manager@seconds' each. */
function late(uid: string, writers: readonly string[], by: 'lateWatch' | 'walkBack' | 'watch' = 'lateWatch'): RecorderMessage {
  const managedFields = writers.map((text) => {
    const [manager = '', seconds] = text.split('@');
    const fields = { manager, operation: 'Update', apiVersion: 'v1', fieldsV1: { [`f:${text}`]: {} } };
    return seconds === undefined ? fields : { ...fields, time: new Date(Number(seconds) * 1_000).toISOString() };
  });
  const object = { apiVersion: 'v1', kind: 'Pod', metadata: { name: uid, uid, managedFields } } as unknown as KubeObject;
  return { kind: 'Observed', type: 'Modified', scope: SCOPE, object, by, receivedAt: 99_000 };
}

function bounds(...messages: readonly RecorderMessage[]): readonly (number | undefined)[] {
  return withWrittenBy(messages).map((message) => (message.kind === 'Observed' ? message.writtenBy : undefined));
}

test('a revision was written no later than the next one of its object', () => {
  expect(bounds(late('p', ['a@1']), late('q', ['a@2']), late('p', ['a@1', 'b@5']))).toEqual([5_000, undefined, undefined]);
});

test('one that left no time lets the bound through', () => {
  expect(bounds(late('p', ['a@1']), late('p', ['a@1', 'scaler']), late('p', ['a@1', 'scaler', 'b@9']))).toEqual([9_000, 9_000, undefined]);
});

test('an object was gone, and all of it written, by the time the next of its name was made', () => {
  const again = late('p', ['a@9']);
  const { object } = again as RecorderMessage & { readonly kind: 'Observed' };
  const successor = { ...object, metadata: { ...object.metadata, uid: 'another', creationTimestamp: new Date(7_000).toISOString() } };
  const next = { ...again, type: 'Added', object: successor } as RecorderMessage;
  const gone = { ...late('p', ['a@1']), type: 'Deleted' } as RecorderMessage;
  expect(bounds(late('p', ['a@1']), gone, next)).toEqual([7_000, 7_000, undefined]);
});

test('what came as it happened has no bound', () => {
  expect(bounds(late('p', ['a@1'], 'watch'), late('p', ['b@5'], 'watch'))).toEqual([undefined, undefined]);
});

test('a time without a zone bounds nothing, wherever it is read', () => {
  const unzoned = (message: RecorderMessage): RecorderMessage => JSON.parse(JSON.stringify(message).replaceAll('.000Z"', '"'));
  const told = [late('p', ['a@1']), unzoned(late('p', ['a@1', 'b@5']))];
  expect(inZone('America/New_York', () => bounds(...told))).toEqual([undefined, undefined]);
});
