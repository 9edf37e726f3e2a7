import { expect, test } from 'vitest';
import { formatAnswer, parseQuestion, TYPE_A } from './dns-message.ts';

/** id 0x1234, recursion desired, one question: type and class IN. */
function query(name: string, type: number): Buffer {
  const labels = name.split('.').flatMap((label) => [Buffer.from([label.length]), Buffer.from(label)]);
  return Buffer.concat([Buffer.from('123401000001000000000000', 'hex'), ...labels, Buffer.from([0, 0, type, 0, 1])]);
}

test('a question is read whatever its case, and without what follows it', () => {
  const withOptions = Buffer.concat([query('Web.Default.svc', TYPE_A), Buffer.from('0000290200000000000000', 'hex')]);
  expect(parseQuestion(withOptions)).toMatchObject({ id: 0x1234, name: 'web.default.svc', type: TYPE_A });
});

test('an answer repeats the question and holds the addresses', () => {
  const question = parseQuestion(query('web.default.svc', TYPE_A));
  if (question === undefined) throw new Error('no question');
  const answer = formatAnswer(question, ['198.19.0.7']);
  expect(answer.toString('hex')).toBe(
    `${query('web.default.svc', TYPE_A).toString('hex').replace('123401000001000000000000', '123485800001000100000000')}c00c0001000100000005 0004c6130007`.replace(
      ' ',
      '',
    ),
  );
});

test('a name that is not there is an error, one without addresses is not', () => {
  const question = parseQuestion(query('web', TYPE_A));
  if (question === undefined) throw new Error('no question');
  expect(formatAnswer(question, undefined).readUInt16BE(2) & 0xf).toBe(3);
  expect(formatAnswer(question, []).readUInt16BE(2) & 0xf).toBe(0);
});

test.each([
  ['too short', Buffer.alloc(5)],
  ['an answer', Buffer.from('123481800001000000000000', 'hex')],
  ['two questions', Buffer.from('123401000002000000000000', 'hex')],
  ['a name that goes on beyond the end', Buffer.from('12340100000100000000000005616263', 'hex')],
  ['a pointer for a name', Buffer.from('123401000001000000000000c00c00010001', 'hex')],
])('%s is no question', (_what, message) => {
  expect(parseQuestion(message)).toBeUndefined();
});
