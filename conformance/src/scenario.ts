// The scenario language of the cases: objects, steps of watch messages, and what the recorder must make of them. README.md explains it.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Json, JsonObject } from '@rectrace/kube';
import { formatRef, isJsonObject, parseObject, refOf } from '@rectrace/kube';
import type { CaseMessage } from './case-message.ts';
import { tellSteps } from './case-steps.ts';
import { parseYaml } from './parse-yaml.ts';
import type { Stock } from './stock.ts';
import { objectOf } from './stock.ts';

export type Expectation = {
  readonly changes?: readonly string[];
  readonly counts?: { readonly [type: string]: number };
  readonly cycles?: readonly string[];
  readonly causes?: readonly string[];
  readonly requests?: readonly string[];
  readonly tree?: string;
  readonly members?: string;
  readonly initialTree?: string;
  readonly memberCounts?: { readonly [kind: string]: number };
  readonly depth?: number;
  readonly gaps?: readonly string[];
  readonly summary?: readonly string[];
  readonly diffs?: readonly string[];
  readonly writers?: readonly string[];
  readonly versions?: readonly string[];
  readonly fights?: readonly string[];
  readonly eventTimes?: readonly string[];
  readonly nowhere?: readonly string[];
  readonly wants?: readonly string[];
  readonly signals?: readonly string[];
  readonly verdict?: string;
  readonly counters?: { readonly [name: string]: number };
};

export type Scenario = {
  /** In cases/. */
  readonly file: string;
  readonly id: string;
  readonly title: string;
  readonly root: string;
  readonly rules: string | undefined;
  readonly expression: string | undefined;
  /** In how many other orders it is told. */
  readonly shuffles: number;
  readonly messages: readonly CaseMessage[];
  readonly expect: Expectation;
};

type Files = { readonly file: string; readonly folder: string; readonly stock: Stock };

const KEYS = ['id', 'title', 'source', 'root', 'rules', 'expression', 'objects', 'objectsFrom', 'shuffles', 'steps', 'expect'];
const EXPECTATIONS = [
  ...[
    'changes',
    'counts',
    'cycles',
    'causes',
    'requests',
    'tree',
    'members',
    'initialTree',
    'memberCounts',
    'depth',
    'gaps',
    'summary',
    'diffs',
  ],
  ...['fights', 'eventTimes', 'nowhere', 'wants', 'signals', 'verdict', 'counters', 'writers', 'versions'],
];
const SHUFFLES = 25;

/** The cases of a file, one a document. @throws Error naming the case and the step that cannot be read. */
export function parseScenarios(text: string, files: Files): readonly Scenario[] {
  return parseYaml(text, files.file).map((document) => parseScenario(document, files));
}

function parseScenario(document: Json, files: Files): Scenario {
  if (!isJsonObject(document)) throw new Error(`${files.file}: not a map`);
  const { id, root, steps, expect } = document;
  if (typeof id !== 'string' || typeof root !== 'string' || !Array.isArray(steps) || !isJsonObject(expect))
    throw new Error(`${files.file}: each case needs id, root, steps and expect`);
  const where = `${files.file}: ${id}`;
  refuseOthers(document, KEYS, where);
  refuseOthers(expect, EXPECTATIONS, where);
  return {
    file: files.file,
    id,
    title: textOf(document.title) ?? '',
    root,
    rules: textOf(document.rules),
    expression: textOf(document.expression),
    shuffles: typeof document.shuffles === 'number' ? document.shuffles : SHUFFLES,
    messages: tellSteps(steps as readonly Json[], { objects: objectsOf(document, { ...files, where }), stock: files.stock, where }),
    expect,
  };
}

function refuseOthers(map: JsonObject, known: readonly string[], where: string): void {
  const unknown = Object.keys(map).find((key) => !known.includes(key));
  if (unknown !== undefined) throw new Error(`${where}: unknown key ${unknown}`);
}

function textOf(value: Json | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function objectsOf(document: JsonObject, { folder, stock, where }: Files & { readonly where: string }): ReadonlyMap<string, JsonObject> {
  const given = isJsonObject(document.objects) ? Object.entries(document.objects) : [];
  const named = given.map(([name, body]) => [name, objectOf(body, { stock, where: `${where}: ${name}` })] as const);
  const files = isJsonObject(document.objectsFrom) ? Object.entries(document.objectsFrom) : [];
  return new Map([...files.flatMap(([prefix, file]) => objectsIn(join(folder, String(file)), prefix)), ...named]);
}

/** The objects of a file of manifests, called prefix/Kind/namespace/name. */
function objectsIn(path: string, prefix: string): readonly (readonly [string, JsonObject])[] {
  return parseYaml(readFileSync(path, 'utf8'), path).flatMap((body) => {
    const parsed = parseObject(body);
    return parsed.kind === 'object' && isJsonObject(body) ? [[`${prefix}/${formatRef(refOf(parsed.object))}`, body] as const] : [];
  });
}
