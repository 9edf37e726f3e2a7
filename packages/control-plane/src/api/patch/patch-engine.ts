// How the patch types are applied. JSON patch and merge patch are here; strategic merge and apply are handed in.
import type { Json, JsonObject } from '@rectrace/kube';
import type { ServedResource } from '../served-resource.ts';

export type PatchOutcome =
  | { readonly kind: 'patched'; readonly value: JsonObject }
  /** 400: the patch itself can't be read. */
  | { readonly kind: 'malformed'; readonly message: string }
  /** 422: it does not fit the object. */
  | { readonly kind: 'misfit'; readonly message: string }
  /** 413 */
  | { readonly kind: 'too-large'; readonly message: string };

export type ApplyOutcome =
  | { readonly kind: 'applied'; readonly value: JsonObject }
  | { readonly kind: 'malformed'; readonly message: string }
  | {
      readonly kind: 'conflicts';
      readonly message: string;
      readonly causes: readonly { readonly message: string; readonly field: string }[];
    };

export type ApplyRequest = {
  readonly resource: ServedResource;
  readonly subresource: string;
  /** The object as presented; undefined where it is to be created. */
  readonly current: JsonObject | undefined;
  readonly patch: JsonObject;
  readonly manager: string;
  readonly force: boolean;
  readonly now: string;
};

/** Patches `current`, an object as presented; it is left as it is. */
export interface PatchEngine {
  strategicMerge?(resource: ServedResource, current: JsonObject, patch: Json): PatchOutcome;
  apply?(request: ApplyRequest): ApplyOutcome;
}
