// docs/reference/errors.md and the errors.ts files name the same codes: none undocumented, none documented that no longer exists, none twice.
// All codes, those of the testbed too, are written alike.
import ts from 'typescript';
import type { Finding, SourceTree } from './source-tree.ts';

const DOCS = 'docs/reference/errors.md';
const STYLE = /^[A-Z][A-Z0-9]*(_[A-Z0-9]+)*$/;

export function checkErrorDocs(tree: SourceTree): readonly Finding[] {
  if (!tree.has(DOCS)) return [{ file: DOCS, message: 'is missing' }];
  const rows = rowsIn(tree.read(DOCS));
  const documented = new Map(rows.map(({ code, line }) => [code, line]));
  const defined = codesOf(tree, /^(packages|apps)\/[^/]+\/src\/errors\.ts$/);
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
