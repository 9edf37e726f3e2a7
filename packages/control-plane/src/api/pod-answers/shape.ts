// Forms of values: each tells what is first wrong with a value and where, in one line.
import type { Json } from '@rectrace/kube';
import { isJsonObject } from '@rectrace/kube';

/** Undefined where the value is of the form. `where`: e.g. 'pods[0].name'. */
export type Shape = (value: Json, where: string) => string | undefined;

export const text: Shape = (value, where) => (typeof value === 'string' ? undefined : `${where}: write a text, not ${kindOf(value)}`);

export function number(least: number, most: number): Shape {
  return (value, where) =>
    typeof value === 'number' && value >= least && value <= most ? undefined : `${where}: write a number from ${least} to ${most}`;
}

export function integer(least: number, most: number): Shape {
  return (value, where) =>
    Number.isInteger(value) && Number(value) >= least && Number(value) <= most
      ? undefined
      : `${where}: write a whole number from ${least} to ${most}`;
}

export function oneOf(values: readonly Json[]): Shape {
  return (value, where) => (values.includes(value) ? undefined : `${where}: write ${values.join(' or ')}`);
}

/** A text of which `problem` finds nothing wrong. */
export function checkedText(problem: (value: string) => string | undefined): Shape {
  return (value, where) => {
    if (typeof value !== 'string') return text(value, where);
    const found = problem(value);
    return found === undefined ? undefined : `${where}: ${found}`;
  };
}

export function listOf(item: Shape): Shape {
  return (value, where) =>
    Array.isArray(value)
      ? firstProblem(value.map((entry: Json, index) => () => item(entry, `${where}[${index}]`)))
      : `${where}: write a list`;
}

export function mapOf(entry: Shape, problemOfKey: (key: string) => string | undefined = () => undefined): Shape {
  return (value, where) => {
    if (!isJsonObject(value)) return `${where}: write a map`;
    return firstProblem(
      Object.entries(value).map(([key, of]) => () => {
        const problem = problemOfKey(key);
        return problem === undefined ? entry(of, `${where}.${key}`) : `${where}.${key}: ${problem}`;
      }),
    );
  };
}

/** Keys that stand in neither are refused. */
export function object(required: Readonly<Record<string, Shape>>, optional: Readonly<Record<string, Shape>>): Shape {
  const all = { ...required, ...optional };
  return (value, where) => {
    const at = (key: string): string => (where === '' ? key : `${where}.${key}`);
    if (!isJsonObject(value)) return `${where === '' ? 'the file' : where}: write a map with ${Object.keys(all).join(', ')}`;
    const unknown = Object.keys(value).find((key) => !Object.hasOwn(all, key));
    if (unknown !== undefined) return `${at(unknown)}: unknown key; there are ${Object.keys(all).join(', ')}`;
    const missing = Object.keys(required).find((key) => value[key] === undefined);
    if (missing !== undefined) return `${at(missing)}: is missing`;
    return firstProblem(
      Object.entries(value).map(
        ([key, of]) =>
          () =>
            all[key]?.(of, at(key)),
      ),
    );
  };
}

function firstProblem(checks: readonly (() => string | undefined)[]): string | undefined {
  for (const check of checks) {
    const problem = check();
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function kindOf(value: Json): string {
  if (value === null) return 'nothing';
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' ? 'a map' : `the ${typeof value} ${String(value)}`;
}
