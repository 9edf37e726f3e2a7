import { formatJson, type KubeObject } from '@rectrace/kube';
import { expect, test } from 'vitest';
import { keyedRedactor } from './keyed-redactor.ts';

const SECRET: KubeObject = {
  apiVersion: 'v1',
  kind: 'Secret',
  metadata: { name: 'a' },
  data: { password: Buffer.from('swordfish').toString('base64') },
} as KubeObject;

test('the same value has the same digest under one key, another one under another, and is never there itself', () => {
  const [one, other] = [new Uint8Array(32).fill(1), new Uint8Array(32).fill(2)];
  const text = (key: Uint8Array): string => formatJson(keyedRedactor(key)(SECRET));
  expect(text(one)).toBe(text(new Uint8Array(one)));
  expect(text(one)).not.toBe(text(other));
  expect(text(one)).not.toContain(Buffer.from('swordfish').toString('base64'));
});
