// Damaged recordings, wrong rules, huge objects, hostile text: one line each, and everything that can be shown is shown.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { textWidth } from '@rectrace/view';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { EXIT_CODES } from './exit-code.ts';
import { captureRun, sampleRecording } from './testing/captured-run.ts';

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'rectrace-cli-'));
});

afterAll(() => rmSync(folder, { recursive: true }));

function file(name: string, text: string | Buffer): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

const P1 = readFileSync(sampleRecording('p1-deployment'), 'utf8');
const LINES = P1.trimEnd().split('\n');

type Line = { readonly receivedAt: string; readonly type: string; readonly initial?: boolean; readonly object: object };

function recording(name: string, lines: readonly Line[]): string {
  return file(name, `${lines.map((line) => JSON.stringify(line)).join('\n')}\n`);
}

function at(second: number): string {
  return `2026-11-30T19:00:${String(second).padStart(2, '0')}.000Z`;
}

function widget(version: number, fields: object = {}): object {
  const metadata = { name: 'w', namespace: 'plain', uid: 'u-w', resourceVersion: String(version), generation: 1 };
  return { apiVersion: 'example.com/v1', kind: 'Widget', metadata, ...fields };
}

test('a recording that is cut off is told up to the cut, which is named', async () => {
  const cut = file('cut.ndjson', P1.slice(0, LINES.slice(0, 150).join('\n').length + 100));
  const { code, stdout, stderr } = await captureRun(['replay', cut]);
  expect(code).toBe(EXIT_CODES.damaged);
  expect(stdout).toContain('▶ cycle 3 starts');
  expect(stderr).toMatch(/is damaged at line 151 \(byte \d+\): the last line is cut off; all before it is shown/);
});

test('a recording that ends between two lines is told with a note; the roots of one that is damaged, with its damage', async () => {
  const header = JSON.stringify({ rectrace: 'recording', version: 2, roots: ['Widget.example.com/plain/w'] });
  const list = [
    { receivedAt: at(1), type: 'LIST_BEGIN', scope: 'widgets.example.com@plain', kind: 'Widget', resourceVersion: '1', requestedAt: at(1) },
    { receivedAt: at(1), type: 'ADDED', initial: true, scope: 'widgets.example.com@plain', object: widget(1) },
  ].map((line) => JSON.stringify(line));
  const lines = `${[header, ...list].join('\n')}\n`;
  for (const command of ['replay', 'roots']) {
    const open = await captureRun([command, file('open.ndjson', lines)]);
    expect(open.code).toBe(0);
    expect(open.stderr.match(/the recording goes on to line 3 and has no end: .*/g)).toHaveLength(1);
    const ended = await captureRun([command, file('ended.ndjson', `${lines}{"rectrace":"end"}\n`)]);
    expect(ended.code).toBe(0);
    expect(ended.stderr).not.toContain('no end');
    const cut = await captureRun([command, file('cut.ndjson', `${lines}{"receivedAt":`)]);
    expect(cut.code).toBe(EXIT_CODES.damaged);
    expect(cut.stderr).toMatch(/cut\.ndjson is damaged at line 4 \(byte \d+\): the last line is cut off; all before it is shown/);
  }
});

test('a recording with a broken line is told up to it', async () => {
  const broken = file('broken.ndjson', [...LINES.slice(0, 40), '{"receivedAt": oops', ...LINES.slice(41)].join('\n'));
  const { code, stdout, stderr } = await captureRun(['replay', broken, '-o', 'json']);
  expect(code).toBe(EXIT_CODES.damaged);
  expect(JSON.parse(stdout).changes.length).toBeGreaterThan(10);
  expect(stderr).toContain('damaged at line 41');
});

test.each<[string, string | Buffer, RegExp]>([
  ['empty.ndjson', '', /is empty/],
  ['binary.ndjson', Buffer.from([0, 1, 2, 255, 254, 10]), /binary\.ndjson is not a recording \(line 1: /],
  ['README.md', '# title\n\ntext\n', /README\.md is not a recording \(line 1: the line is not JSON\)/],
  ['newer.ndjson', '{"rectrace":"recording","version":9}\n', /version 9 is not known/],
  ['other.json', '{"hello":"world"}\n', /other\.json is not a recording \(line 1: /],
])('%s is refused in one line', async (name, content, message) => {
  for (const command of ['replay', 'roots']) {
    const { code, stderr } = await captureRun([command, file(name, content)]);
    expect(code).not.toBe(0);
    expect(stderr.trimEnd().split('\n')).toHaveLength(1);
    expect(stderr).toMatch(message);
  }
});

test.each<[string, string, RegExp]>([
  ['unknown key', 'name: mine\nmember: []\n', /rules\.yaml:2: member: /],
  [
    'circle',
    'name: mine\nmembers:\n  - {parent: A, child: B, by: field, parentKey: "{metadata.name}", childKey: "{spec.a}"}\n  - {parent: B, child: A, by: field, parentKey: "{metadata.name}", childKey: "{spec.b}"}\n',
    /rules\.yaml:\d+: members: .*A -> B -> A/,
  ],
  ['not YAML', 'name: [\n', /rules\.yaml:\d+: /],
])('rules with a fault (%s) are refused with line, key and reason', async (_what, text, message) => {
  const { code, stderr } = await captureRun(['replay', sampleRecording('p1-deployment'), '--rules', file('rules.yaml', text)]);
  expect(code).toBe(EXIT_CODES.usage);
  expect(stderr.trimEnd().split('\n')).toHaveLength(1);
  expect(stderr).toMatch(message);
});

test('a ConfigMap of 2 MiB is told in one short line', async () => {
  const owner = { apiVersion: 'example.com/v1', kind: 'Widget', name: 'w', uid: 'u-w' };
  const config = (version: number, letter: string): object => ({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'big', namespace: 'plain', uid: 'u-c', resourceVersion: String(version), ownerReferences: [owner] },
    data: { blob: letter.repeat(2 * 1024 * 1024) },
  });
  const big = recording('big.ndjson', [
    { receivedAt: at(0), type: 'ADDED', object: widget(1) },
    { receivedAt: at(1), type: 'ADDED', object: config(2, 'a') },
    { receivedAt: at(2), type: 'MODIFIED', object: config(3, 'b') },
  ]);
  const { code, stdout } = await captureRun(['replay', big], { columns: 80 });
  expect(code).toBe(0);
  expect(stdout).toContain('data.blob changed');
  expect(stdout.length).toBeLessThan(5_000);
});

test('a message of 5 kB with CJK, emoji and control characters stays within 40 columns', async () => {
  const message = `${'数据库正在启动 🚀\n\u001b[2J'.repeat(200)}end`;
  const status = { phase: 'Failed', reason: 'Bad', message };
  const wide = recording('wide.ndjson', [
    { receivedAt: at(0), type: 'ADDED', object: widget(1) },
    { receivedAt: at(1), type: 'MODIFIED', object: widget(2, { status }) },
  ]);
  for (const command of [
    ['replay', wide],
    ['tree', wide],
    ['timeline', wide, '--changes'],
    ['tree', wide, '-o', 'wide'],
  ]) {
    const { code, stdout } = await captureRun([...command, '--root', 'Widget/w', '--color', 'never'], { columns: 40 });
    expect(code).toBe(0);
    expect(stdout).not.toContain('\u001b');
    for (const line of stdout.split('\n')) expect(textWidth(line)).toBeLessThanOrEqual(40);
  }
  const { stdout } = await captureRun(['tree', wide, '--root', 'Widget/w', '-o', 'wide', '--color', 'never'], { columns: 40 });
  expect(stdout).toContain('end');
});

test('__proto__ is a key like any other', async () => {
  const withKey = (version: number, value: string): object =>
    JSON.parse(JSON.stringify(widget(version)).replace('"generation"', `"labels":{"__proto__":"${value}","constructor":"c"},"generation"`));
  const hostile = recording('proto.ndjson', [
    { receivedAt: at(0), type: 'ADDED', object: withKey(1, 'a') },
    { receivedAt: at(1), type: 'MODIFIED', object: withKey(2, 'b') },
  ]);
  const { code, stdout } = await captureRun(['replay', hostile, '--root', 'Widget/w', '-o', 'json']);
  expect(code).toBe(0);
  const update = JSON.parse(stdout).changes.find(({ type }: { type: string }) => type === 'Update');
  expect(update.diff).toEqual([{ path: ['metadata', 'labels', '__proto__'], before: 'a', after: 'b' }]);
});

test('secret values are nowhere in what is printed', async () => {
  const owner = { apiVersion: 'example.com/v1', kind: 'Widget', name: 'w', uid: 'u-w' };
  const secret = (version: number, value: string): object => ({
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name: 's', namespace: 'plain', uid: 'u-s', resourceVersion: String(version), ownerReferences: [owner] },
    data: { password: Buffer.from(value).toString('base64') },
  });
  const held = recording('secret.ndjson', [
    { receivedAt: at(0), type: 'ADDED', object: widget(1) },
    { receivedAt: at(1), type: 'ADDED', object: secret(2, 'canary-one') },
    { receivedAt: at(2), type: 'MODIFIED', object: secret(3, 'canary-two') },
  ]);
  for (const form of ['table', 'wide', 'json', 'yaml']) {
    const { stdout, stderr } = await captureRun(['replay', held, '--noise', '-o', form]);
    for (const value of ['canary-one', 'canary-two']) {
      expect(stdout + stderr).not.toContain(value);
      expect(stdout + stderr).not.toContain(Buffer.from(value).toString('base64'));
    }
    expect(stdout).toContain('password');
  }
});

test('the object that a recording was made of is its root', async () => {
  const owner = { apiVersion: 'example.com/v1', kind: 'Gadget', name: 'g', uid: 'u-g' };
  const gadget = {
    apiVersion: 'example.com/v1',
    kind: 'Gadget',
    metadata: { name: 'g', namespace: 'plain', uid: 'u-g', resourceVersion: '4' },
  };
  const child = (uid: string, of: object): object => ({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: uid, namespace: 'plain', uid, resourceVersion: '5', ownerReferences: [of] },
  });
  const objects = [
    widget(1),
    gadget,
    child('a', owner),
    child('b', { apiVersion: 'example.com/v1', kind: 'Widget', name: 'w', uid: 'u-w' }),
  ];
  const lines = objects.map((object, index) => ({ receivedAt: at(index), type: 'ADDED', scope: 'widgets.example.com@plain', object }));
  const made = (roots: readonly string[]): string => {
    const header = { rectrace: 'recording', version: 2, cluster: '', server: '', rules: [], redaction: '', roots };
    return file('made.ndjson', [header, ...lines].map((line) => `${JSON.stringify(line)}\n`).join(''));
  };
  expect((await captureRun(['replay', made([])])).stderr).toMatch(/holds 2 roots; choose one with --root/);
  const { code, stdout } = await captureRun(['replay', made(['Widget.example.com/plain/w'])]);
  expect(code).toBe(0);
  expect(stdout).toContain('Widget/plain/w');
  expect((await captureRun(['replay', made(['Widget.example.com/plain/w']), '--root', 'Gadget/g'])).stdout).toContain('Gadget/plain/g');
});
