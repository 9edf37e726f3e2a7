import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readScenarios } from './client-scenario.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'client-scenario-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

test('a scenario has the steps that the release knows, as far as each is compared', () => {
  writeFileSync(
    join(folder, 'waiting.yaml'),
    'title: waiting\nsteps:\n- a\n- {line: b, compare: last}\n- {line: c, since: 31}\n- {line: d, until: 25}\n',
  );
  const lines = (minor: number): unknown => readScenarios(folder, minor).map(({ name, steps }) => [name, ...steps.map(({ line }) => line)]);
  expect(lines(25)).toEqual([['waiting', 'a', 'b', 'd']]);
  expect(lines(30)).toEqual([['waiting', 'a', 'b']]);
  expect(lines(31)).toEqual([['waiting', 'a', 'b', 'c']]);
  expect(readScenarios(folder, 30)[0]?.steps.map(({ compare }) => compare)).toEqual(['all', 'last']);
});

test.each(['steps: [a]\n', 'title: x\n', 'title: x\nsteps: [{line: a, compare: most}]\n', 'title: x\nsteps: [{run: a}]\n'])(
  'what is none is named by its file: %j',
  (text) => {
    writeFileSync(join(folder, 'broken.yaml'), text);
    expect(() => readScenarios(folder, 30)).toThrow('broken.yaml: ');
  },
);
