// Values that a schema mostly allows, and with some chance a fault in them.
import type { Json, JsonObject } from '@rectrace/kube';
import { integerAt, isJsonList, isJsonObject, listAt, stringAt, valueAt } from '@rectrace/kube';
import { below, type Random } from '../../kills/seeded-random.ts';

const TEXTS = [
  'a',
  'abc',
  'a-b',
  '10',
  '10s',
  '1Gi',
  '1.2.3',
  'a.example.com',
  '/a/b',
  'https://a.example.com/x',
  '2024-01-02T03:04:05Z',
  '10.0.0.1',
  '2001:db8::1',
  'A',
  'Abc',
  '1.1',
  '0 0 * * *',
];
const ODD: readonly Json[] = [null, true, 0, -1, 7, 1.5, 'text', '', [], ['x'], {}, { x: 1 }];
const DEEPEST = 12;

export type Filling = {
  readonly random: Random;
  /** How likely an optional field is there. */
  readonly share: number;
  /** How likely a value is not what the schema wants. */
  readonly faults: number;
};

export function randomValue(schema: Json, filling: Filling, depth = 0): Json {
  const { random, faults } = filling;
  if (random() < faults) return pick(random, ODD);
  const values = listAt(schema, ['enum']);
  if (values.length > 0) return pick(random, values);
  if (valueAt(schema, ['x-kubernetes-int-or-string']) === true)
    return random() < 0.5 ? below(random, 100) : pick(random, ['10%', '1', 'a']);
  switch (stringAt(schema, ['type'])) {
    case 'object':
      return randomObject(schema, filling, depth);
    case 'array':
      return randomList(schema, filling, depth);
    case 'boolean':
      return random() < 0.5;
    case 'integer':
      return randomInteger(schema, filling);
    case 'number':
      return below(random, 100) / 4;
    case 'string':
      return randomText(schema, filling);
    default:
      return pick(random, ODD);
  }
}

function randomObject(schema: Json, filling: Filling, depth: number): JsonObject {
  const { random, faults } = filling;
  const found = randomFields(schema, filling, depth);
  const values = valueAt(schema, ['additionalProperties']);
  const keys = isJsonObject(values) ? ['a', 'b'].slice(0, below(random, 3)) : [];
  for (const key of keys) found[key] = randomValue(values ?? {}, filling, depth + 1);
  if (random() < faults) found['unheard'] = pick(random, ODD);
  return found;
}

function randomFields(schema: Json, filling: Filling, depth: number): Record<string, Json> {
  const required = new Set(listAt(schema, ['required']));
  const properties = valueAt(schema, ['properties']);
  const optional = depth > DEEPEST ? 0 : filling.share / (1 + depth / 3);
  const found: Record<string, Json> = {};
  for (const [key, child] of Object.entries(isJsonObject(properties) ? properties : {})) {
    const wanted = required.has(key) ? 1 - filling.faults : optional;
    if (filling.random() < wanted) found[key] = randomValue(child, filling, depth + 1);
  }
  return found;
}

function randomList(schema: Json, filling: Filling, depth: number): Json {
  const { random, faults } = filling;
  const least = Number(integerAt(schema, ['minItems']) ?? 0);
  const length = random() < faults ? below(random, 20) : least + below(random, 3);
  const list = Array.from({ length }, () => randomValue(valueAt(schema, ['items']) ?? {}, filling, depth + 1));
  return random() < faults ? [...list, ...list] : list;
}

function randomInteger(schema: Json, { random, faults }: Filling): number {
  const least = Number(integerAt(schema, ['minimum']) ?? 0);
  const most = Number(integerAt(schema, ['maximum']) ?? least + 100);
  return random() < faults
    ? pick(random, [least - 1, most + 1, 2 ** 31, 2 ** 40])
    : least + below(random, Math.min(most - least + 1, 1000));
}

/** One that the pattern allows where any of the stock does. */
function randomText(schema: Json, { random, faults }: Filling): string {
  if (random() < faults) return pick(random, ['', 'x'.repeat(300), 'é b']);
  const pattern = stringAt(schema, ['pattern']);
  const format = stringAt(schema, ['format']);
  const stock = format === 'date-time' ? ['2024-01-02T03:04:05Z'] : TEXTS;
  const fitting = pattern === undefined ? stock : stock.filter((text) => fits(text, pattern));
  return pick(random, fitting.length === 0 ? stock : fitting);
}

/** False for patterns of Go that are none here. */
function fits(text: string, pattern: string): boolean {
  try {
    return new RegExp(pattern).test(text);
  } catch {
    return false;
  }
}

/** The value with one place changed. */
export function mutate(value: Json, random: Random): Json {
  if (isJsonList(value) && value.length > 0 && random() < 0.8) return mutateList(value, random);
  if (!isJsonObject(value) || random() < 0.05) return pick(random, ODD);
  const keys = Object.keys(value);
  if (keys.length === 0 || random() < 0.05) return { ...value, [pick(random, ['unheard', 'name', 'x'])]: pick(random, ODD) };
  const key = pick(random, keys);
  const { [key]: child = null, ...rest } = value;
  return random() < 0.1 ? rest : { ...value, [key]: mutate(child, random) };
}

function mutateList(list: readonly Json[], random: Random): Json {
  const place = below(random, list.length);
  if (random() < 0.1) return list.toSpliced(place, 1);
  if (random() < 0.1) return [...list, list[place] ?? null];
  return list.with(place, mutate(list[place] ?? null, random));
}

function pick<Item>(random: Random, items: readonly Item[]): Item {
  return items[below(random, items.length)] as Item;
}
