import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { installReason } from './install.mjs';

const roots: string[] = [];

afterEach(() => {
  for (const root of roots.splice(0)) rmSync(root, { recursive: true, force: true });
});

const WANTED = {
  '': { name: 'rectrace' },
  'packages/kube': { version: '0.1.0' },
  'node_modules/@rectrace/kube': { link: true, resolved: 'packages/kube' },
  'node_modules/yaml': { version: '2.9.1' },
  'node_modules/@esbuild/win32-x64': { version: '0.28.2', optional: true },
};

function rootWith(installed: Record<string, unknown> | undefined, files: readonly string[] = ['node_modules/node/bin/node']): string {
  const root = mkdtempSync(join(tmpdir(), 'rectrace-install-'));
  roots.push(root);
  const put = (path: string, text: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  put('package-lock.json', JSON.stringify({ packages: WANTED }));
  if (installed !== undefined) put('node_modules/.package-lock.json', JSON.stringify({ packages: installed }));
  for (const file of files) put(file, '');
  return root;
}

const { '': _root, 'node_modules/@esbuild/win32-x64': _otherPlatform, ...INSTALLED } = WANTED;

test('nothing installed', () => {
  expect(installReason(rootWith(undefined))).toBe('none are here yet');
});

test('the binary of node is not there', () => {
  expect(installReason(rootWith(INSTALLED, []))).toBe('the pinned Node is missing');
});

test('all as the lockfile says, packages of other platforms and registry addresses aside', () => {
  const withAddress = { ...INSTALLED, 'node_modules/yaml': { version: '2.9.1', resolved: 'https://registry.example/yaml.tgz' } };
  expect(installReason(rootWith(withAddress))).toBeUndefined();
});

test('another version than the lockfile says', () => {
  expect(installReason(rootWith({ ...INSTALLED, 'node_modules/yaml': { version: '2.9.0' } }))).toBe('the lockfile changed: yaml');
});

test('a new workspace is not linked yet', () => {
  const { 'node_modules/@rectrace/kube': _link, ...unlinked } = INSTALLED;
  expect(installReason(rootWith(unlinked))).toBe('the lockfile changed: @rectrace/kube');
});
