// The versions of one kind of custom resources: how what is stored in one of them is shown in another, and written through it.
// Without a webhook, a conversion changes the apiVersion; what the schema of the version does not know is dropped.
import type { JsonObject, StructuralSchema } from '@rectrace/kube';
import { stringAt } from '@rectrace/kube';
import type { Draft } from '../draft.ts';
import { draftOf } from '../draft.ts';
import { notImplemented } from '../failures.ts';

export type VersionsOf = {
  readonly storedApiVersion: string;
  /** By apiVersion, of all that are defined. */
  readonly schemas: ReadonlyMap<string, StructuralSchema>;
  /** 'None' or 'Webhook'. */
  readonly conversion: string;
};

export class CustomVersions {
  readonly storedApiVersion: string;
  readonly #schemas: ReadonlyMap<string, StructuralSchema>;
  readonly #conversion: string;
  readonly #shown = new Map<string, WeakMap<JsonObject, JsonObject>>();

  constructor({ storedApiVersion, schemas, conversion }: VersionsOf) {
    this.storedApiVersion = storedApiVersion;
    this.#schemas = schemas;
    this.#conversion = conversion;
  }

  has(apiVersion: string): boolean {
    return this.#schemas.has(apiVersion);
  }

  /** The same stored object gives the same value. @throws RequestRefused where a webhook would have to convert it. */
  present(stored: JsonObject, apiVersion: string): JsonObject {
    const shown = this.#shown.get(apiVersion) ?? new WeakMap<JsonObject, JsonObject>();
    this.#shown.set(apiVersion, shown);
    const known = shown.get(stored);
    if (known !== undefined) return known;
    const presented = draftOf(stored);
    const schema = this.#schemas.get(stringAt(stored, ['apiVersion']) ?? '');
    schema?.prune(presented);
    schema?.applyDefaults(presented);
    this.#convert(presented, apiVersion);
    shown.set(stored, presented);
    return presented;
  }

  /** Brings a draft into the version in which it is stored. @throws RequestRefused where a webhook would have to convert it. */
  settle(draft: Draft): void {
    this.#convert(draft, this.storedApiVersion);
  }

  #convert(draft: Draft, apiVersion: string): void {
    if (draft['apiVersion'] === apiVersion) return;
    if (this.#conversion === 'Webhook') throw notImplemented('the conversion of custom resources by a webhook');
    draft['apiVersion'] = apiVersion;
    this.#schemas.get(apiVersion)?.prune(draft);
  }
}
