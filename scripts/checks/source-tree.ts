// The files that a check looks at: paths relative to the root, with `/`, sorted, and their text. Tests build one from literals.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface SourceTree {
  readonly files: readonly string[];
  readonly has: (path: string) => boolean;
  readonly read: (path: string) => string;
}

/** One thing that a check refuses; `line` counts from 1. */
export interface Finding {
  readonly file: string;
  readonly line?: number;
  readonly message: string;
}

/** What git tracks and what is new there; ignored files (dist, node_modules) are no part of it. */
export function workingTree(root: string): SourceTree {
  const { stdout } = spawnSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: root, encoding: 'utf8' });
  const files = [...new Set(stdout.split('\0'))].filter((path) => path !== '' && existsSync(join(root, path))).sort();
  return { files, has: (path) => existsSync(join(root, path)), read: (path) => readFileSync(join(root, path), 'utf8') };
}

/** A tree out of literals, path -> text. */
export function literalTree(texts: Readonly<Record<string, string>>): SourceTree {
  const files = Object.keys(texts).sort();
  return {
    files,
    has: (path) => files.some((file) => file === path || file.startsWith(`${path.replace(/\/$/, '')}/`)),
    read: (path) => {
      const text = texts[path];
      if (text === undefined) throw new Error(`${path} is not in the tree`);
      return text;
    },
  };
}

/** TypeScript that is written by hand: no generated files, no test data. */
export function handWritten(tree: SourceTree): readonly string[] {
  return tree.files.filter((file) => /\.tsx?$/.test(file) && !isGenerated(file));
}

/** Written by a script, or kept as it was recorded. */
export function isGenerated(file: string): boolean {
  return /(^|\/)(testdata|generated)\/|\.generated\.ts$/.test(file);
}

export function isTest(file: string): boolean {
  return /\.test\.tsx?$/.test(file);
}

/** In a folder of what only tests use; knip.json names the same folders. */
export function isTestAid(file: string): boolean {
  return /^(packages|apps)\/.*\/(e2e|faults|testing)\//.test(file);
}

export function formatFinding({ file, line, message }: Finding): string {
  return line === undefined ? `${file}: ${message}` : `${file}:${line}: ${message}`;
}
