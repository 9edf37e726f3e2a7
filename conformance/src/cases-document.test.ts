import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readCases } from './case-files.ts';

const document = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'reference', 'cases.md'), 'utf8');

test('docs/reference/cases.md lists every case with its title and file, and no other', () => {
  const listed = document.split('\n').filter((line) => line.includes('`conformance/cases/'));
  expect(listed).toEqual(readCases().map(({ id, title, file }) => `| ${id} | ${title} | \`conformance/cases/${file}\` |`));
});
