// The packed OpenAPI documents are those that the real API server publishes.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { brotliDecompressSync } from 'node:zlib';
import { describeReal } from '@rectrace/testbed';
import { expect, test } from 'vitest';
import { OPENAPI_FILE, readOpenApi } from './packed-openapi.ts';

describeReal('OpenAPI documents of the real API server', (plane) => {
  test('are those that scripts/update-openapi.ts packed', async () => {
    const [, base64 = ''] = /'([A-Za-z0-9+/=]+)'/.exec(readFileSync(join(import.meta.dirname, '..', OPENAPI_FILE), 'utf8')) ?? [];
    const packed = JSON.parse(brotliDecompressSync(Buffer.from(base64, 'base64')).toString()) as Record<string, { readonly hash: string }>;
    const published = await readOpenApi(plane().api, () => sleep(500));
    const hashes = (documents: Record<string, { readonly hash: string }>): object =>
      Object.fromEntries(Object.entries(documents).map(([path, { hash }]) => [path, hash]));
    expect(hashes(packed)).toEqual(hashes(published));
  });
});
