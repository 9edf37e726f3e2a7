import { expect, test } from 'vitest';
import { Pipe } from './pipe.ts';

async function textOf(pipe: Pipe): Promise<string> {
  let text = '';
  for await (const bytes of pipe.chunks) text += Buffer.from(bytes).toString();
  return text;
}

test('what is written is read in its order, and then the end', async () => {
  const pipe = new Pipe();
  const read = textOf(pipe);
  for (const text of ['a', 'b', 'c']) await pipe.write(Buffer.from(text));
  pipe.end();
  await pipe.write(Buffer.from('after the end'));
  expect(await read).toBe('abc');
});

test('who writes waits until it is read', async () => {
  const pipe = new Pipe();
  let written = 0;
  const writing = (async () => {
    for (; written < 3; written += 1) await pipe.write(Buffer.from('x'));
    pipe.end();
  })();
  await new Promise((resolve) => setTimeout(resolve, 10));
  expect(written).toBe(0);
  expect(await textOf(pipe)).toBe('xxx');
  await writing;
});

test('what is abandoned holds nobody up: not who writes, nor who reads', async () => {
  const unread = new Pipe();
  const writing = unread.write(Buffer.from('x'));
  unread.abandon();
  await writing;
  expect(await textOf(unread)).toBe('');
  const read = new Pipe();
  const reading = textOf(read);
  read.abandon();
  expect(await reading).toBe('');
});

test('a reader that stops lets who writes go on', async () => {
  const pipe = new Pipe();
  const writing = (async () => {
    for (let index = 0; index < 10; index += 1) await pipe.write(Buffer.from('x'));
  })();
  for await (const _bytes of pipe.chunks) break;
  await writing;
  expect(await textOf(pipe)).toBe('');
});
