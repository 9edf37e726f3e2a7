// All the checks of one object, in the API server's order: metadata, then what is particular to the kind.
import type { JsonObject } from '@rectrace/kube';
import { stringAt } from '@rectrace/kube';
import { invalid } from '../failures.ts';
import type { FieldError } from '../field-error.ts';
import { nameOf } from '../metadata.ts';
import type { ServedResource } from '../served-resource.ts';
import type { ObjectView, StrategyContext } from '../strategy.ts';
import { pathSegmentName } from '../validation/name-rules.ts';
import type { MetaRules } from '../validation/object-meta.ts';
import { strictFinalizerErrors, validateObjectMeta, validateObjectMetaUpdate } from '../validation/object-meta.ts';

/** @throws RequestRefused (422) */
export function validateCreation(resource: ServedResource, object: JsonObject, context: StrategyContext): void {
  refuseIfAny(resource, object, [...metaErrors(resource, object), ...(resource.strategy.validate?.(object, context) ?? [])]);
  refuseIfAny(resource, object, validateObjectMeta(object, pathRules(resource)));
}

/** @throws RequestRefused (422) */
export function validateMainUpdate(resource: ServedResource, { object, old }: Change, context: StrategyContext): void {
  const { strategy } = resource;
  const again = strategy.validateOnUpdate?.(object, context) ?? [
    ...metaErrors(resource, object),
    ...(strategy.validate?.(object, context) ?? []),
  ];
  refuseIfAny(resource, object, [
    ...commonErrors(resource, { object, old }),
    ...kindMetaUpdateErrors(resource, { object, old }),
    ...(strategy.validateUpdate?.(object, old, context) ?? []),
    ...again,
  ]);
}

/** @throws RequestRefused (422) */
export function validateStatusUpdate(resource: ServedResource, { object, old }: Change, context: StrategyContext): void {
  refuseIfAny(resource, object, [
    ...commonErrors(resource, { object, old }),
    ...(resource.strategy.status?.ownMetadataRules === false ? [] : kindMetaUpdateErrors(resource, { object, old })),
    ...(resource.strategy.status?.validateUpdate?.(object, old, context) ?? []),
  ]);
}

/** Of a subresource that shows the object itself. @throws RequestRefused (422) */
export function validateViewUpdate(resource: ServedResource, { object, old }: Change, view: ObjectView): void {
  refuseIfAny(resource, object, [
    ...commonErrors(resource, { object, old }),
    ...kindMetaUpdateErrors(resource, { object, old }),
    ...view.validateUpdate(object, old),
  ]);
}

export type Change = { readonly object: JsonObject; readonly old: JsonObject };

/** What the validation of the kind says of the metadata of an update, after what is said of all kinds. */
function kindMetaUpdateErrors({ strategy }: ServedResource, { object, old }: Change): readonly FieldError[] {
  if (strategy.ownMetadataRules === false) return [];
  return [...validateObjectMetaUpdate(object, old), ...(strategy.strictFinalizers ? strictFinalizerErrors(object) : [])];
}

function commonErrors(resource: ServedResource, { object, old }: Change): readonly FieldError[] {
  return [...validateObjectMeta(object, pathRules(resource)), ...validateObjectMetaUpdate(object, old)];
}

function metaErrors({ namespaced, strategy }: ServedResource, object: JsonObject): readonly FieldError[] {
  if (strategy.ownMetadataRules === false) return [];
  return validateObjectMeta(object, { namespaced, nameRule: strategy.nameRule, strictFinalizers: strategy.strictFinalizers });
}

function pathRules({ namespaced }: ServedResource): MetaRules {
  return { namespaced, nameRule: pathSegmentName, strictFinalizers: false };
}

function refuseIfAny(resource: ServedResource, object: JsonObject, errors: readonly FieldError[]): void {
  if (errors.length === 0) return;
  const kind = resource.custom ? namedKind(object) : { group: storedGroup(resource), kind: resource.kind };
  throw invalid({ ...kind, name: nameOf(object) }, errors);
}

/** Of Events: that of the older of their groups. */
function storedGroup({ storage }: ServedResource): string {
  const [, ...group] = storage.split('.');
  return group.join('.');
}

/** A custom resource is called what it says it is. */
function namedKind(object: JsonObject): { readonly group: string; readonly kind: string } {
  const [group = ''] = (stringAt(object, ['apiVersion']) ?? '').split(/\/?[^/]*$/);
  return { group, kind: stringAt(object, ['kind']) ?? '' };
}
