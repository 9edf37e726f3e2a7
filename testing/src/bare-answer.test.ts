import { expect, test } from 'vitest';
import { readAnswer } from './bare-answer.ts';

const read = (text: string, more: { readonly ended?: boolean; readonly withoutBody?: boolean } = {}) =>
  readAnswer(Buffer.from(text), { ended: false, withoutBody: false, ...more });

test('an answer is whole with the bytes that its length names', () => {
  const text = 'HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nabc';
  expect(read(`${text}HTTP`)).toMatchObject({ kind: 'whole', size: text.length, answer: { status: 200, body: Buffer.from('abc') } });
  expect(read(text.slice(0, -1))).toEqual({ kind: 'partial', least: text.length });
});

test('an answer in chunks is whole with the empty one', () => {
  const text = 'HTTP/1.1 404 Not Found\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n';
  expect(read(text)).toMatchObject({ kind: 'whole', answer: { status: 404, body: Buffer.from('abcde') } });
  expect(read(text.slice(0, -5)).kind).toBe('partial');
});

test('without a length an answer ends with its connection', () => {
  const text = 'HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\nwhy';
  expect(read(text).kind).toBe('partial');
  expect(read(text, { ended: true })).toMatchObject({ kind: 'whole', answer: { status: 400, body: Buffer.from('why') } });
});

test('provisional answers are passed over, a switch of protocols is an answer', () => {
  expect(read('HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 204 No Content\r\n\r\n')).toMatchObject({ kind: 'whole', answer: { status: 204 } });
  expect(read('HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\n\r\nmore')).toMatchObject({ kind: 'whole', answer: { status: 101 } });
});

test('what is no HTTP is refused', () => {
  expect(() => read('SSH-2.0\r\n\r\n')).toThrow('no status line');
});
