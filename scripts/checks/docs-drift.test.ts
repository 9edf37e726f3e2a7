import { expect, test } from 'vitest';
import { checkDocsDrift } from './docs-drift.ts';
import { literalTree } from './source-tree.ts';

function findings(texts: Record<string, string>): readonly string[] {
  const tree = literalTree({ 'package.json': '{"scripts":{"start":"","bench":""}}', 'packages/kube/src/a.ts': '', ...texts });
  return checkDocsDrift(tree).map(({ file, line, message }) => `${file}:${line ?? '-'}: ${message}`);
}

test('paths of the map have to exist, alternatives in braces included', () => {
  expect(findings({ 'ARCHITECTURE.md': 'see `packages/kube/src/{a,b}.ts`\nand `packages/gone/`' })).toEqual([
    'ARCHITECTURE.md:1: packages/kube/src/b.ts does not exist',
    'ARCHITECTURE.md:2: packages/gone/ does not exist',
  ]);
});

test('the map stays under 120 lines', () => {
  expect(findings({ 'ARCHITECTURE.md': 'x\n'.repeat(120) })).toEqual(['ARCHITECTURE.md:-: 120 lines; it has to stay under 120']);
});

test('scripts and links have to exist', () => {
  expect(
    findings({
      'ARCHITECTURE.md': 'run `npm run bench`, `npm run gone` or `npm test`, read [x](docs/gone.md) or [y](https://x.example/a)',
    }),
  ).toEqual([
    'ARCHITECTURE.md:1: `npm run gone` is no script of package.json',
    'ARCHITECTURE.md:1: `npm test` is no script of package.json',
    'ARCHITECTURE.md:1: link to docs/gone.md, which does not exist',
  ]);
});
