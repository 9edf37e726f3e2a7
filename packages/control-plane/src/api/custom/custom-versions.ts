// The versions of one kind of custom resources: how what is stored in one of them is shown in another, and written through it.
// Without a webhook, a conversion changes the apiVersion; what the schema of the version does not know is dropped.
import type { JsonObject, StructuralSchema } from '@rectrace/kube';
import { stringAt } from '@rectrace/kube';
import { frozen } from '../../storage/frozen.ts';
import type { Draft } from '../draft.ts';
import { draftOf } from '../draft.ts';
import type { ObjectConversion } from '../served-resource.ts';
import type { WebhookConverter } from './webhook-converter.ts';

export type VersionsOf = {
  readonly storedApiVersion: string;
  /** By apiVersion, of all that are defined. */
  readonly schemas: ReadonlyMap<string, StructuralSchema>;
  /** Absent where nothing but the apiVersion differs. */
  readonly converter: WebhookConverter | undefined;
};

/** An object that a webhook has to convert before it can be presented. */
export class UnconvertedObject extends Error {
  readonly object: JsonObject;

  constructor(object: JsonObject, apiVersion: string) {
    super(`${stringAt(object, ['metadata', 'name']) ?? ''} has not been converted to ${apiVersion}: show it first`);
    this.object = object;
  }
}

type Showing = { readonly apiVersion: string; readonly anew: boolean };

export class CustomVersions {
  readonly #storedApiVersion: string;
  readonly #schemas: ReadonlyMap<string, StructuralSchema>;
  readonly #converter: WebhookConverter | undefined;
  /** By apiVersion, of each object that was presented. */
  readonly #shown = new Map<string, WeakMap<JsonObject, JsonObject>>();

  constructor({ storedApiVersion, schemas, converter }: VersionsOf) {
    this.#storedApiVersion = storedApiVersion;
    this.#schemas = schemas;
    this.#converter = converter;
  }

  has(apiVersion: string): boolean {
    return this.#schemas.has(apiVersion);
  }

  /** Undefined where there is one version. */
  conversionOf(apiVersion: string): ObjectConversion | undefined {
    if (this.#schemas.size < 2) return undefined;
    return {
      show: (objects, anew) => this.#show(objects, { apiVersion, anew: anew === 'anew' }),
      settle: (draft) => this.#settle(draft),
      ...(this.#converter === undefined ? {} : { convert: (object, wanted) => this.#convert(object, wanted) }),
    };
  }

  /** The same object gives the same value. @throws UnconvertedObject */
  present(object: JsonObject, apiVersion: string): JsonObject {
    const shown = this.#shownIn(apiVersion);
    const known = shown.get(object);
    if (known !== undefined) return known;
    if (this.#asks(object, apiVersion)) throw new UnconvertedObject(object, apiVersion);
    const draft = this.#read(object);
    this.#rename(draft, apiVersion);
    const presented = frozen(draft);
    shown.set(object, presented);
    return presented;
  }

  async #show(objects: readonly JsonObject[], { apiVersion, anew }: Showing): Promise<void> {
    const shown = this.#shownIn(apiVersion);
    for (const object of objects) {
      if ((shown.has(object) && !anew) || !this.#asks(object, apiVersion)) continue;
      shown.set(object, frozen(await this.#convert(this.#read(object), apiVersion)));
    }
  }

  async #settle(draft: Draft): Promise<void> {
    const apiVersion = this.#storedApiVersion;
    if (!this.#asks(draft, apiVersion)) return this.#rename(draft, apiVersion);
    const converted = await this.#convert(draft, apiVersion);
    for (const key of Object.keys(draft)) delete draft[key];
    Object.assign(draft, converted);
  }

  #shownIn(apiVersion: string): WeakMap<JsonObject, JsonObject> {
    const shown = this.#shown.get(apiVersion) ?? new WeakMap<JsonObject, JsonObject>();
    this.#shown.set(apiVersion, shown);
    return shown;
  }

  #asks(object: JsonObject, apiVersion: string): boolean {
    return this.#converter !== undefined && object['apiVersion'] !== apiVersion;
  }

  /** As its own version knows it. */
  #read(object: JsonObject): Draft {
    const draft = draftOf(object);
    const schema = this.#schemas.get(stringAt(object, ['apiVersion']) ?? '');
    schema?.prune(draft);
    schema?.applyDefaults(draft);
    return draft;
  }

  #rename(draft: Draft, apiVersion: string): void {
    if (draft['apiVersion'] === apiVersion) return;
    draft['apiVersion'] = apiVersion;
    this.#schemas.get(apiVersion)?.prune(draft);
  }

  async #convert(object: JsonObject, apiVersion: string): Promise<Draft> {
    const converted = (await this.#converter?.convert(object, apiVersion)) ?? draftOf(object);
    this.#schemas.get(apiVersion)?.prune(converted);
    return converted;
  }
}
