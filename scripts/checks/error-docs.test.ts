import { expect, test } from 'vitest';
import { checkErrorDocs } from './error-docs.ts';
import { literalTree } from './source-tree.ts';

const ERRORS = `
export type StoreErrorCode = 'STORE_LOCKED' | 'STORE_FULL';
export class RulesFileError extends Error {
  readonly code = 'RULES_FILE_INVALID';
  readonly retryable = false;
}
`;
const SHOWN = 'it ends so: `… [STORE_FULL]`\n\n';

test('a code without a row and a row without a code are both told', () => {
  const tree = literalTree({
    'packages/history/src/errors.ts': ERRORS,
    'docs/reference/errors.md': `${SHOWN}| code | meaning |\n|---|---|\n| \`STORE_FULL\` | x |\n| \`OLD\` | y |\n`,
  });
  expect(checkErrorDocs(tree)).toEqual([
    { file: 'packages/history/src/errors.ts', message: 'error code STORE_LOCKED is not in docs/reference/errors.md' },
    { file: 'packages/history/src/errors.ts', message: 'error code RULES_FILE_INVALID is not in docs/reference/errors.md' },
    { file: 'docs/reference/errors.md', line: 6, message: 'error code OLD exists in no errors.ts' },
  ]);
});

test('a code of two meanings is told', () => {
  const tree = literalTree({
    'packages/history/src/errors.ts': "export type StoreErrorCode = 'STORE_FULL';",
    'apps/controller/src/errors.ts': "export type ControllerErrorCode = 'STORE_FULL';",
    'docs/reference/errors.md': `${SHOWN}| code | meaning |\n|---|---|\n| \`STORE_FULL\` | x |\n\n| \`STORE_FULL\` | y |\n`,
  });
  expect(checkErrorDocs(tree)).toEqual([
    { file: 'docs/reference/errors.md', line: 7, message: 'error code STORE_FULL has a row already: a code means one thing' },
  ]);
});

test('a code that is written otherwise is told, also one of the testbed, which needs no row', () => {
  const tree = literalTree({
    'packages/history/src/errors.ts': "export type StoreErrorCode = 'StoreFull';",
    'testbed/src/errors.ts': "export type TestbedErrorCode = 'build-failed' | 'TIMED_OUT';",
    'docs/reference/errors.md': 'so: `… [TIMED]`\n\n| code | meaning |\n|---|---|\n| `StoreFull` | x |\n',
  });
  expect(checkErrorDocs(tree)).toEqual([
    { file: 'packages/history/src/errors.ts', message: 'error code StoreFull is not written LIKE_THIS' },
    { file: 'testbed/src/errors.ts', message: 'error code build-failed is not written LIKE_THIS' },
    { file: 'docs/reference/errors.md', message: '[TIMED] is shown and exists in no errors.ts' },
  ]);
});

test('a document that shows no message with its code, and a class whose code is never printed, are told', () => {
  const tree = literalTree({
    'packages/history/src/errors.ts': `
      abstract class StoreError extends Error { abstract readonly retryable: boolean; }
      export class StoreFull extends StoreError { readonly code = 'STORE_FULL'; }
      export class StoreLocked extends Error { readonly code = 'STORE_LOCKED'; }
    `,
    'docs/reference/errors.md': '| code | meaning |\n|---|---|\n| `STORE_FULL` | x |\n| `STORE_LOCKED` | y |\n',
  });
  expect(checkErrorDocs(tree)).toEqual([
    { file: 'docs/reference/errors.md', message: 'does not show how a message bears its code: `… [CODE]`' },
    {
      file: 'packages/history/src/errors.ts',
      message: "StoreLocked has a code and no 'retryable': the command line does not print its code",
    },
  ]);
});

test('a missing document is told', () => {
  expect(checkErrorDocs(literalTree({}))).toEqual([{ file: 'docs/reference/errors.md', message: 'is missing' }]);
});
