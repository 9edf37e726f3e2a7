// docs/reference/errors.md and the errors.ts files name the same codes: none undocumented, none documented that no longer exists, none twice.
// All codes, those of the testbed too, are written alike. The command line prints the code of an error that says whether to try again (apps/cli,
// failure.ts): each class with a code does, and the document shows the form.
import ts from 'typescript';
import type { Finding, SourceTree } from './source-tree.ts';

const DOCS = 'docs/reference/errors.md';
const ERRORS = /^(packages|apps)\/[^/]+\/src\/errors\.ts$/;
const STYLE = /^[A-Z][A-Z0-9]*(_[A-Z0-9]+)*$/;

export function checkErrorDocs(tree: SourceTree): readonly Finding[] {
  if (!tree.has(DOCS)) return [{ file: DOCS, message: 'is missing' }];
  const rows = rowsIn(tree.read(DOCS));
  const documented = new Map(rows.map(({ code, line }) => [code, line]));
  const defined = codesOf(tree, ERRORS);
  const undocumented = [...defined].filter(([code]) => !documented.has(code));
  const gone = [...documented.keys()].filter((code) => !defined.has(code));
  return [
    ...[...codesOf(tree, /\/src\/errors\.ts$/)]
      .filter(([code]) => !STYLE.test(code))
      .map(([code, file]) => ({ file, message: `error code ${code} is not written LIKE_THIS` })),
    ...undocumented.map(([code, file]) => ({ file, message: `error code ${code} is not in ${DOCS}` })),
    ...rows
      .filter(({ code }, index) => rows.findIndex((other) => other.code === code) < index)
      .map(({ code, line }) => ({ file: DOCS, line, message: `error code ${code} has a row already: a code means one thing` })),
    ...shownFindings(tree.read(DOCS), defined),
    ...tree.files.filter((file) => ERRORS.test(file)).flatMap((file) => unprintableIn(file, tree.read(file))),
    ...gone.map((code) => ({ file: DOCS, line: documented.get(code) ?? 0, message: `error code ${code} exists in no errors.ts` })),
  ];
}

/** The first cell of each row of the tables there: | `CODE` | … */
function rowsIn(text: string): readonly { readonly code: string; readonly line: number }[] {
  return text.split('\n').flatMap((row, index) => {
    const code = /^\| `([^`]+)` \|/.exec(row)?.[1];
    return code === undefined ? [] : [{ code, line: index + 1 }];
  });
}

/** An example of what is printed: '… [CODE]'. */
function shownFindings(text: string, defined: ReadonlyMap<string, string>): readonly Finding[] {
  const shown = [...text.matchAll(/ \[([A-Z][A-Z0-9_]*)\]`/g)].flatMap(([, code = '']) => code);
  if (shown.length === 0) return [{ file: DOCS, message: 'does not show how a message bears its code: `… [CODE]`' }];
  return shown
    .filter((code) => !defined.has(code))
    .map((code) => ({ file: DOCS, message: `[${code}] is shown and exists in no errors.ts` }));
}

/** Classes that have a code and do not say, they or a class of the same file that they extend, whether to try again. */
function unprintableIn(file: string, text: string): readonly Finding[] {
  const classes = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true).statements.filter(ts.isClassDeclaration);
  const named = new Map(classes.map((declared) => [declared.name?.text, declared] as const));
  const has = (declared: ts.ClassDeclaration | undefined, member: string): boolean =>
    declared !== undefined && (hasMember(declared, member) || has(named.get(baseOf(declared)), member));
  return classes
    .filter((declared) => has(declared, 'code') && !has(declared, 'retryable'))
    .map(({ name }) => ({ file, message: `${name?.text} has a code and no 'retryable': the command line does not print its code` }));
}

function hasMember({ members }: ts.ClassDeclaration, name: string): boolean {
  return members.some((member) => member.name !== undefined && ts.isIdentifier(member.name) && member.name.text === name);
}

function baseOf({ heritageClauses }: ts.ClassDeclaration): string | undefined {
  const extended = heritageClauses?.find(({ token }) => token === ts.SyntaxKind.ExtendsKeyword);
  return extended?.types[0]?.expression.getText();
}

/** code -> file */
function codesOf(tree: SourceTree, where: RegExp): ReadonlyMap<string, string> {
  const files = tree.files.filter((file) => where.test(file));
  return new Map(files.flatMap((file) => codesIn(file, tree.read(file)).map((code) => [code, file] as const)));
}

/** String literals under a property called `code`, and those of a type alias called `…Code`. */
function codesIn(file: string, text: string): readonly string[] {
  const codes: string[] = [];
  const visit = (node: ts.Node): void => {
    if (holdsCodes(node)) codes.push(...literalsIn(node));
    else ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true));
  return codes;
}

function holdsCodes(node: ts.Node): boolean {
  if (ts.isTypeAliasDeclaration(node)) return node.name.text.endsWith('Code');
  const named = ts.isPropertyDeclaration(node) || ts.isPropertySignature(node) || ts.isPropertyAssignment(node) || ts.isGetAccessor(node);
  return named && ts.isIdentifier(node.name) && node.name.text === 'code';
}

function literalsIn(node: ts.Node): readonly string[] {
  if (ts.isStringLiteral(node)) return [node.text];
  const found: string[] = [];
  ts.forEachChild(node, (child) => {
    found.push(...literalsIn(child));
  });
  return found;
}
