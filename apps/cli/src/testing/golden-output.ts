// Compares text with a file of testdata/golden; UPDATE_GOLDENS=1 writes the file instead.

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect } from 'vitest';

/** name: file within testdata/golden. */
export function expectGolden(name: string, text: string): void {
  const file = new URL(`../../testdata/golden/${name}`, import.meta.url).pathname;
  if (process.env['UPDATE_GOLDENS'] === '1' || !existsSync(file)) {
    if (process.env['CI'] === 'true') throw new Error(`${file} is missing`);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  expect(text).toBe(readFileSync(file, 'utf8'));
}
