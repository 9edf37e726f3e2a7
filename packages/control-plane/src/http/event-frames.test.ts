import { expect, test } from 'vitest';
import { jsonRepresentation } from '../api/codec/json-representation.ts';
import { EventFrames } from './event-frames.ts';

test('an event is written once for all watches of its form, and again once too much was written since', () => {
  let written = 0;
  const counted = {
    ...jsonRepresentation,
    writeEvent: () => {
      written += 1;
      return new Uint8Array(10);
    },
  };
  const frames = new EventFrames(25);
  const [first, second, third] = [{ n: 1 }, { n: 2 }, { n: 3 }];
  const tell = (object: { readonly n: number }, type = 'ADDED'): Uint8Array => frames.frameOf({ type, object }, counted);
  expect(tell(first)).toBe(tell(first));
  expect(tell(second)).toBe(tell(second));
  expect(written).toBe(2);
  tell(third);
  expect(tell(third)).toBe(tell(third));
  expect(tell(second)).toBe(tell(second));
  expect(written).toBe(3);
  tell(first);
  expect(written).toBe(4);
  tell(third, 'DELETED');
  expect(written).toBe(5);
});
