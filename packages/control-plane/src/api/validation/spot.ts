// A value and where it stands in its object: what checks walk along. Reading what is not there, or of another type, gives the empty value.
import type { Json } from '@rectrace/kube';
import { isJsonList, isJsonObject } from '@rectrace/kube';

export type Spot = {
  readonly value: Json | undefined;
  /** e.g. spec.containers[0].name; '' for the object itself. */
  readonly path: string;
};

export function spot(value: Json | undefined, path = ''): Spot {
  return { value, path };
}

/** The field below. `shown`: its name in messages, where that is another. */
export function at(place: Spot, key: string, shown: string = key): Spot {
  const value = isJsonObject(place.value) && Object.hasOwn(place.value, key) ? place.value[key] : undefined;
  return { value, path: place.path === '' ? shown : `${place.path}.${shown}` };
}

export function itemsOf({ value, path }: Spot): readonly Spot[] {
  return isJsonList(value) ? value.map((item, index) => ({ value: item, path: `${path}[${index}]` })) : [];
}

export function keysOf({ value }: Spot): readonly string[] {
  return isJsonObject(value) ? Object.keys(value) : [];
}

/** The entry of a map. */
export function keyed({ value, path }: Spot, key: string): Spot {
  return { value: isJsonObject(value) && Object.hasOwn(value, key) ? value[key] : undefined, path: `${path}[${key}]` };
}

export function entriesOf(place: Spot): readonly (readonly [string, Spot])[] {
  return keysOf(place).map((key) => [key, keyed(place, key)]);
}

export function textOf({ value }: Spot): string {
  return typeof value === 'string' ? value : '';
}

/** The text of the field below. */
export function textAt(place: Spot, key: string): string {
  return textOf(at(place, key));
}

export function textsOf(place: Spot): readonly string[] {
  return itemsOf(place).map(textOf);
}

/** Undefined where there is none. */
export function numberOf({ value }: Spot): number | undefined {
  return typeof value === 'number' || typeof value === 'bigint' ? Number(value) : undefined;
}

export function isTrue({ value }: Spot): boolean {
  return value === true;
}

export function isSet({ value }: Spot): boolean {
  return value !== undefined && value !== null;
}
