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

export function causeOf(error: FieldError): StatusCause {
  return { reason: error.type, message: formatFieldError(error), field: error.field };
}
