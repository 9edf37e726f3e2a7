import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { AnswerGarbled, ConnectionCut } from '../errors.ts';
import { readLines } from './read-lines.ts';

async function* chunksOf(...parts: readonly (string | Uint8Array)[]): AsyncGenerator<Uint8Array> {
  for (const part of parts) yield typeof part === 'string' ? Buffer.from(part) : part;
}

async function linesOf(chunks: AsyncIterable<Uint8Array>, maxBytes?: number): Promise<string[]> {
  const lines: string[] = [];
  for await (const line of readLines(chunks, maxBytes)) lines.push(line);
  return lines;
}

describe('lines', () => {
  test('several in one chunk, one over several, empty ones left out', async () => {
    expect(await linesOf(chunksOf('a\nb\n', '\nc', 'd', '\n'))).toEqual(['a', 'b', 'cd']);
  });

  test('wherever the bytes are cut, text with CJK and emoji comes out whole', async () => {
    const text = '{"message":"集群正在更新 🚀"}\n{"b":"é"}\n';
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 1, max: 7 })), async (sizes) => {
        const bytes = Buffer.from(text);
        const parts: Uint8Array[] = [];
        let start = 0;
        for (const size of sizes) {
          parts.push(bytes.subarray(start, start + size));
          start += size;
        }
        parts.push(bytes.subarray(start));
        expect(await linesOf(chunksOf(...parts))).toEqual(text.trim().split('\n'));
      }),
    );
  });

  test('a last line without its break is a cut connection, after the lines before it', async () => {
    const lines: string[] = [];
    const read = async (): Promise<void> => {
      for await (const line of readLines(chunksOf('a\n{"half'))) lines.push(line);
    };
    await expect(read()).rejects.toBeInstanceOf(ConnectionCut);
    expect(lines).toEqual(['a']);
  });

  test.each([
    ['in one chunk', ['0123456789\n']],
    ['growing', ['01234', '56789', '0']],
  ])('a line beyond the bound is refused: %s', async (_title, parts) => {
    await expect(linesOf(chunksOf(...parts), 8)).rejects.toBeInstanceOf(AnswerGarbled);
  });
});
