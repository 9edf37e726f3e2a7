// Changes one place of a body, most often into something that the server has to judge. The same seed changes equal bodies equally.
import type { Json, JsonObject } from '@rectrace/kube';
import { isJsonList, isJsonObject } from '@rectrace/kube';
import { Chance } from './chance.ts';

type Place = { readonly path: readonly (string | number)[]; readonly value: Json };

/** Which parts are left alone: what would only fail, or what names the object. */
const LEFT = new Set([
  'metadata.name',
  'metadata.resourceVersion',
  'metadata.uid',
  'metadata.namespace',
  'metadata.creationTimestamp',
  'kind',
]);

/** What each server gives by itself is not put elsewhere, where nobody would know it again. */
const GIVEN = new Set(['resourceVersion', 'uid', 'creationTimestamp']);

const TEXTS = [
  '',
  'a',
  'UPPER',
  'with space',
  'a'.repeat(64),
  'a'.repeat(260),
  '-x',
  'a.b',
  '0',
  '5',
  '100%',
  '1Gi',
  'b/c',
  'é',
  '2020-01-01T00:00:00Z',
];
const NUMBERS = [-1, 0, 1, 2, 65_535, 65_536, 2_147_483_647, 2_147_483_648, 1.5];
const ODD: readonly Json[] = [null, true, 'text', 7, [], {}, ['x'], { x: 'y' }];

export function mutate(body: JsonObject, seed: number): JsonObject {
  const chance = new Chance(seed);
  const places = placesIn(body, []).filter(({ path }) => path.length > 0 && !LEFT.has(path.join('.')));
  if (places.length === 0) return body;
  const { path, value } = chance.pick(places);
  return asObject(changed(body, { path, value: replacement(value, chance) }));
}

const asObject = (value: Json | undefined): JsonObject => (isJsonObject(value) ? value : {});

function placesIn(value: Json, path: readonly (string | number)[]): readonly Place[] {
  const here: Place = { path, value };
  if (isJsonList(value)) return [here, ...value.flatMap((item, index) => placesIn(item, [...path, index]))];
  if (!isJsonObject(value)) return [here];
  const keys = Object.keys(value).filter((key) => key !== 'managedFields');
  return [here, ...keys.toSorted().flatMap((key) => placesIn(value[key] ?? null, [...path, key]))];
}

/** Undefined removes the place. */
function replacement(value: Json, chance: Chance): Json | undefined {
  if (chance.happens(0.2)) return undefined;
  if (chance.happens(0.1)) return chance.pick(ODD);
  if (isJsonList(value)) return listChange(value, chance);
  return isJsonObject(value) ? objectChange(value, chance) : scalarChange(value, chance);
}

function scalarChange(value: Json, chance: Chance): Json {
  if (typeof value === 'string') return chance.happens(0.5) ? `${value}x` : chance.pick(TEXTS);
  if (typeof value === 'number') return chance.happens(0.5) ? value + 1 : chance.pick(NUMBERS);
  return typeof value === 'boolean' ? !value : chance.pick(ODD);
}

function listChange(items: readonly Json[], chance: Chance): Json {
  if (items.length === 0) return [chance.pick(ODD)];
  const item = chance.pick(items);
  return chance.pick([[...items, item], items.slice(1), items.toReversed(), [...items, chance.pick(ODD)]]);
}

function objectChange(object: JsonObject, chance: Chance): Json {
  const keys = Object.keys(object)
    .filter((key) => !GIVEN.has(key))
    .toSorted();
  if (keys.length === 0 || chance.happens(0.4)) return { ...object, [chance.pick(['unheard', 'a', 'x.y/z', 'A b'])]: chance.pick(ODD) };
  const [from, to] = [chance.pick(keys), chance.pick(keys)];
  return { ...object, [to]: object[from] ?? null };
}

function changed(
  value: Json,
  { path, value: wanted }: { readonly path: Place['path']; readonly value: Json | undefined },
): Json | undefined {
  const [step, ...rest] = path;
  if (step === undefined) return wanted;
  if (isJsonList(value)) {
    return value.flatMap((item, index) => {
      const next = index === step ? changed(item, { path: rest, value: wanted }) : item;
      return next === undefined ? [] : [next];
    });
  }
  if (!isJsonObject(value)) return value;
  const entries = Object.entries(value).flatMap(([key, item]) => {
    const next = key === step ? changed(item, { path: rest, value: wanted }) : item;
    return next === undefined ? [] : [[key, next] as const];
  });
  return Object.fromEntries(entries);
}
