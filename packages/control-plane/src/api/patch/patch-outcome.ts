// What came of applying a patch.
import type { JsonObject } from '@rectrace/kube';

export type PatchOutcome =
  /** shown: how messages quote what was patched; without it they quote the result as JSON. */
  | { readonly kind: 'patched'; readonly value: JsonObject; readonly shown?: string }
  /** 400: the patch itself can't be read. */
  | { readonly kind: 'malformed'; readonly message: string }
  /** 422: it does not fit the object. */
  | { readonly kind: 'misfit'; readonly message: string }
  /** 422: what it makes of the object is no object of the kind. */
  | { readonly kind: 'no-object'; readonly shown: string; readonly message: string }
  /** 413 */
  | { readonly kind: 'too-large'; readonly message: string }
  /** 500 */
  | { readonly kind: 'failed'; readonly message: string };
