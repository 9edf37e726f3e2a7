// PersistentVolume: a piece of storage. What it is never changes.
import type { JsonObject } from '@rectrace/kube';
import { compareQuantities, isJsonObject, stringAt, valueAt } from '@rectrace/kube';
import type { Draft } from '../../draft.ts';
import { ensureChild } from '../../draft.ts';
import type { FieldError } from '../../field-error.ts';
import { forbiddenField, invalidValue, notSupported, required } from '../../field-error.ts';
import { annotationsOf, nameOf } from '../../metadata.ts';
import { nodeSelectorErrors } from '../../pod-spec/node-selectors.ts';
import type { ResourceStrategy, StrategyContext } from '../../strategy.ts';
import { fits, fitsIfSet, invalidAt, oneOf, quantityOf, ZERO } from '../../validation/checks.ts';
import { internalDiff } from '../../validation/internal-diff.ts';
import { internalForm, semanticEquals } from '../../validation/internal-form.ts';
import { dns1123Subdomain } from '../../validation/name-rules.ts';
import { immutable, validateObjectMeta } from '../../validation/object-meta.ts';
import type { Spot } from '../../validation/spot.ts';
import { at, entriesOf, isSet, itemsOf, keysOf, spot, textAt, textOf } from '../../validation/spot.ts';
import { checkedBy } from '../checked-by.ts';
import { basicAmountErrors } from './claim.ts';
import { accessModeErrors, VOLUME_MODES } from './claim-spec.ts';
import { volumeSourceErrors } from './volume-sources.ts';
import { volumeWarnings } from './volume-warnings.ts';

const SOURCE = 'core.PersistentVolumeSource';
const RECLAIMS = ['Delete', 'Recycle', 'Retain'];

export function volumeStrategy(base: ResourceStrategy): ResourceStrategy {
  const meta = { namespaced: false, nameRule: base.nameRule, strictFinalizers: base.strictFinalizers };
  const errors = (volume: JsonObject): readonly FieldError[] => [...validateObjectMeta(volume, meta), ...specErrors(volume)];
  const checked = checkedBy(
    {
      ...base,
      prepareForCreate: (volume, context) => {
        base.prepareForCreate?.(volume, context);
        volume['status'] = { phase: 'Pending', lastPhaseTransitionTime: context.now };
      },
    },
    {
      warnings: volumeWarnings,
      errors: (volume) => [...errors(volume), ...optionErrors(volume)],
      update: (volume, old) => [...errors(volume), ...optionErrors(volume), ...errors(volume), ...changeErrors(volume, old)],
    },
  );
  const status = checked.status === undefined ? {} : { status: { ...checked.status, prepareForUpdate: noteTransition } };
  return { ...checked, ...status, ownMetadataRules: false };
}

/** When the phase changed, where the client does not say so. */
function noteTransition(volume: Draft, old: JsonObject, { now }: StrategyContext): void {
  const [status, before] = [ensureChild(volume, 'status'), valueAt(old, ['status'])];
  const [time, oldTime] = [status['lastPhaseTransitionTime'] ?? null, valueAt(before, ['lastPhaseTransitionTime']) ?? null];
  const same = (status['phase'] ?? '') === (valueAt(before, ['phase']) ?? '');
  if (same && time === null && oldTime !== null) status['lastPhaseTransitionTime'] = oldTime;
  if (!same && (time === null || time === oldTime)) status['lastPhaseTransitionTime'] = now;
}

const OPTIONS = 'volume.beta.kubernetes.io/mount-options';
const WITH_OPTIONS = [
  'gcePersistentDisk',
  'awsElasticBlockStore',
  'glusterfs',
  'nfs',
  'rbd',
  'quobyte',
  'iscsi',
  'cinder',
  'cephfs',
  'azureFile',
  'vsphereVolume',
  'azureDisk',
  'photonPersistentDisk',
];

function optionErrors(volume: JsonObject): readonly FieldError[] {
  const spec = specOf(volume);
  if (annotationsOf(volume)[OPTIONS] === undefined || WITH_OPTIONS.some((key) => spec[key] !== undefined)) return [];
  return [forbiddenField(`metadata.annotations.${OPTIONS}`, 'may not specify mount options for this volume type')];
}

function specErrors(volume: JsonObject): readonly FieldError[] {
  const spec = at(spot(volume), 'spec');
  const [policy, attributes] = [at(spec, 'persistentVolumeReclaimPolicy'), at(spec, 'volumeAttributesClassName')];
  return [
    ...(itemsOf(at(spec, 'accessModes')).length === 0 ? [required(at(spec, 'accessModes').path)] : []),
    ...accessModeErrors(at(spec, 'accessModes')),
    ...capacityErrors(at(spec, 'capacity')),
    ...(textOf(policy) === '' ? [] : oneOf(policy, RECLAIMS)),
    ...affinityErrors(at(spec, 'nodeAffinity')),
    ...volumeSourceErrors(spec, nameOf(volume)),
    ...recycleErrors(spec),
    ...fitsIfSet(at(spec, 'storageClassName'), dns1123Subdomain),
    ...oneOf(at(spec, 'volumeMode'), VOLUME_MODES),
    ...(isSet(attributes) ? attributesErrors(attributes, spec) : []),
  ];
}

function capacityErrors(capacity: Spot): readonly FieldError[] {
  const names = keysOf(capacity);
  const shown = Object.fromEntries(entriesOf(capacity).map(([key, place]) => [key, place.value ?? null]));
  const odd = !names.includes('storage') || names.length > 1;
  return [
    ...(names.length === 0 ? [required(capacity.path)] : []),
    ...(odd ? [notSupported(capacity.path, names.length === 0 ? null : shown, ['storage'])] : []),
    ...entriesOf(capacity).flatMap(([, place]) => [
      ...basicAmountErrors(place),
      ...(compareQuantities(quantityOf(place), ZERO) <= 0 ? [invalidAt(place, 'must be greater than zero')] : []),
    ]),
  ];
}

function affinityErrors(affinity: Spot): readonly FieldError[] {
  if (!isSet(affinity)) return [];
  const needed = at(affinity, 'required');
  return isSet(needed) ? nodeSelectorErrors(needed) : [required(needed.path, 'must specify required node constraints')];
}

function recycleErrors(spec: Spot): readonly FieldError[] {
  const path = textAt(at(spec, 'hostPath'), 'path');
  const root = isSet(at(spec, 'hostPath')) && path.split('/').every((part) => part === '' || part === '.') && path.startsWith('/');
  if (!root || textAt(spec, 'persistentVolumeReclaimPolicy') !== 'Recycle') return [];
  return [forbiddenField(at(spec, 'persistentVolumeReclaimPolicy').path, "may not be 'recycle' for a hostPath mount of '/'")];
}

function attributesErrors(name: Spot, spec: Spot): readonly FieldError[] {
  const csi = at(spec, 'csi');
  return [
    ...(textOf(name) === '' ? [required(name.path, 'an empty string is disallowed')] : fits(name, dns1123Subdomain)),
    ...(isSet(csi) ? [] : [required(csi.path, 'has to be specified when using volumeAttributesClassName')]),
  ];
}

function changeErrors(volume: JsonObject, old: JsonObject): readonly FieldError[] {
  const [spec, before] = [withoutNewSecret(specOf(volume), specOf(old)), specOf(old)];
  const path = 'spec.persistentvolumesource';
  const same = semanticEquals(spec, before, SOURCE);
  const lost = before['volumeAttributesClassName'] !== undefined && spec['volumeAttributesClassName'] === undefined;
  return [
    ...(same ? [] : [forbiddenField(path, `${path} is immutable after creation\n${internalDiff(before, spec, SOURCE)}`)]),
    ...immutable('volumeMode', spec['volumeMode'], before['volumeMode']),
    ...affinityChangeErrors(spec, before),
    ...(lost ? [forbiddenField('spec.volumeAttributesClassName', 'update from non-nil value to nil is forbidden')] : []),
  ];
}

function specOf(volume: JsonObject): JsonObject {
  const spec = volume['spec'];
  return isJsonObject(spec) ? spec : {};
}

/** A secret for growing may be added. */
function withoutNewSecret(spec: JsonObject, before: JsonObject): JsonObject {
  const { csi } = spec;
  const fresh = isJsonObject(before['csi']) && valueAt(before, ['csi', 'controllerExpandSecretRef']) === undefined;
  if (!isJsonObject(csi) || !fresh || csi['controllerExpandSecretRef'] === undefined) return spec;
  const { controllerExpandSecretRef: _added, ...rest } = csi;
  return { ...spec, csi: rest };
}

const NEWER_LABELS: Readonly<Record<string, string>> = {
  'beta.kubernetes.io/os': 'kubernetes.io/os',
  'beta.kubernetes.io/arch': 'kubernetes.io/arch',
  'beta.kubernetes.io/instance-type': 'node.kubernetes.io/instance-type',
  'failure-domain.beta.kubernetes.io/zone': 'topology.kubernetes.io/zone',
  'failure-domain.beta.kubernetes.io/region': 'topology.kubernetes.io/region',
};

/** Set once; later only labels may take their newer names. */
function affinityChangeErrors(spec: JsonObject, before: JsonObject): readonly FieldError[] {
  const type = '*core.VolumeNodeAffinity';
  const [now, was] = [spec['nodeAffinity'], before['nodeAffinity']];
  if (was === undefined || was === null || semanticEquals(now, renamed(was, now ?? null), type)) return [];
  return [invalidValue('nodeAffinity', internalForm(now, type), 'field is immutable, except for updating from beta label to GA')];
}

/** The old one with the newer name of each label that the new one calls so. */
function renamed(old: JsonObject[string], now: JsonObject[string]): JsonObject[string] {
  if (Array.isArray(old)) return old.map((item, index) => renamed(item, Array.isArray(now) ? (now[index] ?? null) : null));
  if (!isJsonObject(old)) return old;
  const entries = Object.entries(old).map(([key, value]) => [key, renamed(value, isJsonObject(now) ? (now[key] ?? null) : null)]);
  const label = stringAt(old, ['key']) ?? '';
  const newer = Object.hasOwn(NEWER_LABELS, label) ? NEWER_LABELS[label] : undefined;
  const result = Object.fromEntries(entries) as JsonObject;
  return newer !== undefined && stringAt(now, ['key']) === newer ? { ...result, key: newer } : result;
}
