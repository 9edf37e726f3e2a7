// What is wrong with one field of an object, as a cause in a Status.
import { type FieldError, formatFieldError } from '@rectrace/kube';
import type { StatusCause } from './status.ts';

export type { FieldError } from '@rectrace/kube';
export {
  duplicate,
  forbiddenField,
  formatFieldErrors,
  invalidValue,
  notFoundValue,
  notSupported,
  required,
  tooLong,
  tooMany,
} from '@rectrace/kube';

type QuotingError = FieldError & { readonly quotes: string };

/** Of an error that quotes another field than the one that it is about. */
export function quoting(error: FieldError, quotes: string): QuotingError {
  return { ...error, quotes };
}

/** The field whose value is quoted. */
export function quotedField(error: FieldError): string {
  return 'quotes' in error && typeof error.quotes === 'string' ? error.quotes : error.field;
}

export function causeOf(error: FieldError): StatusCause {
  return { reason: error.type, message: formatFieldError(error), field: error.field };
}
