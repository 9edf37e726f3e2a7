import { expect, test } from 'vitest';
import type { RulesFileError } from '../errors.ts';
import { builtinRules } from './builtin-rules.ts';
import { kindsOf, mergeRules } from './ownership-rules.ts';
import { parseRules } from './parse-rules.ts';

const head = 'name: mine\n';

test.each([
  ['not YAML', 'name: [', 1, /mine\.yaml:1:/],
  ['two documents', `${head}---\nname: b\n`, 2, /^mine\.yaml:2: is not YAML, column 1: a second document begins here/],
  ['a key that is there twice', `${head}name: b\n`, 2, /is not YAML, column 1: this key is there twice/],
  ['an alias without an anchor', `${head}roots: *none\n`, 1, /an alias \(\*name\) has no anchor/],
  ['a control character', `${head}# \u001b[31m\n`, 2, /^mine\.yaml:2: must not have the control character U\+001B/],
  ['an escaped control character', `${head}roots: ["a\\e"]\n`, 2, /roots: must not have the control character U\+001B/],
  ['what is no UTF-8', `${head}# \uFFFD\n`, 2, /is not UTF-8 text: save the file as UTF-8/],
  [
    'a kind with its version',
    `${head}expressions:\n  Deployment.v1.apps: "true"\n`,
    3,
    /'Deployment\.v1\.apps' names a version: write Deployment\.apps/,
  ],
  [
    'what is no kind',
    `${head}expressions:\n  __proto__: "true"\n`,
    3,
    /^mine\.yaml:3: expressions: '__proto__' is no kind: write Kind \(Pod\)/,
  ],
  ['a kind of no group', `${head}awaited: [Pod.]\n`, 2, /awaited: 'Pod\.' is no kind/],
  ['a list', '- a', 1, /a rules file is a map/],
  ['an unknown key', `${head}membres: []\n`, 2, /membres: unknown key; known: name, owners/],
  ['a rule without a child', `${head}members:\n  - { parent: A, by: label }\n`, 3, /child: is missing/],
  [
    'an expression that is none',
    `${head}expressions:\n  Pod: object.status.phase == "Running\n`,
    3,
    /^mine\.yaml:3: expressions\.Pod: CEL line 1, column \d+: .+/,
  ],
  [
    'an expression of several lines, by its own place',
    `${head}expressions:\n  Pod: |-\n    has(object.status)\n    && objekt.status.phase == "Running"\n`,
    3,
    /^mine\.yaml:3: expressions\.Pod: CEL line 2, column 4: .*objekt.*; .+/,
  ],
  ['an expression that gives no bool', `${head}expressions: { Pod: object.status.size() }\n`, 2, /expressions\.Pod: CEL line 1, column/],
  ['an expression that is no text', `${head}expressions: { Pod: [a] }\n`, 2, /expressions\.Pod: must be text/],
  ['an unknown way', `${head}members:\n  - { parent: A, child: B, by: magic }\n`, 3, /by: 'magic' is not one of label, field, namespace/],
  [
    'labels that name no parent',
    `${head}members:\n  - { parent: A, child: B, by: label, labels: { a: b } }\n`,
    3,
    /at least one label must come from the parent/,
  ],
  ['a bad path', `${head}members:\n  - { parent: A, child: B, by: field, parentKey: '{a', childKey: '{b}' }\n`, 3, /not a field path/],
  [
    'a bad pattern',
    `${head}members:\n  - { parent: A, child: B, by: field, parentKey: '{a}', childKey: '{b}', childPattern: '(' }\n`,
    3,
    /not a regular expression/,
  ],
  ['a bad namespaces', `${head}members:\n  - { parent: A, child: B, by: namespace, namespaces: some }\n`, 3, /must be 'same' or 'any'/],
  [
    'a cycle',
    `${head}members:\n  - { parent: A, child: B, by: field, parentKey: '{a}', childKey: '{b}' }\n  - { parent: B, child: A, by: field, parentKey: '{a}', childKey: '{b}' }\n`,
    3,
    /rules form a cycle: A -> B -> A/,
  ],
])('%s is refused with its line and reason', (_name, text, line, message) => {
  expect.assertions(2);
  try {
    parseRules(text, { file: 'mine.yaml' });
  } catch (error) {
    expect(String((error as Error).message)).toMatch(message);
    expect((error as RulesFileError).line).toBe(line);
  }
});

test('the built-in sets can be read, and name the kinds a controller has to watch', () => {
  const kinds = kindsOf(builtinRules());
  expect(kinds).toContain('InstanceSet.workloads.kubeblocks.io');
  expect(kinds).toContain('StatefulSet.apps');
  expect(kinds).not.toContain('*');
  expect(kinds).toEqual([...kinds].sort());
});

test('a later set adds rules and overrides expressions', () => {
  const first = parseRules('name: a\nexpressions: { A: "true", B: "1 > 2" }\nawaited: [A]\n', { file: 'a' });
  const second = parseRules('name: b\nexpressions:\n  A: "false"\ninert: [C]\nroots: [B]\nawaited: [A, B]\n', { file: 'b' });
  expect(mergeRules([first, second])).toMatchObject({
    names: ['a', 'b'],
    expressions: { A: { text: 'false', file: 'b', line: 3 }, B: { text: '1 > 2', file: 'a', line: 2 } },
    inert: ['C'],
    awaited: ['A', 'B'],
    roots: ['B'],
  });
});
