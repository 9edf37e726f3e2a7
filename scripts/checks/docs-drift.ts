// What the documents name is there: paths in backticks, scripts behind `npm run …`, and files behind links. The map stays short.
import { posix } from 'node:path';
import type { Finding, SourceTree } from './source-tree.ts';

const MAP = 'ARCHITECTURE.md';
const MAP_LINES = 120;
const NPM_OWN = new Set(['start', 'test', 'install', 'ci', 'pack']);

export function checkDocsDrift(tree: SourceTree): readonly Finding[] {
  const documents = tree.files.filter((file) => file.endsWith('.md') && !file.includes('/testdata/'));
  const scripts = new Set(Object.keys(JSON.parse(tree.read('package.json')).scripts));
  return [
    ...mapFindings(tree),
    ...documents.flatMap((file) => {
      const text = tree.read(file);
      return [...pathFindings(file, tree), ...scriptFindings(file, text, scripts), ...linkFindings(file, tree)];
    }),
  ];
}

function mapFindings(tree: SourceTree): readonly Finding[] {
  if (!tree.has(MAP)) return [{ file: MAP, message: 'is missing' }];
  const lines = tree.read(MAP).split('\n').length - 1;
  return lines < MAP_LINES ? [] : [{ file: MAP, message: `${lines} lines; it has to stay under ${MAP_LINES}` }];
}

/** NAME stands for any name. */
function pathFindings(file: string, tree: SourceTree): readonly Finding[] {
  const paths = matches(
    tree.read(file),
    /`((?:packages|apps|testbed|conformance|bench|charts|deploy|docs|scripts)(?:\/[\w.{},@-]+)*\/?)`/g,
  );
  return paths
    .filter(({ value }) => !value.includes('NAME'))
    .flatMap(({ value, line }) => expandBraces(value).map((path) => ({ path, line })))
    .filter(({ path }) => !tree.has(path))
    .map(({ path, line }) => ({ file, line, message: `${path} does not exist` }));
}

/** `packages/{kube,trace}/src` -> both paths. */
function expandBraces(path: string): readonly string[] {
  const group = /\{([^}]*)\}/.exec(path);
  if (group === null) return [path];
  return (group[1] ?? '').split(',').flatMap((part) => expandBraces(path.replace(group[0], part)));
}

function scriptFindings(file: string, text: string, scripts: ReadonlySet<string>): readonly Finding[] {
  const named = matches(text, /\bnpm (?:run )?([a-z][\w:-]*)/g).filter(({ value }) => value !== 'run');
  const unknown = named.filter(({ value, whole }) => (whole.startsWith('npm run') ? !scripts.has(value) : isScriptOnly(value, scripts)));
  return unknown.map(({ whole, line }) => ({ file, line, message: `\`${whole}\` is no script of package.json` }));
}

/** `npm start` and `npm test` have to be scripts; other npm commands are npm's own, unless somebody forgot the `run`. */
function isScriptOnly(name: string, scripts: ReadonlySet<string>): boolean {
  if (name === 'start' || name === 'test') return !scripts.has(name);
  return scripts.has(name) && !NPM_OWN.has(name);
}

function linkFindings(file: string, tree: SourceTree): readonly Finding[] {
  return matches(tree.read(file), /\]\(([^)#:\s]+)(?:#[^)]*)?\)/g)
    .filter(({ value }) => !tree.has(posix.join(posix.dirname(file), value)))
    .map(({ value, line }) => ({ file, line, message: `link to ${value}, which does not exist` }));
}

interface Match {
  readonly whole: string;
  readonly value: string;
  readonly line: number;
}

function matches(text: string, pattern: RegExp): readonly Match[] {
  return [...text.matchAll(pattern)].map((match) => ({
    whole: match[0],
    value: match[1] ?? '',
    line: text.slice(0, match.index).split('\n').length,
  }));
}
