// The JSON paths that definitions use: fields, indices, wildcards and equality filters, e.g. `.status.conditions[?(@.type=="Ready")].status`.
import type { Json, JsonObject } from '@rectrace/kube';
import { isJsonList, isJsonObject, valueAt } from '@rectrace/kube';

type Step =
  | { readonly kind: 'field'; readonly name: string }
  | { readonly kind: 'index'; readonly index: number }
  | { readonly kind: 'all' }
  | { readonly kind: 'equal'; readonly path: readonly string[]; readonly value: string };

/** Stands for a dot that belongs to a name. */
const DOT = '\uE000';

const STEP =
  /\.?([A-Za-z0-9_$@/\uE000-]+)|\.?\['((?:[^'\\]|\\.)+)'\]|\[(-?\d+)\]|\[\*\]|\.\*|\[\?\(@\.([A-Za-z0-9_./-]+)\s*==\s*(?:"([^"]*)"|'([^']*)'|([^)]+))\)\]/y;

/** Undefined for a path that this reader does not know. */
export function parseJsonPath(path: string): readonly Step[] | undefined {
  const steps: Step[] = [];
  const text = path.replaceAll('\\.', DOT);
  for (STEP.lastIndex = 0; STEP.lastIndex < text.length; ) {
    const match = STEP.exec(text);
    if (match === null) return undefined;
    steps.push(...stepsOf(match));
  }
  return steps;
}

/** A quoted name with dots is a path, too; a dot after a backslash is a part of its name. */
function stepsOf([, name, quoted, index, filterPath, ...values]: RegExpExecArray): readonly Step[] {
  const field = name ?? quoted;
  if (field !== undefined) return field.split('.').map((part) => ({ kind: 'field', name: part.replaceAll(DOT, '.') }));
  if (index !== undefined) return [{ kind: 'index', index: Number(index) }];
  if (filterPath === undefined) return [{ kind: 'all' }];
  return [{ kind: 'equal', path: filterPath.split('.'), value: values.find((value) => value !== undefined) ?? '' }];
}

/** All values that the path leads to. */
export function findAll(value: Json, steps: readonly Step[]): readonly Json[] {
  return steps.reduce<readonly Json[]>((found, step) => found.flatMap((item) => follow(item, step)), [value]);
}

function follow(value: Json, step: Step): readonly Json[] {
  if (step.kind === 'field') return isJsonObject(value) ? fieldIn(value, step.name) : [];
  if (step.kind === 'all' && isJsonObject(value)) return Object.values(value);
  return isJsonList(value) ? itemsIn(value, step) : [];
}

function fieldIn(value: JsonObject, name: string): readonly Json[] {
  const field = Object.hasOwn(value, name) ? value[name] : undefined;
  return field === undefined ? [] : [field];
}

function itemsIn(items: readonly Json[], step: Exclude<Step, { readonly kind: 'field' }>): readonly Json[] {
  if (step.kind === 'all') return items;
  if (step.kind === 'index') return items.slice(step.index).slice(0, 1);
  return items.filter((item) => String(valueAt(item, step.path) ?? '') === step.value);
}

/** A scalar at a path of fields as field selectors compare it; '' where there is none. */
export function fieldText(object: Json, path: readonly string[]): string {
  const value = valueAt(object, path);
  return typeof value === 'object' || value === undefined ? '' : String(value);
}
