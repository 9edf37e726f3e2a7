// JSON as the API server writes it, without loss: integers beyond 2^53 become bigint and are written back digit by digit.
// Everything that crosses a wire or a file goes through parseJson and formatJson.

export type Json = null | boolean | number | bigint | string | readonly Json[] | JsonObject;
export type JsonObject = { readonly [key: string]: Json };

const LONG_DIGITS = /[0-9]{16}/;
/** Where a number may stand: not inside the digits of a hash or an id. Slower, so only asked where there are such digits at all. */
const LONG_NUMBER = /(?:^|"\s*:|[[,])\s*-?[0-9]{16}/;
const INTEGER = /^-?[0-9]+$/;

type SourceContext = { readonly source?: string };
type RawJson = { rawJSON(text: string): unknown };

/** Parses JSON text. Integers outside the safe range arrive as bigint. @throws SyntaxError with the engine's message. */
export function parseJson(text: string): Json {
  if (!LONG_DIGITS.test(text) || !LONG_NUMBER.test(text)) return JSON.parse(text) as Json;
  const revive = (_key: string, value: unknown, context?: SourceContext): unknown => {
    if (typeof value !== 'number' || Number.isSafeInteger(value)) return value;
    const source = context?.source;
    return source !== undefined && INTEGER.test(source) ? BigInt(source) : value;
  };
  return JSON.parse(text, revive as (key: string, value: unknown) => unknown) as Json;
}

/** Writes JSON text; bigint values appear as plain integers. */
export function formatJson(value: Json | object, indent = 0): string {
  try {
    return JSON.stringify(value, null, indent);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return formatWithBigIntegers(value, indent);
  }
}

/** A replacer costs ten times the plain writing, so only values that hold a bigint pay for it. */
function formatWithBigIntegers(value: Json | object, indent: number): string {
  const raw = JSON as unknown as RawJson;
  return JSON.stringify(value, (_key, item: unknown) => (typeof item === 'bigint' ? raw.rawJSON(item.toString()) : item), indent);
}

/** True for a plain JSON object (not null, not an array). */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** True for a JSON array. */
export function isJsonList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}

/** The value at a path of keys, or undefined where a step is missing or not an object. */
export function valueAt(value: Json | undefined, path: readonly string[]): Json | undefined {
  let current: Json | undefined = value;
  for (const key of path) {
    if (!isJsonObject(current) || !Object.hasOwn(current, key)) return undefined;
    current = current[key];
  }
  return current;
}

/** The string at a path, or undefined where there is none or it is of another type. */
export function stringAt(value: Json | undefined, path: readonly string[]): string | undefined {
  const found = valueAt(value, path);
  return typeof found === 'string' ? found : undefined;
}

/** The integer at a path as a number (bigint where it exceeds 2^53), or undefined. */
export function integerAt(value: Json | undefined, path: readonly string[]): number | bigint | undefined {
  const found = valueAt(value, path);
  if (typeof found === 'bigint') return found;
  return typeof found === 'number' && Number.isInteger(found) ? found : undefined;
}

/** The list at a path, or an empty one. */
export function listAt(value: Json | undefined, path: readonly string[]): readonly Json[] {
  const found = valueAt(value, path);
  return Array.isArray(found) ? (found as readonly Json[]) : [];
}

/** Nested deeper than this, values are compared with an explicit stack: no input exhausts the call stack. */
const RECURSION_LIMIT = 500;

/** Structural equality; a number and a bigint of the same integer are equal. Object keys are compared as sets. */
export function jsonEquals(left: Json | undefined, right: Json | undefined): boolean {
  const deferred: [Json, Json][] = [];
  if (!equalValues({ left, right, depth: 0, deferred })) return false;
  for (let pair = deferred.pop(); pair !== undefined; pair = deferred.pop()) {
    if (!equalValues({ left: pair[0], right: pair[1], depth: 0, deferred })) return false;
  }
  return true;
}

type Pair<Value> = { readonly left: Value; readonly right: Value; readonly depth: number; readonly deferred: [Json, Json][] };

function equalValues({ left, right, depth, deferred }: Pair<Json | undefined>): boolean {
  if (left === right) return true;
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null) {
    return equalIntegers(left, right) || equalIntegers(right, left);
  }
  if (depth >= RECURSION_LIMIT) {
    deferred.push([left, right]);
    return true;
  }
  if (isJsonList(left)) return isJsonList(right) && listsEqual({ left, right, depth, deferred });
  return isJsonObject(right) && objectsEqual({ left, right, depth, deferred });
}

function equalIntegers(left: Json | undefined, right: Json | undefined): boolean {
  return typeof left === 'bigint' && (left === right || (typeof right === 'number' && Number.isInteger(right) && BigInt(right) === left));
}

function listsEqual({ left, right, depth, deferred }: Pair<readonly Json[]>): boolean {
  if (left.length !== right.length) return false;
  for (let index = 0; index < left.length; index++) {
    if (!equalValues({ left: left[index], right: right[index], depth: depth + 1, deferred })) return false;
  }
  return true;
}

function objectsEqual({ left, right, depth, deferred }: Pair<JsonObject>): boolean {
  let count = 0;
  for (const key in left) {
    if (!Object.hasOwn(right, key) || !equalValues({ left: left[key], right: right[key], depth: depth + 1, deferred })) return false;
    count++;
  }
  return count === Object.keys(right).length;
}
