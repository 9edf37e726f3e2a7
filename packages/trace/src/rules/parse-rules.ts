// Reads ownership rules from YAML. A wrong file is refused with its line, key and reason; nothing of it is used.

import { compileExpression, parseGroupKind } from '@rectrace/kube';
import type { Document, Node as YamlNode } from 'yaml';
import { isMap, isScalar, isSeq, LineCounter, parseDocument } from 'yaml';
import { RulesFileError } from '../errors.ts';
import type { KindPattern, LinkRule, MemberRule, OwnershipRules, StateExpression } from './ownership-rules.ts';
import type { PathTemplate } from './path-template.ts';
import { parsePathTemplate } from './path-template.ts';
import { controlFault, textFault, yamlFault } from './rules-text.ts';

const TOP_KEYS = ['name', 'owners', 'members', 'links', 'initiators', 'inert', 'awaited', 'roots', 'expressions'];
const MEMBER_KEYS = ['parent', 'child', 'by', 'labels', 'parentKey', 'childKey', 'childPattern', 'namespaces'];
const LINK_KEYS = ['from', 'to', 'name', 'fromKey', 'toKey', 'selector', 'labels', 'namespaces', 'reason'];
const MAX_ALIASES = 100;
const MAX_PATTERN_LENGTH = 200;
/** What kube-apiserver takes as the kind and the group of a CustomResourceDefinition. */
const KIND = /^[a-z](?:[-a-z0-9]*[a-z0-9])?$/i;
const GROUP = /^[a-z0-9](?:[-a-z0-9]*[a-z0-9])?(?:\.[a-z0-9](?:[-a-z0-9]*[a-z0-9])?)*$/;
const VERSION = /^v[0-9]+(?:(?:alpha|beta)[0-9]+)?$/;

type Reader = {
  readonly file: string;
  readonly builtIn: boolean;
  readonly lineOf: (node: unknown) => number;
  readonly fail: (node: unknown, key: string, reason: string) => never;
};

/**
 * file: names it in errors. builtIn: it comes with rectrace; a test holds that its expressions compile, and to compile them before one is needed
 * would cost every start some milliseconds. @throws RulesFileError
 */
export function parseRules(text: string, { file, builtIn = false }: { readonly file: string; readonly builtIn?: boolean }): OwnershipRules {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, uniqueKeys: true });
  const lineOf = (node: unknown): number => {
    const offset = (node as YamlNode | undefined)?.range?.[0];
    return offset === undefined ? 1 : lines.linePos(offset).line;
  };
  const fail = (node: unknown, key: string, reason: string): never => {
    throw new RulesFileError(reason, { file, line: lineOf(node), key });
  };
  const problem = document.errors[0];
  const fault = (builtIn ? undefined : textFault(text)) ?? (problem === undefined ? undefined : yamlFault(problem));
  if (fault !== undefined) throw new RulesFileError(fault.reason, { file, line: fault.line, key: '' });
  return readRules(document, { file, builtIn, lineOf, fail });
}

function readRules(document: Document, reader: Reader): OwnershipRules {
  const root = document.contents;
  if (!isMap(root)) return reader.fail(root, '', 'a rules file is a map with name, members, links …');
  refuseUnknownKeys(root, TOP_KEYS, reader);
  refuseAliasBombs(document, reader);
  const name = textOf(root, 'name', reader);
  const members = itemsOf(root, 'members', reader).map((item, index) => readMember(item, { id: `${name}#${index}`, reader }));
  refuseCycles(root, members, reader);
  return {
    names: [name],
    owners: root.get('owners') !== false,
    members,
    links: itemsOf(root, 'links', reader).map((item, index) => readLink(item, { id: `${name}~${index}`, reader })),
    initiators: kindsIn(root, 'initiators', reader),
    inert: kindsIn(root, 'inert', reader),
    awaited: kindsIn(root, 'awaited', reader),
    roots: kindsIn(root, 'roots', reader),
    expressions: readExpressions(root, reader),
  };
}

/** @throws RulesFileError where aliases multiply beyond any use */
function refuseAliasBombs(document: Document, reader: Reader): void {
  try {
    document.toJS({ maxAliasCount: MAX_ALIASES });
  } catch {
    reader.fail(document.contents, '', 'an alias (*name) has no anchor (&name) before it, or aliases multiply beyond any use');
  }
}

function readMember(node: unknown, { id, reader }: { readonly id: string; readonly reader: Reader }): MemberRule {
  if (!isMap(node)) return reader.fail(node, 'members', 'each rule is a map with parent, child and by');
  refuseUnknownKeys(node, MEMBER_KEYS, reader);
  const parent = kindAt(node, 'parent', reader);
  const child = kindAt(node, 'child', reader);
  const by = textOf(node, 'by', reader);
  const anyNamespace = readNamespaces(node, reader);
  const base = { kind: 'member' as const, id, parent, child, anyNamespace };
  switch (by) {
    case 'namespace':
      return {
        ...base,
        by,
        parentKey: template('{metadata.name}', node, reader),
        childKey: template('{metadata.namespace}', node, reader),
        childLabels: [],
        anyNamespace: true,
      };
    case 'field':
      return { ...base, by, childLabels: [], ...readFieldKeys(node, reader) };
    case 'label':
      return { ...base, by, ...readLabelKeys(node, reader) };
    default:
      return reader.fail(node.get('by', true), 'by', `'${by}' is not one of label, field, namespace`);
  }
}

function readFieldKeys(node: unknown, reader: Reader): Pick<MemberRule, 'parentKey' | 'childKey' | 'childPattern'> {
  if (!isMap(node)) return reader.fail(node, 'members', 'not a map');
  const pattern = node.get('childPattern');
  const keys = {
    parentKey: template(textOf(node, 'parentKey', reader), node, reader),
    childKey: template(textOf(node, 'childKey', reader), node, reader),
  };
  if (pattern === undefined) return keys;
  if (typeof pattern !== 'string' || pattern.length > MAX_PATTERN_LENGTH)
    return reader.fail(node, 'childPattern', `must be text of at most ${MAX_PATTERN_LENGTH} characters`);
  try {
    return { ...keys, childPattern: new RegExp(pattern) };
  } catch {
    return reader.fail(node.get('childPattern', true), 'childPattern', `'${pattern}' is not a regular expression`);
  }
}

function readLabelKeys(node: unknown, reader: Reader): Pick<MemberRule, 'parentKey' | 'childKey' | 'childLabels'> {
  const labels = isMap(node) ? node.get('labels', true) : undefined;
  if (!isMap(labels) || labels.items.length === 0)
    return reader.fail(labels ?? node, 'labels', 'a label rule needs labels: {key: value or {field}}');
  const constants: [string, string][] = [];
  const variable: [string, string][] = [];
  for (const pair of labels.items) {
    const key = scalarText(pair.key, 'labels', reader);
    const value = scalarText(pair.value, key, reader);
    (value.includes('{') ? variable : constants).push([key, value]);
  }
  if (variable.length === 0) return reader.fail(labels, 'labels', "at least one label must come from the parent, as in '{metadata.name}'");
  return {
    parentKey: template(variable.map(([, value]) => value).join('|'), labels, reader),
    childKey: template(variable.map(([key]) => `{metadata.labels['${key}']}`).join('|'), labels, reader),
    childLabels: constants,
  };
}

function readLink(node: unknown, { id, reader }: { readonly id: string; readonly reader: Reader }): LinkRule {
  if (!isMap(node)) return reader.fail(node, 'links', 'each link is a map with from, to, reason and name, fromKey or selector');
  refuseUnknownKeys(node, LINK_KEYS, reader);
  const base = {
    from: kindAt(node, 'from', reader),
    to: kindAt(node, 'to', reader),
    reason: textOf(node, 'reason', reader),
    anyNamespace: readNamespaces(node, reader),
  };
  if (node.has('name')) return { ...base, kind: 'name', name: template(textOf(node, 'name', reader), node, reader) };
  if (node.has('fromKey')) {
    return {
      ...base,
      kind: 'join',
      id,
      fromKey: template(textOf(node, 'fromKey', reader), node, reader),
      toKey: template(textOf(node, 'toKey', reader), node, reader),
    };
  }
  return {
    ...base,
    kind: 'selector',
    selector: textOf(node, 'selector', reader).split('.'),
    labels: textOf(node, 'labels', reader).split('.'),
  };
}

function kindsIn(root: unknown, key: string, reader: Reader): readonly string[] {
  return itemsOf(root, key, reader).map((item) => kindText(item, key, reader));
}

function readExpressions(root: unknown, reader: Reader): OwnershipRules['expressions'] {
  const node = isMap(root) ? root.get('expressions', true) : undefined;
  if (node === undefined) return {};
  if (!isMap(node)) return reader.fail(node, 'expressions', 'must be a map of kind to CEL text');
  return Object.fromEntries(node.items.map((pair) => [kindText(pair.key, 'expressions', reader), readExpression(pair, reader)]));
}

function readExpression(pair: { readonly key: unknown; readonly value: unknown }, reader: Reader): StateExpression {
  const key = `expressions.${scalarText(pair.key, 'expressions', reader)}`;
  const text = scalarText(pair.value, key, reader);
  const result = reader.builtIn ? undefined : compileExpression(text);
  if (result?.kind === 'invalid') {
    const { message, position, hint } = result.error;
    reader.fail(pair.value, key, `CEL line ${position.line}, column ${position.column}: ${message}${hint === '' ? '' : `; ${hint}`}`);
  }
  return { text, file: reader.file, line: reader.lineOf(pair.value), builtIn: reader.builtIn };
}

function readNamespaces(node: unknown, reader: Reader): boolean {
  const value = isMap(node) ? node.get('namespaces') : undefined;
  if (value !== undefined && value !== 'any' && value !== 'same') return reader.fail(node, 'namespaces', "must be 'same' or 'any'");
  return value === 'any';
}

/** Rules by label or field that lead from a kind back to itself could build trees that never end. */
function refuseCycles(root: unknown, members: readonly MemberRule[], reader: Reader): void {
  const next = new Map<string, string[]>();
  for (const rule of members) {
    if (rule.child !== '*') next.set(rule.parent, [...(next.get(rule.parent) ?? []), rule.child]);
  }
  for (const start of next.keys()) {
    const path = pathBackTo(start, next);
    if (path !== undefined)
      reader.fail(isMap(root) ? root.get('members', true) : root, 'members', `rules form a cycle: ${path.join(' -> ')}`);
  }
}

function pathBackTo(start: string, next: ReadonlyMap<string, readonly string[]>): readonly string[] | undefined {
  const seen = new Set<string>();
  const open: (readonly string[])[] = [[start]];
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    const kinds = next.get(path.at(-1) ?? '') ?? [];
    if (kinds.includes(start)) return [...path, start];
    const fresh = kinds.filter((kind) => !seen.has(kind));
    for (const kind of fresh) seen.add(kind);
    open.push(...fresh.map((kind) => [...(path ?? []), kind]));
  }
  return undefined;
}

function template(text: string, node: unknown, reader: Reader): PathTemplate {
  const parsed = parsePathTemplate(text);
  return parsed.kind === 'template' ? parsed : reader.fail(node, text, parsed.reason);
}

function itemsOf(root: unknown, key: string, reader: Reader): readonly unknown[] {
  const node = isMap(root) ? root.get(key, true) : undefined;
  if (node === undefined) return [];
  return isSeq(node) ? node.items : reader.fail(node, key, 'must be a list');
}

function textOf(node: unknown, key: string, reader: Reader): string {
  const value = isMap(node) ? node.get(key, true) : undefined;
  if (value === undefined) return reader.fail(node, key, 'is missing');
  return scalarText(value, key, reader);
}

function scalarText(node: unknown, key: string, reader: Reader): string {
  if (!isScalar(node) || typeof node.value !== 'string' || node.value === '') return reader.fail(node, key, 'must be text');
  const fault = controlFault(node.value);
  return fault === undefined ? node.value : reader.fail(node, key, fault);
}

function kindAt(node: unknown, key: string, reader: Reader): KindPattern {
  textOf(node, key, reader);
  return kindText(isMap(node) ? node.get(key, true) : undefined, key, reader);
}

/** Kind, Kind.group or '*'. */
function kindText(node: unknown, key: string, reader: Reader): KindPattern {
  const text = scalarText(node, key, reader);
  const { kind, group } = parseGroupKind(text);
  const [first = '', ...rest] = group.split('.');
  if (VERSION.test(first))
    reader.fail(node, key, `'${text}' names a version: write ${[kind, ...rest].join('.')}, rules are for all versions`);
  if (text !== '*' && !(KIND.test(kind) && (group === '' ? !text.includes('.') : GROUP.test(group))))
    reader.fail(node, key, `'${text}' is no kind: write Kind (Pod), Kind.group (Deployment.apps) or '*'`);
  return text;
}

function refuseUnknownKeys(node: unknown, known: readonly string[], reader: Reader): void {
  if (!isMap(node)) return;
  for (const pair of node.items) {
    const key = isScalar(pair.key) ? String(pair.key.value) : '';
    if (!known.includes(key)) reader.fail(pair.key, key, `unknown key; known: ${known.join(', ')}`);
  }
}
