import { expect, test } from 'vitest';
import { Store } from '../../storage/store.ts';
import { CustomKinds } from './custom-kinds.ts';
import type { OpenApiSource } from './openapi-source.ts';
import { PublishedSwagger } from './published-swagger.ts';

test('a document that could not be made once is made for who asks next, and then for nobody again', async () => {
  let asked = 0;
  const source: OpenApiSource = {
    documents: () => Promise.resolve(new Map()),
    swagger: async () => {
      asked += 1;
      if (asked === 1) throw new Error('not yet');
      return { text: '{}', hash: 'A' };
    },
  };
  const published = new PublishedSwagger({ source, kinds: new CustomKinds(new Store()), nextTurn: undefined });
  await expect(published.current()).rejects.toThrow('not yet');
  expect((await published.current()).text).toBe('{}');
  expect([await published.current(), asked]).toEqual([await published.current(), 2]);
});
