// The spec of a PersistentVolumeClaim, as it stands in claims and in templates of them.
import { compareQuantities } from '@rectrace/kube';
import type { FieldError } from '../../field-error.ts';
import { forbiddenField, invalidValue, notSupported, required } from '../../field-error.ts';
import { fitsIfSet, invalidAt, needed, oneOf, quantityNotNegative, quantityOf, ZERO } from '../../validation/checks.ts';
import { labelMapErrors, selectorErrors } from '../../validation/label-selectors.ts';
import { dns1123Label, dns1123Subdomain } from '../../validation/name-rules.ts';
import { validateAnnotations } from '../../validation/object-meta.ts';
import type { Spot } from '../../validation/spot.ts';
import { at, entriesOf, isSet, itemsOf, keyed, keysOf, textAt, textOf } from '../../validation/spot.ts';

const ACCESS_MODES = ['ReadOnlyMany', 'ReadWriteMany', 'ReadWriteOnce', 'ReadWriteOncePod'];
export const VOLUME_MODES = ['Block', 'Filesystem'];
const SINGLE = 'ReadWriteOncePod';

export type ClaimRules = {
  /** Groups of sources that are no names are left alone: the stored claim has one already. */
  readonly anyGroup: boolean;
};

export function claimSpecErrors(spec: Spot, { anyGroup }: ClaimRules): readonly FieldError[] {
  const modes = at(spec, 'accessModes');
  return [
    ...(itemsOf(modes).length === 0 ? [required(modes.path, 'at least 1 access mode is required')] : []),
    ...selectorErrors(at(spec, 'selector')),
    ...accessModeErrors(modes),
    ...storageErrors(at(spec, 'resources')),
    ...fitsIfSet(at(spec, 'storageClassName'), dns1123Subdomain),
    ...oneOf(at(spec, 'volumeMode'), VOLUME_MODES),
    ...sourceErrors(at(spec, 'dataSource'), anyGroup),
    ...referenceErrors(at(spec, 'dataSourceRef'), anyGroup),
    ...agreementErrors(spec),
    ...fitsIfSet(at(spec, 'volumeAttributesClassName'), dns1123Subdomain),
  ];
}

export function accessModeErrors(modes: Spot): readonly FieldError[] {
  const texts = itemsOf(modes).map(textOf);
  const single = texts.includes(SINGLE) && texts.some((mode) => mode !== SINGLE && ACCESS_MODES.includes(mode));
  return [
    ...texts.filter((mode) => !ACCESS_MODES.includes(mode)).map((mode) => notSupported(modes.path, mode, ACCESS_MODES)),
    ...(single ? [forbiddenField(modes.path, 'may not use ReadWriteOncePod with other access modes')] : []),
  ];
}

function storageErrors(resources: Spot): readonly FieldError[] {
  const amount = keyed(at(resources, 'requests'), 'storage');
  const place = { value: amount.value, path: `${resources.path}[storage]` };
  if (!isSet(amount)) return [required(place.path)];
  if (compareQuantities(quantityOf(place), ZERO) <= 0) return [invalidAt(place, 'must be greater than zero')];
  return quantityNotNegative(place);
}

function sourceErrors(source: Spot, anyGroup: boolean): readonly FieldError[] {
  if (!isSet(source)) return [];
  const [group, kind] = [textAt(source, 'apiGroup'), textAt(source, 'kind')];
  const foreign = group === '' && kind !== 'PersistentVolumeClaim';
  return [
    ...needed(at(source, 'name')),
    ...needed(at(source, 'kind')),
    ...(foreign ? [invalidValue(source.path, kind, "must be 'PersistentVolumeClaim' when referencing the default apiGroup")] : []),
    ...(anyGroup ? [] : fitsIfSet(at(source, 'apiGroup'), dns1123Subdomain)),
  ];
}

function referenceErrors(reference: Spot, anyGroup: boolean): readonly FieldError[] {
  return [...sourceErrors(reference, anyGroup), ...fitsIfSet(at(reference, 'namespace'), dns1123Label)];
}

function agreementErrors(spec: Spot): readonly FieldError[] {
  const [source, reference] = [at(spec, 'dataSource'), at(spec, 'dataSourceRef')];
  if (!isSet(source) || !isSet(reference)) return [];
  if (textAt(reference, 'namespace') !== '') {
    return [invalidValue(spec.path, {}, 'may not be specified when dataSourceRef.namespace is specified')];
  }
  const same = ['apiGroup', 'kind', 'name'].every((key) => at(source, key).value === at(reference, key).value);
  return same ? [] : [invalidValue(spec.path, {}, 'must match dataSourceRef')];
}

/** A claim that a pod or a StatefulSet makes: labels and annotations are all the metadata it may have. */
export function claimTemplateErrors(template: Spot): readonly FieldError[] {
  const metadata = at(template, 'metadata');
  const annotations = at(metadata, 'annotations');
  const texts = Object.fromEntries(entriesOf(annotations).map(([key, place]) => [key, textOf(place)]));
  const others = keysOf(metadata).filter((key) => key !== 'labels' && key !== 'annotations' && isSet(at(metadata, key)));
  return [
    ...validateAnnotations(texts, annotations.path),
    ...labelMapErrors(at(metadata, 'labels')),
    ...others.map((key) => forbiddenField(at(metadata, key).path, 'cannot be set')),
    ...claimSpecErrors(at(template, 'spec'), { anyGroup: false }),
  ];
}
