import type { BareAnswer } from '@rectrace/testing';
import { expect, test } from 'vitest';
import { judgeAnswer, judgeRefusal } from './judge-answer.ts';

const JSON_TYPE = 'application/json';
const STATUS = { kind: 'Status', status: 'Failure', message: 'no', code: 404 };

function answer(status: number, contentType: string, body: unknown): BareAnswer {
  const bytes = Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
  return { status, headers: new Map([['content-type', contentType]]), body: bytes, provisional: [] };
}

const judged = (given: BareAnswer, status?: number): string | undefined => judgeAnswer(given, { withoutBody: false, status });

test.each([
  ['a Status of its code', answer(404, JSON_TYPE, STATUS)],
  ['a Status as YAML', answer(404, 'application/yaml', 'kind: Status\nstatus: Failure\nmessage: no\ncode: 404\n')],
  ['the text of a path that nobody serves', answer(404, 'text/plain; charset=utf-8', '404 page not found\n')],
  ['success, whatever it holds', answer(200, JSON_TYPE, { kind: 'ConfigMap' })],
])('%s is right', (_title, given) => {
  expect(judged(given)).toBeUndefined();
});

test.each([
  ['an object of another kind', answer(404, JSON_TYPE, { kind: 'ConfigMap' }), 'the kind ConfigMap'],
  ['another code', answer(409, JSON_TYPE, STATUS), 'the code 404'],
  ['half a body', answer(404, JSON_TYPE, '{"kind":'), 'no object'],
  ['some other text', answer(400, 'text/plain', 'TypeError: x is not a function'), 'TypeError'],
  ['a fault of the program', answer(500, JSON_TYPE, { ...STATUS, code: 500, message: 'the request could not be carried out' }), 'a fault'],
  ['protobuf of something else', answer(404, 'application/vnd.kubernetes.protobuf', 'x'), 'no Status'],
  ['a header that the request made up', { ...answer(200, JSON_TYPE, {}), headers: new Map([['x-injected', 'yes']]) }, 'made up'],
])('%s is wrong', (_title, given, why) => {
  expect(judged(given)).toContain(why);
});

test('where only one status is right, all others are wrong', () => {
  expect(judged(answer(404, JSON_TYPE, STATUS), 413)).toBe('status 404 in place of 413');
});

test('what is no HTTP is refused by a status of 4xx and the end of the connection', () => {
  const bare: BareAnswer = { status: 400, headers: new Map(), body: Buffer.alloc(0), provisional: [] };
  expect(judgeRefusal(bare, true)).toBeUndefined();
  expect(judgeRefusal(bare, false)).toContain('goes on');
  expect(judgeRefusal({ ...bare, status: 200 }, true)).toContain('without an audit id');
  expect(judgeRefusal({ ...bare, status: 500 }, true)).toContain('no HTTP');
});
