// JSON values as the API server's messages print them: Go's %v and %#v.
import type { Json, JsonObject } from '../../json.ts';
import { isJsonList, isJsonObject } from '../../json.ts';
import { compareTexts } from './compare-values.ts';

/** `map[a:1 b:[x y]]`, texts as they are, null as `<nil>`. Numbers are those of a float where `floats` is set. */
export function formatPlain(value: Json, floats = false): string {
  if (value === null) return '<nil>';
  if (isJsonList(value)) return `[${value.map((item) => formatPlain(item, floats)).join(' ')}]`;
  if (isJsonObject(value))
    return `map[${entriesOf(value)
      .map(([key, item]) => `${key}:${formatPlain(item, floats)}`)
      .join(' ')}]`;
  return typeof value === 'number' && floats ? formatFloat(value) : String(value);
}

/** `map[string]interface {}{"a":1}`, texts in quotes. */
export function formatSyntax(value: Json): string {
  if (value === null) return 'interface {}(nil)';
  if (isJsonList(value)) return `[]interface {}{${value.map(formatSyntax).join(', ')}}`;
  if (isJsonObject(value))
    return `map[string]interface {}{${entriesOf(value)
      .map(([key, item]) => `${quoteText(key)}:${formatSyntax(item)}`)
      .join(', ')}}`;
  if (typeof value === 'string') return quoteText(value);
  return typeof value === 'number' ? formatFloat(value) : String(value);
}

/** As paths quote the keys of list items: texts in quotes, `[1,2]`, the fields of objects without anything between them. */
export function formatKeyValue(value: Json): string {
  if (value === null) return 'null';
  if (typeof value === 'string') return quoteText(value);
  if (isJsonList(value)) return `[${value.map(formatKeyValue).join(',')}]`;
  if (isJsonObject(value))
    return entriesOf(value)
      .map(([key, item]) => `${key}=${formatKeyValue(item)}`)
      .join('');
  return formatPlain(value, true);
}

/** The Go type that the value has once it is read. */
export function goTypeOf(value: Json): string {
  if (value === null) return '<nil>';
  if (isJsonList(value)) return '[]interface {}';
  if (isJsonObject(value)) return 'map[string]interface {}';
  return GO_TYPES[typeof value] ?? 'int64';
}

const GO_TYPES: Readonly<Record<string, string>> = { string: 'string', boolean: 'bool', number: 'float64' };
const FIRST_EXPONENT = 6;
const LAST_EXPONENT = -4;

/** %v of a float64: the shortest text, with an exponent from 1e+06 on. */
function formatFloat(value: number): string {
  const [mantissa = '', exponent = '0'] = value.toExponential().split('e');
  const power = Number(exponent);
  if (power >= LAST_EXPONENT && power < FIRST_EXPONENT) return String(value);
  return `${mantissa}e${power < 0 ? '-' : '+'}${String(Math.abs(power)).padStart(2, '0')}`;
}

function entriesOf(value: JsonObject): readonly (readonly [string, Json])[] {
  return Object.entries(value).sort(([left], [right]) => compareTexts(left, right));
}

/** In double quotes, as %q writes it. */
export function quoteText(text: string): string {
  return JSON.stringify(text).replaceAll('\u007f', '\\x7f');
}
