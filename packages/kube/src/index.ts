// @rectrace/kube: Kubernetes' words as plain data. Pure: builds for the browser, reads no clock, chance or environment.

export type { Cancellation } from './abort-signal.ts';
export type { ApiResource, ResourceScope } from './api-resource.ts';
export { formatScope, parseScope } from './api-resource.ts';
export { applyDiff } from './apply-diff.ts';
export type { CompiledExpression, CompileOptions, CompileResult, ExpressionError } from './cel/compile-expression.ts';
export { compileExpression, EXPRESSION_LENGTH_LIMIT } from './cel/compile-expression.ts';
export type { EvaluationResult } from './cel/evaluate.ts';
export { evaluate, evaluateWith } from './cel/evaluate.ts';
export type { SourcePosition } from './cel/expression-fault.ts';
export type { Clock, TimerPurpose } from './clock.ts';
export type { FieldChange } from './diff.ts';
export { diffObjects, ORDER_STEP } from './diff.ts';
export { DiffMismatchError } from './errors.ts';
export type { FieldError, FieldErrorType } from './field-error.ts';
export {
  duplicate,
  forbiddenField,
  formatFieldError,
  formatFieldErrors,
  internalFieldError,
  invalidValue,
  notFoundValue,
  notSupported,
  required,
  tooLong,
  tooMany,
  typeInvalid,
} from './field-error.ts';
export type { Json, JsonObject } from './json.ts';
export { formatJson, integerAt, isJsonList, isJsonObject, jsonEquals, listAt, parseJson, stringAt, valueAt } from './json.ts';
export type { KubeObject, ManagedFieldsEntry, ObjectMeta, OwnerReference, ParsedObject } from './kube-object.ts';
export { asJson, parseObject } from './kube-object.ts';
export type { LabelSelector, Labels, Requirement, SelectorResult } from './label-selector.ts';
export { matchesSelector, parseSelectorObject } from './label-selector.ts';
export { itemStep, keysOfStep } from './list-keys.ts';
export type { ListFrom, ListPage, ListWatch, ListWatchQuery, WatchMessage } from './list-watch.ts';
export type { GroupKind, ObjectRef, ResourceVersion, Uid } from './object-ref.ts';
export { asResourceVersion, asUid, formatApiVersion, formatGroupKind, formatRef, parseApiVersion, refOf } from './object-ref.ts';
export type { InvalidQuantity, Quantity, QuantityFormat } from './quantity.ts';
export {
  addQuantities,
  compareQuantities,
  formatQuantity,
  parseQuantity,
  quantityAsInt64,
  quantityAsNumber,
  quantityOf,
  subtractQuantities,
} from './quantity.ts';
export type { Comparison } from './resource-version.ts';
export { compareDecimals, compareResourceVersions, isOrderable, previousResourceVersion } from './resource-version.ts';
export type { Status } from './status.ts';
export { isExpired, parseStatus } from './status.ts';
