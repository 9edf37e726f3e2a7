// Refuses imports that run against the arrows, reach into another workspace past its entry, or bring Node into a pure package.
import { builtinModules } from 'node:module';
import { posix } from 'node:path';
import type { ImportSite } from './imports.ts';
import { importsOf } from './imports.ts';
import { moduleGraph, testSupport } from './module-graph.ts';
import type { Finding, SourceTree } from './source-tree.ts';
import { handWritten, isTest } from './source-tree.ts';
import { isPure, mayImport, mayUseTestbed, mayUseTesting, workspaceOf, workspaceOfPackage } from './workspaces.ts';

export function checkArrows(tree: SourceTree): readonly Finding[] {
  const onlyForTests = testSupport(moduleGraph(tree), tree);
  return handWritten(tree).flatMap((file) =>
    importsOf(file, tree.read(file)).flatMap((site) => {
      const message = refusal(file, site, onlyForTests);
      return message === undefined ? [] : [{ file, line: site.line, message }];
    }),
  );
}

function refusal(file: string, { specifier }: ImportSite, onlyForTests: ReadonlySet<string>): string | undefined {
  if (specifier === undefined) return isProduct(file) ? 'imports a computed specifier, which no check can follow' : undefined;
  if (specifier.startsWith('.')) return relativeRefusal(file, specifier);
  if (specifier.startsWith('@rectrace/')) return workspaceRefusal(file, specifier, onlyForTests);
  const node = specifier.startsWith('node:') || builtinModules.includes(specifier);
  return node && isPure(file) && !isTest(file) ? `imports ${specifier}: a pure package has no Node in it` : undefined;
}

function relativeRefusal(file: string, specifier: string): string | undefined {
  const from = workspaceOf(file);
  const target = posix.join(posix.dirname(file), specifier);
  if (from === undefined || target.startsWith(`${from}/`)) return undefined;
  return `imports ${specifier}, outside of ${from}: packages are imported by name`;
}

function workspaceRefusal(file: string, specifier: string, onlyForTests: ReadonlySet<string>): string | undefined {
  const [scope, name, ...deeper] = specifier.split('/');
  const target = workspaceOfPackage(`${scope}/${name}`);
  if (deeper.length > 0) return `imports ${specifier}: only the entry ${scope}/${name} is public`;
  if (target === workspaceOf(file)) return `imports its own package ${specifier}`;
  return isAllowed(file, { target, onlyForTests }) ? undefined : `imports ${specifier}: ${workspaceOf(file)} may not import ${target}`;
}

function isAllowed(
  file: string,
  { target, onlyForTests }: { readonly target: string; readonly onlyForTests: ReadonlySet<string> },
): boolean {
  if (target === 'testbed') return mayUseTestbed(file, onlyForTests);
  return target === 'testing' ? mayUseTesting(file, onlyForTests) : mayImport(file, target);
}

function isProduct(file: string): boolean {
  return /^(packages|apps)\//.test(file) && !isTest(file);
}
