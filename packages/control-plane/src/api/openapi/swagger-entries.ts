// An OpenAPI v2 document as the texts of its entries: what is added stands between them, and nothing is written anew.
import type { Json, JsonObject } from '@rectrace/kube';
import { formatJson, isJsonObject, parseJson } from '@rectrace/kube';
import { mappedInSteps, type Steps } from '../steps.ts';

/** A name, and the text of it and its value. */
export type Entry = readonly [name: string, text: string];

/** Of the maps of a document those that definitions add to. */
export type Section = 'paths' | 'definitions';
export type Added = Readonly<Record<Section, readonly Entry[]>>;

export type SwaggerEntries = {
  readonly fields: readonly (Entry | { readonly section: Section; readonly entries: readonly Entry[] })[];
  /** The document with no more than the paths that were wanted. */
  readonly model: JsonObject;
};

export function entryOf(name: string, value: Json): Entry {
  return [name, `${JSON.stringify(name)}:${formatJson(value)}`];
}

/** `modelled`: which paths are wanted as a model. */
export function* readSwagger(text: string, modelled: (path: string) => boolean): Steps<SwaggerEntries> {
  yield;
  const document = objectOf(parseJson(text));
  const fields: SwaggerEntries['fields'][number][] = [];
  for (const [name, value] of Object.entries(document)) {
    yield;
    if (!isSection(name)) fields.push(entryOf(name, value));
    else
      fields.push({ section: name, entries: yield* mappedInSteps(Object.entries(objectOf(value)), ([key, held]) => entryOf(key, held)) });
  }
  const paths = Object.entries(objectOf(document['paths'] ?? null)).filter(([path]) => modelled(path));
  return { fields, model: { paths: Object.fromEntries(paths) } };
}

/** The text of the document with what is added, by name; what is there already stays as it is. */
export function swaggerText({ fields }: SwaggerEntries, added: Added): string {
  const texts = fields.map((field) => {
    if (!('section' in field)) return field[1];
    const entries = [...new Map([...added[field.section], ...field.entries])].sort(([left], [right]) => (left < right ? -1 : 1));
    return `${JSON.stringify(field.section)}:{${entries.map(([, text]) => text).join(',')}}`;
  });
  return `{${texts.join(',')}}`;
}

function isSection(name: string): name is Section {
  return name === 'paths' || name === 'definitions';
}

function objectOf(value: Json): JsonObject {
  return isJsonObject(value) ? value : {};
}
