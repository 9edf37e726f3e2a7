// The packed OpenAPI documents are those that the real API server publishes.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { brotliDecompressSync } from 'node:zlib';
import { describeReal } from '@rectrace/testbed';
import { expect, test } from 'vitest';
import { OPENAPI_FILE, readOpenApi, readSwagger } from './packed-openapi.ts';

type Hashed = { readonly hash: string };
type Packed = { readonly documents: Readonly<Record<string, Hashed>>; readonly swagger: Hashed & { readonly text: string } };
type Swagger = { readonly definitions: object };

function hashesOf(documents: Packed['documents']): object {
  return Object.fromEntries(Object.entries(documents).map(([path, { hash }]) => [path, hash]));
}

describeReal('OpenAPI documents of the real API server', (plane) => {
  test('are those that scripts/update-openapi.ts packed', async () => {
    const [, base64 = ''] = /'([A-Za-z0-9+/=]+)'/.exec(readFileSync(join(import.meta.dirname, '..', OPENAPI_FILE), 'utf8')) ?? [];
    const packed = JSON.parse(brotliDecompressSync(Buffer.from(base64, 'base64')).toString()) as Packed;
    const wait = (): Promise<void> => sleep(500);
    expect(hashesOf(packed.documents)).toEqual(hashesOf(await readOpenApi(plane().api, wait)));
    // Suites that share the server add definitions, which are in this document and not in the packed one.
    const { definitions } = JSON.parse((await readSwagger(plane().api, wait)).text) as Swagger;
    expect(definitions).toMatchObject((JSON.parse(packed.swagger.text) as Swagger).definitions);
  });
});
