import { expect, test } from 'vitest';
import { parsePodAnswers } from './parse-pod-answers.ts';

test('a script is read as it stands', () => {
  const source = `
pods:
- {namespace: shop, name: web-0, selector: 'app=web,tier!=db', container: web}
- logs: [{text: up, time: 2026-01-01T00:00:00Z, stream: Stderr}, {text: later, after: 1.5}]
  previousLogs: []
  commands: [{command: [ls, '**'], stdout: "a\\n", stderr: {base64: AAE=}, stdin: echo, exitCode: 3}]
  attach: {stdin: echo}
  files: {/etc/motd: hello}
  ports: [{port: 7, echo: true}, {port: 8, bytes: hi}, {port: 80, http: [{path: /*, method: GET, status: 204, headers: {A: b}}]}]
nodes: [{name: node-a, http: []}]
`;
  const parsed = parsePodAnswers(source);
  expect(parsed).toMatchObject({ kind: 'answers', answers: { pods: [{ name: 'web-0' }, { attach: { stdin: 'echo' } }], nodes: [{}] } });
});

test.each([
  [
    'pods: [{nam: web}]',
    'pods[0].nam: unknown key; there are namespace, name, selector, container, logs, previousLogs, commands, attach, files, ports',
  ],
  ['answers: []', 'answers: unknown key; there are pods, nodes'],
  ['- a', 'the file: write a map with pods, nodes'],
  ['', 'the file: write a map with pods, nodes'],
  ['pods: {}', 'pods: write a list'],
  ['pods: [{name: 5}]', 'pods[0].name: write a text, not the number 5'],
  ['pods: [{selector: "a in"}]', 'pods[0].selector: '],
  ['pods: [{logs: [{time: 2026-01-01}]}]', 'pods[0].logs[0].text: is missing'],
  ['pods: [{logs: [{text: a, time: 2026-01-01}]}]', 'pods[0].logs[0].time: write a time as in 2026-01-31T12:00:00Z'],
  ['pods: [{logs: [{text: "a\\nb"}]}]', 'pods[0].logs[0].text: a line has no line break'],
  ['pods: [{logs: [{text: a, stream: stdout}]}]', 'pods[0].logs[0].stream: write Stdout or Stderr'],
  ['pods: [{commands: [{command: [ls], exitCode: 256}]}]', 'pods[0].commands[0].exitCode: write a whole number from 0 to 255'],
  ['pods: [{commands: [{command: [ls], stdout: {base64: "?"}}]}]', 'pods[0].commands[0].stdout.base64: is no base64'],
  ['pods: [{commands: [{command: [ls], stdin: yes}]}]', 'pods[0].commands[0].stdin: write echo or ignore'],
  ['pods: [{files: {etc: a}}]', 'pods[0].files.etc: write the absolute path of a file'],
  ['pods: [{ports: [{port: 0, echo: true}]}]', 'pods[0].ports[0].port: write a whole number from 1 to 65535'],
  ['pods: [{ports: [{port: 7}]}]', 'pods[0].ports[0]: write one of echo, bytes, http beside port'],
  ['pods: [{ports: [{port: 7, echo: true, bytes: a}]}]', 'pods[0].ports[0]: write one of echo, bytes, http beside port'],
  ['pods: [{ports: [{port: 7, http: [{path: a}]}]}]', 'pods[0].ports[0].http[0].path: a path begins with /'],
  ['pods: [{ports: [{port: 7, http: [{path: /, headers: {"a b": c}}]}]}]', 'pods[0].ports[0].http[0].headers.a b: is no name of a header'],
  [
    'nodes: [{http: [{path: /, headers: {Content-Length: "1"}}]}]',
    'nodes[0].http[0].headers.Content-Length: is written by the server itself',
  ],
  ['nodes: [{name: a}]', 'nodes[0].http: is missing'],
  ['pods: [', 'Flow sequence in block collection must be sufficiently indented'],
  ['pods: []\npods: []', 'Map keys must be unique'],
])('%s is refused in one line', (source, reason) => {
  const parsed = parsePodAnswers(source);
  expect(parsed.kind === 'refused' ? parsed.reason : parsed).toContain(reason);
  expect(parsed.kind === 'refused' && parsed.reason.includes('\n')).toBe(false);
});
