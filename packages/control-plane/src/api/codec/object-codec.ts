// Between a kind as requests carry it and as the store keeps it: one codec a served resource.
import type { JsonObject } from '@rectrace/kube';
import type { Draft } from '../draft.ts';
import type { FieldValidation } from '../options/write-options.ts';
import type { BodyValue } from './request-body.ts';

export type DecodedObject = {
  /** In the form of the store, defaults filled in. */
  readonly draft: Draft;
  /** What the body said it is. */
  readonly apiVersion: string;
  readonly kind: string;
  /** Unknown and repeated fields. */
  readonly problems: readonly string[];
};

export interface ObjectCodec {
  /** @throws RequestRefused for a body that is not an object of the kind. */
  decode(body: BodyValue, validation: FieldValidation): DecodedObject;
  /** The object as the served version shows it, kind and apiVersion included. The same stored object gives the same value. */
  present(stored: JsonObject): JsonObject;
  /** What `present` gave, its fields in the order in which the API server writes them. */
  ordered(presented: JsonObject): JsonObject;
  /** The object as an item of a list. */
  item(stored: JsonObject): JsonObject;
  /** Fills in what is missing of an object in the form of the store. */
  fillDefaults(draft: Draft): void;
  /** An object of nothing but that metadata: what a bookmark carries. */
  empty(metadata: JsonObject): JsonObject;
  /** What a patch made of a presented object, in the form of the store; problems as of `decode`. */
  accept(value: JsonObject, duplicates: BodyValue['duplicates']): AcceptedObject;
  /** What a merge by the kind's type made of a presented object, in the form of the store. What is refused is told in the words of the converter. */
  acceptMerged(value: JsonObject, duplicates?: BodyValue['duplicates']): AcceptedObject;
}

export type AcceptedObject =
  | { readonly kind: 'accepted'; readonly draft: Draft; readonly problems: readonly string[] }
  | { readonly kind: 'refused'; readonly message: string };
