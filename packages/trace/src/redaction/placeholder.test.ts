// biome-ignore-all lint/suspicious/noTemplateCurlyInString: placeholders of shells are what is told apart here.

import type { Json, KubeObject } from '@rectrace/kube';
import { expect, test } from 'vitest';
import { isPlaceholder } from './placeholder.ts';
import { redactObject } from './redaction.ts';

/** Shows what is hidden, so that it can be said exactly. */
const digest = (bytes: string): string => `#${bytes.replaceAll('\n', '|')}`;

function chart(values: string): KubeObject {
  return { apiVersion: 'example.com/v1', kind: 'Chart', metadata: { name: 'x' }, spec: { values } };
}

/** Of a command line. */
function step(command: string): KubeObject {
  return { apiVersion: 'example.com/v1', kind: 'Step', metadata: { name: 'x' }, spec: { command: ['sh', '-c', command] } };
}

const redact = (object: KubeObject): KubeObject => redactObject(object, { digest });
const valuesOf = (object: KubeObject): Json | undefined => (object['spec'] as Readonly<Record<string, Json>>)['values'];

test.each([
  ['user: a\npassword: ${PREFIX}hunter22\n', 'user: a\npassword: <redacted:#${PREFIX}hunter22>\n'],
  ['user: a\npassword: "$(PREFIX)hunter22"\n', 'user: a\npassword: "<redacted:#$(PREFIX)hunter22>"\n'],
  ['user: a\npassword: {{ .Values.prefix }}-hunter22\n', 'user: a\npassword: <redacted:#{{ .Values.prefix }}-hunter22>\n'],
  ['user: a\npassword: ${DB_PASSWORD:-hunter22}\n', 'user: a\npassword: <redacted:#${DB_PASSWORD:-hunter22}>\n'],
  ['user: a\npassword: ${db.password:hunter22}\n', 'user: a\npassword: <redacted:#${db.password:hunter22}>\n'],
  ['user: a\npassword: ${A:-${B:-hunter22}}\n', 'user: a\npassword: <redacted:#${A:-${B:-hunter22}}>\n'],
  [
    'user: a\npassword: {{ .Values.password | default "hunter22" }}\n',
    'user: a\npassword: <redacted:#{{ .Values.password | default "hunter22" }}>\n',
  ],
  ['user: a\npassword: ${hunter22\n', 'user: a\npassword: <redacted:#${hunter22>\n'],
  ['export DB_PASSWORD=${PREFIX}hunter22', 'export DB_PASSWORD=<redacted:#${PREFIX}hunter22>'],
  ['password: |\n  {{ .Values.first }}\n  hunter22\nhost: h\n', 'password: |\n  <redacted:#{{ .Values.first }}|hunter22>\nhost: h\n'],
  ['tokens:\n  - ${PREFIX}hunter22\nhost: h\n', 'tokens:\n  - <redacted:#${PREFIX}hunter22>\nhost: h\n'],
])('%j: what stands beside a placeholder, or is its default, is hidden with it', (values, shown) => {
  const redacted = redact(chart(values));
  expect(valuesOf(redacted)).toBe(shown);
  expect(redact(redacted)).toBe(redacted);
});

test.each([
  'user: a\npassword: ${PASSWORD}\n',
  'user: a\npassword: ${USER}:${PASSWORD}\n',
  'user: a\npassword: {{ .Values.password | quote }}\n',
  'user: a\npassword: {{ .Values.a }}{{ .Values.b }}\n',
  'user: a\npassword: {{- if .a }}{{ .b }}{{ end }}\n',
  'user: a\npassword: {{ .Values.password | default "" }}\n',
  'user: a\n"password": "{{ .Values.password }}",\n',
  'user: a\npassword: $(cat /run/secrets/db)\n',
  'user: a\npassword: $(jq -r .password "$(ls /run)")\n',
  'user: a\npassword: ${PASSWORD:?is missing}\n',
  'user: a\npassword: ${PASSWORD:-}\n',
  'user: a\npassword: ${A:-${B}}\n',
  'user: a\npassword: ${PASSWORD:0:16}\n',
  'user: a\npassword: ${file:/opt/db.properties:password}\n',
  'user: a\npassword: ${secrets:shop/db:password}\n',
  'password: |\n  {{ .Values.first }}\n  {{ .Values.second }}\n',
  'password:\n  {{- if .Values.ref }}\n  valueFrom:\n    name: s\n  {{- end }}\n',
  'set -e\nexport PASSWORD=${PASSWORD} && run\n',
  'set -e\nPASSWORD=$PASSWORD ./run --port 1\n',
  'set -e\nPASSWORD=$(cat /run/x); run --port 1\n',
  'set -e\nPASSWORD="$(jq -r ".password" /run/x)"\nrun\n',
])('%j: what only stands for a secret is shown', (values) => {
  const object = chart(values);
  expect(redact(object)).toBe(object);
});

test.each([
  ['echo "${PREFIX}hunter22" | docker login --password-stdin', 'echo "<redacted:#${PREFIX}hunter22>" | docker login --password-stdin'],
  ["printf '%s:hunter22' root | chpasswd", "printf '<redacted:#%s:hunter22>' <redacted:#root> | chpasswd"],
  ['echo -hunter22 | chpasswd', 'echo <redacted:#-hunter22> | chpasswd'],
  ['git clone https://${PREFIX}hunter22@host/x', 'git clone https://<redacted:#${PREFIX}hunter22>@host/x'],
])('%s: the same of what a program reads or dials', (command, shown) => {
  expect(redact(step(command))['spec']).toEqual({ command: ['sh', '-c', shown] });
});

test.each([
  'echo "$TOKEN" | docker login --password-stdin',
  'echo "$1" | docker login --password-stdin',
  'echo -n "$(cat /run/x)" | docker login --password-stdin',
  'printf \'%s:%s\\n\' "$USER" "$PASSWORD" | chpasswd',
  'git clone https://${GIT_TOKEN}@host/x',
])('%s: is shown as it is', (command) => {
  const object = step(command);
  expect(redact(object)).toBe(object);
});

test('the hash of a password is no placeholder, though it is made of $ and names', () => {
  for (const hash of ['$6$salt$hash', '$apr1$salt$hash', '$2y$10$abcdefghijklmnopqrstuv', '']) expect(isPlaceholder(hash)).toBe(false);
});

test('a long text is read in a time that grows with its length', () => {
  for (const piece of ['${', '${a}', '$(', '$(()', '()', '{{', '{{ a }}', '`', '${a:-', 'default "', ': ']) {
    const values = `password: \${a}${piece.repeat(40_000)}x\npassword: |\n  {{${piece.repeat(40_000)}\n`;
    expect(valuesOf(redact(chart(values)))).toContain('<redacted:');
  }
});
