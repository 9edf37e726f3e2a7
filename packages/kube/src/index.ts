// @rectrace/kube: Kubernetes' words as plain data. Pure: builds for the browser, reads no clock, chance or environment.

export type { Cancellation } from './abort-signal.ts';
export type { ApiResource, ResourceScope } from './api-resource.ts';
export { formatScope, parseScope } from './api-resource.ts';
export { applyDiff } from './apply-diff.ts';
export type { ActivationParts, AdmissionBindings, AdmissionResult } from './cel/admission/admission-activation.ts';
export { AdmissionActivation } from './cel/admission/admission-activation.ts';
export type {
  AdmissionEnvironment,
  AdmissionUse,
  CompiledAdmission,
  InvalidAdmission,
} from './cel/admission/compile-admission.ts';
export { compileAdmission, variableType } from './cel/admission/compile-admission.ts';
export type { AccessDecision, AccessJudge, AccessQuestion, ResourceAsked, ServiceAccountName } from './cel/authorizer-value.ts';
export type { CompiledExpression, CompileOptions, CompileResult, ExpressionError } from './cel/compile-expression.ts';
export { compileExpression, EXPRESSION_LENGTH_LIMIT } from './cel/compile-expression.ts';
export type { EvaluationResult } from './cel/evaluate.ts';
export { evaluate, evaluateWith } from './cel/evaluate.ts';
export type { SourcePosition } from './cel/expression-fault.ts';
export type { CidrValue, InvalidAddress, IpValue } from './cel/ip-address.ts';
export {
  cidrContainsIp,
  formatCidr,
  formatIp,
  isGlobalUnicast,
  isLinkLocalMulticast,
  isLinkLocalUnicast,
  isLoopback,
  isUnspecified,
  maskCidr,
  parseCidr,
  parseIp,
} from './cel/ip-address.ts';
export { nearestName } from './cel/nearest-name.ts';
export type { StaticType } from './cel/static-type.ts';
export {
  BOOL as CEL_BOOL,
  DYN as CEL_ANY,
  INT as CEL_INT,
  listOf as celList,
  nullable as celNullable,
  objectOf as celObject,
  STRING as CEL_STRING,
} from './cel/static-type.ts';
export { unmetTerm } from './cel/unmet-term.ts';
export type { Clock, ClockSource, SteadyClock, TimerPurpose } from './clock.ts';
export { createClock } from './clock.ts';
export type { FieldChange } from './diff.ts';
export { diffObjects, ORDER_STEP } from './diff.ts';
export { editDistance } from './edit-distance.ts';
export { DiffMismatchError } from './errors.ts';
export type { FieldError } from './field-error.ts';
export {
  duplicate,
  forbiddenField,
  formatFieldError,
  formatFieldErrors,
  invalidValue,
  notFoundValue,
  notSupported,
  required,
  tooLong,
  tooMany,
} from './field-error.ts';
export type { ExactInstant } from './instant.ts';
export { formatInstant, formatMicroTime, formatTime, parseExactInstant, parseInstant } from './instant.ts';
export type { Json, JsonObject } from './json.ts';
export { formatJson, integerAt, isJsonList, isJsonObject, jsonEquals, listAt, parseJson, stringAt, valueAt } from './json.ts';
export { isInGroup, readKindWord } from './kind-word.ts';
export type { KubeObject, ManagedFieldsEntry, ObjectMeta, OwnerReference, ParsedObject } from './kube-object.ts';
export { asJson, parseObject } from './kube-object.ts';
export type { LabelSelector, Labels, Requirement, SelectorResult } from './label-selector.ts';
export { matchesSelector, parseSelectorObject } from './label-selector.ts';
export { itemStep, keysOfStep } from './list-keys.ts';
export type { ListFrom, ListPage, ListWatch, ListWatchQuery, WatchMessage } from './list-watch.ts';
export { parseTarget } from './named-target.ts';
export type { ObjectKey } from './object-key.ts';
export { formatObjectKey, identityOf, parseObjectKey } from './object-key.ts';
export type { GroupKind, ObjectRef, ResourceVersion, Uid } from './object-ref.ts';
export {
  asResourceVersion,
  asUid,
  formatApiVersion,
  formatGroupKind,
  formatRef,
  parseApiVersion,
  parseGroupKind,
  refOf,
} from './object-ref.ts';
export { once } from './once.ts';
export { recursiveDifference } from './patch/fieldpath/combine.ts';
export type { FieldSet } from './patch/fieldpath/field-set.ts';
export { fieldSetOf } from './patch/fieldpath/field-set.ts';
export { formatFieldsV1, parseFieldsV1 } from './patch/fieldpath/fields-v1.ts';
export type { Path, PathElement } from './patch/fieldpath/path-element.ts';
export { fieldPath, formatPath } from './patch/fieldpath/path-element.ts';
export type { Application, Applied } from './patch/merge/apply-object.ts';
export { applyObject } from './patch/merge/apply-object.ts';
export type { ConflictCause } from './patch/merge/conflict-message.ts';
export { conflictCauses, conflictMessage } from './patch/merge/conflict-message.ts';
export type { Manager, Managers, ParsedManagers } from './patch/merge/manager.ts';
export { formatManagers, NO_MANAGERS, parseManagers } from './patch/merge/manager.ts';
export type { MergeTarget } from './patch/merge/merge-target.ts';
export type { UpdateNote } from './patch/merge/note-update.ts';
export { noteUpdate } from './patch/merge/note-update.ts';
export type { ReplicasPaths } from './patch/merge/scale-managers.ts';
export { managersAfterScale, managersOfScale } from './patch/merge/scale-managers.ts';
export type { FieldConflict } from './patch/merge/settle-managers.ts';
export { DEDUCED, UNTYPED } from './patch/schema/free-types.ts';
export type { ListType, MapType, MergeField, MergeType, ScalarForm } from './patch/schema/merge-type.ts';
export type { StructuralContext } from './patch/schema/structural-type.ts';
export { structuralType } from './patch/schema/structural-type.ts';
export type { PatchField, PatchShape } from './patch/strategic/patch-shape.ts';
export type { StrategicOutcome } from './patch/strategic/strategic-merge.ts';
export { strategicMerge } from './patch/strategic/strategic-merge.ts';
export type { TypedFault } from './patch/typed/typed-fault.ts';
export { TypedMismatch } from './patch/typed/typed-fault.ts';
export { formatPlain } from './patch/value/format-go.ts';
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
export { checkSchema } from './schema/check-schema.ts';
export type { Pruned, Validated } from './schema/custom-schema.ts';
export { StructuralSchema } from './schema/custom-schema.ts';
export type { MetadataRules } from './schema/embedded-metadata.ts';
export { setKey } from './schema/mutable-json.ts';
export { resolvePath } from './schema/resolve-path.ts';
export type { SchemaNode, ValidationRule } from './schema/schema-node.ts';
export { parseSchema } from './schema/schema-node.ts';
export { unknownFormats } from './schema/unknown-formats.ts';
export type { Status } from './status.ts';
export { isExpired, parseStatus } from './status.ts';
