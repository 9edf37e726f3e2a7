// Puts the checks of a kind into its strategy.
import type { JsonObject } from '@rectrace/kube';
import type { FieldError } from '../field-error.ts';
import type { ResourceStrategy } from '../strategy.ts';

export type ObjectErrors = (object: JsonObject) => readonly FieldError[];
export type ChangeErrors = (object: JsonObject, old: JsonObject) => readonly FieldError[];

export type Checks = {
  /** Of an object, new or changed. */
  readonly errors?: ObjectErrors;
  /** Of a changed one, after `errors`. */
  readonly changes?: ChangeErrors;
  /** Of a changed one, instead of both. */
  readonly update?: ChangeErrors;
  /** What clients are warned of in an object, new or changed, that is accepted. */
  readonly warnings?: (object: JsonObject, old?: JsonObject) => readonly string[];
  /** Of what is written through /status. */
  readonly status?: ChangeErrors;
  readonly statusWarnings?: (object: JsonObject) => readonly string[];
};

export function checkedBy(base: ResourceStrategy, { errors, changes, update, warnings, status, statusWarnings }: Checks): ResourceStrategy {
  const none: readonly FieldError[] = [];
  return {
    ...base,
    ...(errors === undefined ? {} : { validate: errors }),
    ...(warnings === undefined ? {} : { warnings }),
    validateUpdate: update ?? ((object, old) => [...(errors?.(object) ?? none), ...(changes?.(object, old) ?? none)]),
    validateOnUpdate: () => none,
    ...(base.status === undefined || status === undefined
      ? {}
      : { status: { ...base.status, validateUpdate: status, ...(statusWarnings === undefined ? {} : { warnings: statusWarnings }) } }),
  };
}
