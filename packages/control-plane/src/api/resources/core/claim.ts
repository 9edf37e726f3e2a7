// PersistentVolumeClaim: hardly anything of it changes; a bound one may ask for more.
import type { Json, JsonObject } from '@rectrace/kube';
import { compareQuantities, isJsonObject, stringAt, valueAt } from '@rectrace/kube';
import type { Draft } from '../../draft.ts';
import { ensureChild } from '../../draft.ts';
import type { FieldError } from '../../field-error.ts';
import { forbiddenField, invalidValue, notSupported, required } from '../../field-error.ts';
import { annotationsOf } from '../../metadata.ts';
import { claimWarnings } from '../../pod-spec/pod-warnings.ts';
import { isNativeResource } from '../../pod-spec/resource-names.ts';
import { amountErrors } from '../../pod-spec/resources.ts';
import type { ResourceStrategy } from '../../strategy.ts';
import { fits, quantityOf } from '../../validation/checks.ts';
import { forbiddenChange } from '../../validation/internal-diff.ts';
import { semanticEquals } from '../../validation/internal-form.ts';
import { qualifiedName } from '../../validation/name-rules.ts';
import { immutable, validateObjectMeta } from '../../validation/object-meta.ts';
import type { Spot } from '../../validation/spot.ts';
import { at, entriesOf, isSet, itemsOf, keyed, spot, textOf } from '../../validation/spot.ts';
import { checkedBy } from '../checked-by.ts';
import { claimSpecErrors } from './claim-spec.ts';

const BETA_CLASS = 'volume.beta.kubernetes.io/storage-class';
const SPEC = 'core.PersistentVolumeClaimSpec';
const RESIZES = [
  'ControllerResizeInProgress',
  'ControllerResizeInfeasible',
  'NodeResizeInProgress',
  'NodeResizeInfeasible',
  'NodeResizePending',
];

/** Of the annotation that once said what storageClassName says. */
function oldClassWarnings(claim: JsonObject): readonly string[] {
  const annotated = annotationsOf(claim)[BETA_CLASS] !== undefined;
  return annotated ? [`metadata.annotations[${BETA_CLASS}]: deprecated since v1.8; use "storageClassName" attribute instead`] : [];
}

export function claimStrategy(base: ResourceStrategy): ResourceStrategy {
  const meta = { namespaced: true, nameRule: base.nameRule, strictFinalizers: base.strictFinalizers };
  const prepared: ResourceStrategy = {
    ...base,
    storesFirstUpdate: true,
    warnings: (claim) => [...oldClassWarnings(claim), ...claimWarnings(at(spot(claim), 'spec'))],
    prepareForCreate: (claim, context) => {
      base.prepareForCreate?.(claim, context);
      claim['status'] = { phase: 'Pending' };
      alignSources(claim, undefined);
    },
    prepareForUpdate: (claim, old, context) => {
      base.prepareForUpdate?.(claim, old, context);
      alignSources(claim, old);
    },
  };
  return checkedBy(prepared, {
    errors: (claim) => claimSpecErrors(at(spot(claim), 'spec'), { anyGroup: false }),
    update: (claim, old) => [
      ...validateObjectMeta(claim, meta),
      ...claimSpecErrors(at(spot(claim), 'spec'), { anyGroup: hasGroup(old) }),
      ...changeErrors(claim, old),
    ],
    status: statusErrors,
  });
}

const SNAPSHOTS = 'snapshot.storage.k8s.io';

/** What is copied is said in two fields; what the older one can't say is dropped there. */
function alignSources(claim: Draft, old: JsonObject | undefined): void {
  const spec = ensureChild(claim, 'spec');
  const before = old === undefined ? {} : specOf(old);
  const known = before['dataSource'] !== undefined || before['dataSourceRef'] !== undefined;
  const foreign = (stringAt(spec, ['dataSourceRef', 'namespace']) ?? '') !== '';
  if (foreign && before['dataSourceRef'] === undefined) delete spec['dataSourceRef'];
  if (!known && spec['dataSourceRef'] === undefined && !isKnownSource(spec['dataSource'])) delete spec['dataSource'];
  copySources(spec);
}

function copySources(spec: Draft): void {
  const { dataSource: source, dataSourceRef: reference } = spec;
  if (isJsonObject(source) && reference === undefined) spec['dataSourceRef'] = { ...source };
  if (!isJsonObject(reference) || source !== undefined || (stringAt(reference, ['namespace']) ?? '') !== '') return;
  const { namespace: _namespace, ...rest } = reference;
  spec['dataSource'] = rest;
}

function isKnownSource(source: Json | undefined): boolean {
  const [group, kind] = [stringAt(source, ['apiGroup']) ?? '', stringAt(source, ['kind'])];
  return (group === '' && kind === 'PersistentVolumeClaim') || (group === SNAPSHOTS && kind === 'VolumeSnapshot');
}

function hasGroup(claim: JsonObject): boolean {
  return ['dataSource', 'dataSourceRef'].some((key) => stringAt(claim, ['spec', key, 'apiGroup']) !== undefined);
}

function changeErrors(claim: JsonObject, old: JsonObject): readonly FieldError[] {
  const [spec, before] = [at(spot(claim), 'spec'), at(spot(old), 'spec')];
  const upgraded = isUpgradedClass(claim, old);
  const [now, was] = comparedSpecs(claim, old, upgraded);
  const words = 'spec is immutable after creation except resources.requests and volumeAttributesClassName for bound claims';
  return [
    ...(upgraded ? [] : annotationErrors(claim, old)),
    ...(semanticEquals(now, was, SPEC) ? [] : [forbiddenChange('spec', { words, old: was, now, type: SPEC })]),
    ...sizeErrors(claim, old),
    ...immutable('volumeMode', at(spec, 'volumeMode').value, at(before, 'volumeMode').value),
    ...attributesErrors(at(spec, 'volumeAttributesClassName'), old),
  ];
}

/** The class moves from the annotation of old times into its field. */
function isUpgradedClass(claim: JsonObject, old: JsonObject): boolean {
  const was = annotationsOf(old)[BETA_CLASS];
  const now = annotationsOf(claim)[BETA_CLASS];
  const fresh = stringAt(old, ['spec', 'storageClassName']) === undefined && stringAt(claim, ['spec', 'storageClassName']) === was;
  return was !== undefined && fresh && (now === undefined || now === was);
}

function annotationErrors(claim: JsonObject, old: JsonObject): readonly FieldError[] {
  const [now, was] = [annotationsOf(claim)[BETA_CLASS] ?? '', annotationsOf(old)[BETA_CLASS] ?? ''];
  return now === was ? [] : [invalidValue(`metadata.annotations.${BETA_CLASS}`, now, 'field is immutable')];
}

/** The specs without what may differ. */
function comparedSpecs(claim: JsonObject, old: JsonObject, upgraded: boolean): readonly [JsonObject, JsonObject] {
  const [spec, before] = [specOf(claim), specOf(old)];
  const bound = stringAt(claim, ['status', 'phase']) === 'Bound';
  const now = {
    ...spec,
    ...(upgraded || isFirstClass(claim, old) ? { storageClassName: null } : {}),
    ...(bound ? { volumeAttributesClassName: before['volumeAttributesClassName'] ?? null, resources: withOldSize(spec, before) } : {}),
  };
  const unbound = (stringAt(old, ['spec', 'volumeName']) ?? '') === '';
  return [now, unbound ? { ...before, volumeName: spec['volumeName'] ?? null } : before];
}

/** A claim without a class gets one: any, or the one that its annotation names. */
function isFirstClass(claim: JsonObject, old: JsonObject): boolean {
  const [name, beta] = [stringAt(claim, ['spec', 'storageClassName']), annotationsOf(old)[BETA_CLASS]];
  const fresh = name !== undefined && stringAt(old, ['spec', 'storageClassName']) === undefined;
  return fresh && (beta === undefined || beta === name);
}

function specOf(claim: JsonObject): JsonObject {
  const spec = claim['spec'];
  return isJsonObject(spec) ? spec : {};
}

function withOldSize(spec: JsonObject, before: JsonObject): JsonObject {
  const [resources, requests] = [spec['resources'], valueAt(spec, ['resources', 'requests'])];
  const own = isJsonObject(resources) ? resources : {};
  const size = valueAt(before, ['resources', 'requests', 'storage']) ?? '0';
  return isJsonObject(requests) ? { ...own, requests: { ...requests, storage: size } } : own;
}

function sizeErrors(claim: JsonObject, old: JsonObject): readonly FieldError[] {
  const sizeOf = (of: JsonObject): Spot => keyed(at(at(at(spot(of), 'spec'), 'resources'), 'requests'), 'storage');
  const [now, was] = [quantityOf(sizeOf(claim)), quantityOf(sizeOf(old))];
  const had = quantityOf(keyed(at(at(spot(old), 'status'), 'capacity'), 'storage'));
  if (compareQuantities(now, was) >= 0 || compareQuantities(now, had) > 0) return [];
  return [forbiddenField('spec.resources.requests.storage', 'field can not be less than status.capacity')];
}

function attributesErrors(name: Spot, old: JsonObject): readonly FieldError[] {
  const current = stringAt(old, ['status', 'currentVolumeAttributesClassName']);
  if (current === undefined || name.value === valueAt(old, ['spec', 'volumeAttributesClassName'])) return [];
  const words = (what: string): string => `update to ${what} is forbidden when status.currentVolumeAttributesClassName is not nil`;
  if (!isSet(name)) return [forbiddenField(name.path, words('nil'))];
  return textOf(name) === '' ? [forbiddenField(name.path, words('empty string'))] : [];
}

function statusErrors(claim: JsonObject): readonly FieldError[] {
  const status = at(spot(claim), 'status');
  const none = itemsOf(at(at(spot(claim), 'spec'), 'accessModes')).length === 0;
  return [
    ...(none ? [required('Spec.accessModes')] : []),
    ...entriesOf(at(status, 'capacity')).flatMap(([, place]) => basicAmountErrors(place)),
    ...entriesOf(at(status, 'allocatedResourceStatuses')).flatMap(([name, place]) => resizeErrors(name, place)),
    ...entriesOf(at(status, 'allocatedResources')).flatMap(([name, place]) => {
      const errors = keyErrors(name, 'status.allocatedResources');
      if (errors.length > 0) return errors;
      const basic = basicAmountErrors(place);
      return basic.length > 0 ? basic : amountErrors('storage', place);
    }),
  ];
}

/** A whole number that is not negative. */
export function basicAmountErrors(place: Spot): readonly FieldError[] {
  const quantity = quantityOf(place);
  if (quantity.digits >= 0n) return [];
  const scale = 10n ** BigInt(Math.abs(quantity.exponent));
  const whole = quantity.exponent >= 0 ? quantity.digits * scale : quantity.digits / scale;
  return [invalidValue(place.path, Number(whole), 'must be a valid resource quantity')];
}

function resizeErrors(name: string, place: Spot): readonly FieldError[] {
  const path = 'status.allocatedResourceStatuses';
  return [...keyErrors(name, path), ...(RESIZES.includes(textOf(place)) ? [] : [notSupported(path, name, RESIZES)])];
}

function keyErrors(name: string, path: string): readonly FieldError[] {
  const errors = fits(spot(name, path), qualifiedName);
  if (errors.length > 0) return errors;
  return isNativeResource(name) && name !== 'storage' ? [notSupported(path, name, ['storage'])] : [];
}
