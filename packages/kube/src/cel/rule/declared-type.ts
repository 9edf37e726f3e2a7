// The type that a schema declares for expressions, with how large its values may be: estimates of cost depend on it.

import type { StaticType } from '../static-type.ts';

export type DeclaredType = {
  readonly type: StaticType;
  /** Items, entries or bytes; 0 where that is fixed. */
  readonly maxElements: number;
  /** Bytes of the smallest value as JSON. */
  readonly minSize: number;
  /** Of an object, by escaped names. */
  readonly fields: ReadonlyMap<string, DeclaredType>;
  /** Of a list's items, or of a map's values. */
  readonly element: DeclaredType | undefined;
  readonly key: DeclaredType | undefined;
};
