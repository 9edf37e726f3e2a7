// What the checks of one value know.

import type { PatternBook } from './check-pattern.ts';
import type { Correlated } from './correlated.ts';
import type { SchemaNode } from './schema-node.ts';

export type ValidateOptions = {
  readonly patterns: PatternBook;
  /** Where the value stands in the object. */
  readonly path?: string;
  /** The value with its old value, at an update. */
  readonly correlated?: Correlated | undefined;
  /** Defaults are validated by the schema as it is written: all formats count, and int-or-string says nothing of itself. */
  readonly asWritten?: boolean;
};

export type Check = {
  readonly schema: SchemaNode;
  readonly path: string;
  readonly options: ValidateOptions;
  /** Absent where the old value cannot be found. */
  readonly correlated?: Correlated | undefined;
};
