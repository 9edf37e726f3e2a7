// The conformance suites of the CEL specification, as far as Kubernetes takes part in them. Types are not checked here: Kubernetes is stricter
// than the specification about lists and maps of different types (kubernetes.test.ts covers that).

import { tests } from '@bufbuild/cel-spec/testdata/conformance.js';
import { describe, expect, test } from 'vitest';
import type { CelValue, MapEntry, Outcome } from './cel-value.ts';
import { NULL } from './cel-value.ts';
import { equalValues } from './equal-values.ts';
import { evaluateNode } from './evaluate-node.ts';
import type { Scope } from './evaluation.ts';
import { EvaluationBudget } from './evaluation-budget.ts';
import { mapKeyId } from './map-value.ts';
import { parseExpression } from './parse-expression.ts';
import { resolveNames } from './resolve-names.ts';

type Loose = { readonly [key: string]: unknown };
type Original = Loose & { readonly expr: string; readonly name?: string };
type Example = { readonly path: string; readonly original: Original };
type Suite = { readonly name: string; readonly suites?: readonly Suite[]; readonly tests?: readonly { readonly original: Original }[] };

/** Suites about what Kubernetes 1.35 does not have. */
const LEFT_OUT = /^(bindings_ext|block_ext|encoders_ext|math_ext|enums|proto2|proto2_ext|proto3|wrappers|unknowns)\//;
/** Parts of other suites about the same, and where Kubernetes 1.35 goes another way than the specification. */
const NOT_OURS: readonly RegExp[] = [
  /TestAllTypes|google\.protobuf\.\w+\s*\{/, // messages
  /`/, // quoted field names
  /^(x|f_unknown\(17\)|a\.\w+\(\)) \|\| true$/, // names that mean nothing are found before evaluation
];
const DIFFERENT = new Set([
  'fields/qualified_identifier_resolution/map_value_repeat_key',
  'fields/qualified_identifier_resolution/map_value_repeat_key_heterogeneous',
  'optionals/optionals/map_null_entry_no_such_key',
  'optionals/optionals/map_present_key_invalid_field',
  'string_ext/value_errors/indexof_out_of_range',
  'string_ext/value_errors/lastindexof_out_of_range',
]);
/** Kubernetes has the first version of string.format. */
const FORMAT = /^string_ext\/format/;

function examplesOf(suite: Suite, path: string): readonly Example[] {
  const here = (suite.tests ?? []).map(({ original }) => ({ path: `${path}/${original.name ?? original.expr}`, original }));
  return [...here, ...(suite.suites ?? []).flatMap((inner) => examplesOf(inner, path === '' ? inner.name : `${path}/${inner.name}`))];
}

function celValue(json: unknown): CelValue | undefined {
  const [kind, value] = Object.entries(json as Loose)[0] ?? [];
  switch (kind) {
    case 'boolValue':
      return { kind: 'bool', value: value as boolean };
    case 'int64Value':
      return { kind: 'int', value: BigInt(value as string) };
    case 'uint64Value':
      return { kind: 'uint', value: BigInt(value as string) };
    case 'doubleValue':
      return { kind: 'double', value: Number(value) };
    case 'stringValue':
      return { kind: 'string', value: value as string };
    case 'bytesValue':
      return { kind: 'bytes', value: bytesOf(value as string) };
    case 'nullValue':
      return NULL;
    case 'typeValue':
      return { kind: 'type', name: value as string };
    case 'listValue':
      return { kind: 'list', items: ((value as Loose)['values'] as readonly unknown[] | undefined)?.map((item) => celValue(item)!) ?? [] };
    case 'mapValue':
      return mapOf(((value as Loose)['entries'] as readonly Loose[] | undefined) ?? []);
    default:
      return undefined;
  }
}

const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

function bytesOf(base64: string): Uint8Array {
  const bits = Array.from(base64.replace(/=+$/, ''), (letter) => BASE64.indexOf(letter).toString(2).padStart(6, '0')).join('');
  return Uint8Array.from(bits.match(/.{8}/g) ?? [], (byte) => Number.parseInt(byte, 2));
}

function mapOf(entries: readonly Loose[]): CelValue {
  const map = new Map<string, MapEntry>();
  for (const entry of entries) {
    const key = celValue(entry['key'])!;
    map.set(mapKeyId(key)!, { key, value: celValue(entry['value'])! });
  }
  return { kind: 'map', entries: map };
}

type Binding = { readonly name: string; readonly value: CelValue };

/** The variables of an example, or undefined where one is a message or an error. */
function bindingsOf(original: Original): readonly Binding[] | undefined {
  const bound = Object.entries((original['bindings'] ?? {}) as { readonly [name: string]: Loose });
  const values = bound.map(([name, binding]) => ({ name, value: celValue(binding['value'] ?? {}) }));
  return values.every((binding): binding is Binding => binding.value !== undefined) ? values : undefined;
}

function isOurs({ path, original }: Example): boolean {
  const declarations = (original['typeEnv'] ?? []) as readonly Loose[];
  const dotted = [...declarations.map((declaration) => String(declaration['name'])), ...Object.keys((original['bindings'] ?? {}) as Loose)];
  if (LEFT_OUT.test(path) || DIFFERENT.has(path) || FORMAT.test(path) || original['container'] !== undefined) return false;
  if (NOT_OURS.some((pattern) => pattern.test(original.expr)) || dotted.some((name) => name.includes('.'))) return false;
  if (declarations.some((declaration) => declaration['function'] !== undefined) || original['checkOnly'] === true) return false;
  return bindingsOf(original) !== undefined && expected(original) !== undefined;
}

function expected(original: Original): CelValue | 'error' | undefined {
  if (original['evalError'] !== undefined) return 'error';
  const typed = (original['typedResult'] as Loose | undefined)?.['result'];
  if (typed !== undefined) return celValue(typed);
  return original['value'] === undefined ? { kind: 'bool', value: true } : celValue(original['value']);
}

function evaluated(original: Original): Outcome | 'refused' {
  const bindings = bindingsOf(original) ?? [];
  const declared = ((original['typeEnv'] ?? []) as readonly Loose[]).map((declaration) => String(declaration['name']));
  const parsed = parseExpression(original.expr);
  const root = parsed.kind === 'fault' ? parsed : resolveNames(parsed, [...declared, ...bindings.map((binding) => binding.name)]);
  if (root.kind === 'fault') return 'refused';
  const scope = bindings.reduce<Scope | undefined>((outer, binding) => ({ ...binding, outer }), undefined);
  return evaluateNode(root, { scope, context: { budget: new EvaluationBudget(), patterns: new Map() } });
}

function passes(original: Original): boolean {
  const [outcome, wanted] = [evaluated(original), expected(original)];
  if (outcome === 'refused' || outcome.kind === 'failure') return wanted === 'error';
  if (wanted === undefined || wanted === 'error' || outcome.kind !== wanted.kind) return false;
  if (outcome.kind === 'double' && wanted.kind === 'double' && Number.isNaN(wanted.value)) return Number.isNaN(outcome.value);
  return equalValues(outcome, wanted, { budget: new EvaluationBudget() }) === true;
}

describe('conformance suites of CEL', () => {
  const all = examplesOf(tests as unknown as Suite, '');
  const ours = Map.groupBy(all.filter(isOurs), (example) => example.path.split('/')[0]!);

  test.each([...ours.keys()])('%s', (name) => {
    const failed = ours.get(name)!.filter((example) => !passes(example.original));
    expect(failed.map((example) => `${example.path}: ${example.original.expr}`)).toEqual([]);
  });

  test('most examples of the core suites are ours', () => {
    expect([...ours.values()].reduce((sum, examples) => sum + examples.length, 0)).toBe(1247);
  });
});
