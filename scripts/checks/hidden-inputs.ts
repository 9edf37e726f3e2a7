// Refuses time, chance and the environment read in the middle of the code: clock, random source, fetch, env and output enter through an
// app's main. Exempt: apps/*/src/main.ts, and the adapters that main builds them from, by the names below (none in a pure package), tests with what only
// they import, and everything outside the product.
import ts from 'typescript';
import { moduleGraph, testSupport } from './module-graph.ts';
import type { Finding, SourceTree } from './source-tree.ts';
import { handWritten, isTest } from './source-tree.ts';
import { isPure } from './workspaces.ts';

const ADAPTERS = /\/(process-surroundings|system-[^/]+)\.ts$/;
const GLOBALS = new Set(['setTimeout', 'setInterval', 'setImmediate', 'fetch', 'console', 'process']);
const MEMBERS = new Set([
  'Date.now',
  'Date.parse',
  'Math.random',
  'performance.now',
  'AbortSignal.timeout',
  'crypto.randomUUID',
  'crypto.getRandomValues',
]);
const REMEDIES: ReadonlyMap<string, string> = new Map([
  ['Date.parse', "reads a text without a zone in the machine's own; parseInstant of @rectrace/kube refuses it"],
]);
const MODULES = new Set(['node:timers', 'node:timers/promises', 'node:process', 'timers', 'timers/promises', 'process']);
/** The same in every run of one Node: no input. */
const CONSTANTS = new Set(['process.versions', 'process.version']);
const CRYPTO_CHANCE = new Set(['randomBytes', 'randomFill', 'randomFillSync', 'randomInt', 'randomUUID', 'getRandomValues']);

export function checkHiddenInputs(tree: SourceTree): readonly Finding[] {
  const onlyForTests = testSupport(moduleGraph(tree), tree);
  return handWritten(tree)
    .filter((file) => isChecked(file) && !onlyForTests.has(file))
    .flatMap((file) => findingsIn(file, tree.read(file)));
}

function isChecked(file: string): boolean {
  if (!/^(packages|apps)\/[^/]+\/src\//.test(file) || isTest(file)) return false;
  return isPure(file) || !(/^apps\/[^/]+\/src\/main\.ts$/.test(file) || ADAPTERS.test(file));
}

function findingsIn(file: string, text: string): readonly Finding[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const findings: Finding[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isPropertyAccessExpression(node) && CONSTANTS.has(node.getText(source))) return;
    const name = hiddenInput(node);
    if (name !== undefined) {
      const { line } = source.getLineAndCharacterOfPosition(node.getStart(source));
      findings.push({ file, line: line + 1, message: `${name}: ${REMEDIES.get(name) ?? "has to be handed in from the app's main"}` });
      return;
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return findings;
}

function hiddenInput(node: ts.Node): string | undefined {
  if (ts.isImportDeclaration(node)) return hiddenImport(node);
  if (ts.isNewExpression(node) || ts.isCallExpression(node)) return dateOfNow(node);
  if (ts.isPropertyAccessExpression(node)) return hiddenMember(node);
  return ts.isIdentifier(node) && GLOBALS.has(node.text) && isReference(node) ? node.text : undefined;
}

function dateOfNow(node: ts.NewExpression | ts.CallExpression): string | undefined {
  const isDate = ts.isIdentifier(node.expression) && node.expression.text === 'Date';
  if (!isDate) return undefined;
  return ts.isCallExpression(node) || (node.arguments ?? []).length === 0 ? 'new Date()' : undefined;
}

function hiddenMember(node: ts.PropertyAccessExpression): string | undefined {
  const owner = ts.isPropertyAccessExpression(node.expression) ? node.expression.name : node.expression;
  if (!ts.isIdentifier(owner)) return undefined;
  const name = `${owner.text}.${node.name.text}`;
  if (MEMBERS.has(name)) return name;
  return owner.text === 'globalThis' && GLOBALS.has(node.name.text) ? name : undefined;
}

function hiddenImport(node: ts.ImportDeclaration): string | undefined {
  if (!ts.isStringLiteral(node.moduleSpecifier) || node.importClause?.isTypeOnly === true) return undefined;
  const module = node.moduleSpecifier.text;
  if (MODULES.has(module)) return module;
  if (module !== 'node:crypto') return undefined;
  const bindings = node.importClause?.namedBindings;
  if (bindings === undefined || !ts.isNamedImports(bindings)) return undefined;
  return bindings.elements.map((element) => (element.propertyName ?? element.name).text).find((name) => CRYPTO_CHANCE.has(name));
}

/** False for the name in `x.fetch`, `{ fetch: … }`, a declaration of that name, or a type. */
function isReference(node: ts.Identifier): boolean {
  const parent = node.parent;
  if (ts.isPropertyAccessExpression(parent)) return parent.expression === node;
  if (ts.isShorthandPropertyAssignment(parent)) return !isDeclaredIn(node);
  if (ts.isPropertyAssignment(parent) || ts.isVariableDeclaration(parent) || ts.isParameter(parent)) return parent.initializer === node;
  if (ts.isBindingElement(parent)) return parent.initializer === node;
  const named = parent as ts.NamedDeclaration;
  return named.name !== node && !ts.isTypeNode(parent) && !ts.isTypeQueryNode(parent) && !isDeclaredIn(node);
}

/** Whether an enclosing function has a parameter or variable of that name: then it is no global. */
function isDeclaredIn(node: ts.Identifier): boolean {
  for (let scope: ts.Node | undefined = node.parent; scope !== undefined; scope = scope.parent) {
    if (ts.isFunctionLike(scope) && scope.parameters.some((parameter) => bindsName(parameter.name, node.text))) return true;
    if ((ts.isBlock(scope) || ts.isSourceFile(scope)) && scope.statements.some((statement) => declaresName(statement, node.text)))
      return true;
  }
  return false;
}

function declaresName(statement: ts.Statement, name: string): boolean {
  if (ts.isFunctionDeclaration(statement)) return statement.name?.text === name;
  if (ts.isImportDeclaration(statement)) return importsName(statement.importClause, name);
  return ts.isVariableStatement(statement) && statement.declarationList.declarations.some((declared) => bindsName(declared.name, name));
}

function importsName(clause: ts.ImportClause | undefined, name: string): boolean {
  const bindings = clause?.namedBindings;
  return bindings !== undefined && ts.isNamedImports(bindings) && bindings.elements.some((element) => element.name.text === name);
}

function bindsName(binding: ts.BindingName, name: string): boolean {
  if (ts.isIdentifier(binding)) return binding.text === name;
  return binding.elements.some((element) => ts.isBindingElement(element) && bindsName(element.name, name));
}
