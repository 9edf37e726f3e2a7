// A prediction can never write to the live cluster: nothing that can write, and no connection that could be used to, ever comes in here.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const READING = ['AnswerGarbled', 'ApiError', 'ServedResources', 'ServerVersion', 'allInOrder', 'listAll', 'preferredResources'];

test('the planner takes nothing but reading from the cluster package', () => {
  const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
  const taken = files.flatMap((file) => {
    const text = readFileSync(join(import.meta.dirname, file), 'utf8');
    return [...text.matchAll(/import (?:type )?\{([^}]*)\} from '@rectrace\/cluster'/g)].flatMap(([, list = '']) =>
      list.split(',').map((name) => name.replace(/\btype\b/, '').trim()),
    );
  });
  expect([...new Set(taken)].filter((name) => name !== '').sort()).toEqual(READING);
  const whole = files.filter((file) =>
    /import (?!type \{|\{)[^'"]*from '@rectrace\/cluster'/.test(readFileSync(join(import.meta.dirname, file), 'utf8')),
  );
  expect(whole).toEqual([]);
});
