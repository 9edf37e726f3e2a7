// Every place where a module names another one: import, export … from, import type, import(), require, import.meta.resolve, vi.mock,
// import types (`import('x').Y`) and module augmentations.
import ts from 'typescript';

export interface ImportSite {
  /** The text between the quotes; undefined where it is computed. */
  readonly specifier: string | undefined;
  readonly line: number;
}

/** @returns the sites in the order of the text. */
export function importsOf(file: string, text: string): readonly ImportSite[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const sites: ImportSite[] = [];
  const visit = (node: ts.Node): void => {
    const found = specifierNode(node);
    if (found !== undefined) {
      const { line } = source.getLineAndCharacterOfPosition(node.getStart(source));
      sites.push({ specifier: ts.isStringLiteralLike(found) ? found.text : undefined, line: line + 1 });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return sites;
}

function specifierNode(node: ts.Node): ts.Node | undefined {
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return node.moduleSpecifier;
  if (ts.isExternalModuleReference(node)) return node.expression;
  if (ts.isImportTypeNode(node)) return ts.isLiteralTypeNode(node.argument) ? node.argument.literal : node.argument;
  if (ts.isModuleDeclaration(node) && ts.isStringLiteral(node.name)) return node.name;
  return ts.isCallExpression(node) && loadsModule(node.expression) ? node.arguments[0] : undefined;
}

function loadsModule(callee: ts.Expression): boolean {
  if (callee.kind === ts.SyntaxKind.ImportKeyword) return true;
  if (ts.isIdentifier(callee)) return callee.text === 'require';
  if (!ts.isPropertyAccessExpression(callee)) return false;
  const owner = callee.expression;
  if (ts.isMetaProperty(owner)) return callee.name.text === 'resolve';
  return ts.isIdentifier(owner) && owner.text === 'vi' && ['mock', 'doMock', 'importActual', 'importMock'].includes(callee.name.text);
}
