import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parse, stringify } from 'yaml';
import { parsePlainYaml } from './plain-yaml.ts';

const KUBECONFIG = `apiVersion: v1
clusters:
- cluster:
    certificate-authority-data: LS0tLS1CRUdJTg==
    server: https://127.0.0.1:6443
  name: kind-a
contexts:
- context:
    cluster: kind-a
    namespace: ""
    user: arn:aws:eks:eu-west-1:123:cluster/a
  name: kind-a
current-context: kind-a
kind: Config
preferences: {}
users:
# one
- name: arn:aws:eks:eu-west-1:123:cluster/a
  user:
    exec:
      apiVersion: client.authentication.k8s.io/v1
      args:
      - eks
      - get-token
      command: aws
      env: null
      interactiveMode: IfAvailable
      provideClusterInfo: false
`;

/** As the library reads it for a kubeconfig; undefined where it refuses. */
function byLibrary(text: string): unknown {
  try {
    return parse(text, { schema: 'failsafe', merge: true });
  } catch {
    return undefined;
  }
}

test('a kubeconfig as kubectl writes it is plain', () => {
  expect(parsePlainYaml(KUBECONFIG)).toEqual({ kind: 'plain', value: byLibrary(KUBECONFIG) });
});

test.each([
  ['a:\nb: 1'],
  ['a:\n- b: 1\n  c: 2\n- d'],
  ['a:\n  - b:\n    - c\n  - d: {}'],
  ['- a\n-   b: 1\n    c: []'],
  ['---\na: b#c\n\n\nd: "x: y"  '],
  ["a: 'x \"y\"'\nb: 'null'"],
  ['a: b\r\nc: d\r\n'],
])('%j is plain and read as the library reads it', (text) => {
  expect(parsePlainYaml(text)).toEqual({ kind: 'plain', value: byLibrary(text) });
});

test.each([
  [''],
  ['# nothing'],
  ['{"a": 1}'],
  ['a: b # c'],
  ['a: |\n  b'],
  ['a: b\n  c'],
  ['- a\n  b'],
  ['a: &x b'],
  ['<<: {a: b}'],
  ['a: "x\\n"'],
  ["a: 'it''s'"],
  ['a: b: c'],
  ['a: 1\na: 2'],
  ['a: b\n c: d'],
  ['a: [x]'],
  ['a: é'],
  ['a: b\u00a0'],
  ['a:\tb'],
  ['a: b\n...'],
  ['a: - b'],
  ['-\n  a: b'],
  ['- - a'],
  ['a: b\n- c'],
])('%j is left to the library', (text) => {
  expect(parsePlainYaml(text)).toEqual({ kind: 'notPlain' });
});

const scalar = fc.oneof(
  fc.constantFrom('', 'null', 'true', '0x1f', '{}', '- a', 'a: b', 'a #b', '#', 'x:', "it's", '"', '\\', '~', '<<', '---', 'é', 'a\nb'),
  fc.string({ maxLength: 12 }),
);
const key = fc.oneof(fc.constantFrom('a', 'b-c', 'server', '<<', '-', 'x y'), fc.string({ maxLength: 6 }));
const { tree } = fc.letrec((tie) => ({
  tree: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    scalar,
    fc.array(tie('tree'), { maxLength: 4 }),
    fc.dictionary(key, tie('tree'), { maxKeys: 4 }),
  ),
}));

test('whatever is read as plain, the library reads in the same way', () => {
  fc.assert(
    fc.property(tree, fc.boolean(), fc.integer({ min: 1, max: 4 }), (value, indentSeq, indent) => {
      const text = stringify(value, { indentSeq, indent });
      const read = parsePlainYaml(text);
      if (read.kind === 'plain') expect(read.value).toEqual(byLibrary(text));
    }),
    { numRuns: 2_000 },
  );
});

test('so it is for lines in any order', () => {
  const line = fc.tuple(
    fc.integer({ min: 0, max: 4 }),
    fc.constantFrom('a: b', 'a:', 'b:', '- a', '- a: b', '- a:', 'c: {}', '#x', '', '-', "d: 'e'"),
  );
  fc.assert(
    fc.property(fc.array(line, { maxLength: 8 }), (lines) => {
      const text = lines.map(([spaces, content]) => `${' '.repeat(spaces)}${content}`).join('\n');
      const read = parsePlainYaml(text);
      if (read.kind === 'plain') expect(read.value).toEqual(byLibrary(text));
    }),
    { numRuns: 5_000 },
  );
});
