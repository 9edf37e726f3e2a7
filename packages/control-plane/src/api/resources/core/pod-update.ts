// What may change in a pod that exists: images, a deadline that comes nearer, more tolerations, fewer gates; of a gated pod also where it may run.
import type { Json, JsonObject } from '@rectrace/kube';
import { isJsonObject, jsonEquals } from '@rectrace/kube';
import type { FieldError } from '../../field-error.ts';
import { forbiddenField, invalidValue } from '../../field-error.ts';
import { imageSpaceErrors } from '../../pod-spec/containers.ts';
import { tolerationErrors } from '../../pod-spec/tolerations.ts';
import { needed } from '../../validation/checks.ts';
import { forbiddenChange } from '../../validation/internal-diff.ts';
import { semanticEquals } from '../../validation/internal-form.ts';
import type { Spot } from '../../validation/spot.ts';
import { at, entriesOf, isSet, itemsOf, numberOf, spot, textAt, textOf } from '../../validation/spot.ts';
import { nodeAffinityErrors } from './pod-gated.ts';

const MOST_SECONDS = 2_147_483_647;
const CHANGEABLE = [
  '`spec.containers[*].image`',
  '`spec.initContainers[*].image`',
  '`spec.activeDeadlineSeconds`',
  '`spec.tolerations` (only additions to existing tolerations)',
  '`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was previously negative)',
];

/** An error after which nothing more is looked at. */
type Stage = { readonly errors: readonly FieldError[]; readonly stop: boolean };

export function podChangeErrors(pod: JsonObject, old: JsonObject): readonly FieldError[] {
  const [spec, before] = [at(spot(pod), 'spec'), at(spot(old), 'spec')];
  const stages = [
    () => containersStage(at(spec, 'containers'), at(before, 'containers')),
    () => containersStage(at(spec, 'initContainers'), at(before, 'initContainers')),
    () => deadlineStage(at(spec, 'activeDeadlineSeconds'), at(before, 'activeDeadlineSeconds')),
    () => ({ errors: restErrors(spec, before), stop: true }),
  ];
  const errors: FieldError[] = [];
  for (const stage of stages) {
    const found = stage();
    for (const error of found.errors) errors.push(error);
    if (found.stop) break;
  }
  return errors;
}

function containersStage(list: Spot, before: Spot): Stage {
  if (itemsOf(list).length !== itemsOf(before).length)
    return { errors: [forbiddenField(list.path, 'pod updates may not add or remove containers')], stop: true };
  const errors = itemsOf(list).flatMap((container) => [...needed(at(container, 'image')), ...imageSpaceErrors(container)]);
  return { errors, stop: false };
}

function deadlineStage(deadline: Spot, before: Spot): Stage {
  const [seconds, was] = [numberOf(deadline), numberOf(before)];
  const refuse = (detail: string, stop: boolean): Stage => ({ errors: [invalidValue(deadline.path, seconds ?? null, detail)], stop });
  if (seconds === undefined)
    return was === undefined ? { errors: [], stop: false } : refuse('must not update from a positive integer to nil value', false);
  if (seconds < 0 || seconds > MOST_SECONDS) return refuse(`must be between 0 and ${MOST_SECONDS}, inclusive`, true);
  return was !== undefined && was < seconds ? refuse('must be less than or equal to previous value', true) : { errors: [], stop: false };
}

function restErrors(spec: Spot, before: Spot): readonly FieldError[] {
  const added = [
    ...addedTolerationErrors(at(spec, 'tolerations'), at(before, 'tolerations')),
    ...gateErrors(at(spec, 'schedulingGates'), at(before, 'schedulingGates')),
  ];
  if (semanticEquals(spec.value, before.value, 'core.PodSpec')) return added;
  const gated = itemsOf(at(before, 'schedulingGates')).length > 0;
  const compared = withoutChangeable(spec, before, gated);
  const words = `pod updates may not change fields other than ${CHANGEABLE.join(',')}`;
  const rest = semanticEquals(compared, before.value, 'core.PodSpec')
    ? []
    : [forbiddenChange(spec.path, { words, old: before.value, now: compared, type: 'core.PodSpec' })];
  return [...added, ...(gated ? placementErrors(spec, before) : []), ...rest];
}

function addedTolerationErrors(tolerations: Spot, before: Spot): readonly FieldError[] {
  const timeless = (toleration: Spot): Json => ({ ...(toleration.value as JsonObject), tolerationSeconds: null });
  const now = itemsOf(tolerations).map(timeless);
  const isKept = (old: Spot): boolean => now.some((one) => semanticEquals(one, timeless(old), 'core.Toleration'));
  if (itemsOf(before).every(isKept)) return tolerationErrors(tolerations);
  return [forbiddenField(tolerations.path, 'existing toleration can not be modified except its tolerationSeconds')];
}

function gateErrors(gates: Spot, before: Spot): readonly FieldError[] {
  const known = itemsOf(before).map((gate) => textAt(gate, 'name'));
  return itemsOf(gates)
    .map((gate) => at(gate, 'name'))
    .filter((name) => !known.includes(textOf(name)))
    .map(({ path, value }) => forbiddenField(path, `only deletion is allowed, but found new scheduling gate '${String(value)}'`));
}

/** The new spec with what may change as it was. */
function withoutChangeable(spec: Spot, before: Spot, gated: boolean): JsonObject {
  const [now, old] = [spec.value as JsonObject, before.value as JsonObject];
  const grace = numberOf(at(before, 'terminationGracePeriodSeconds')) ?? 0;
  const lifted = grace < 0 && numberOf(at(spec, 'terminationGracePeriodSeconds')) === 1;
  const kept = ['activeDeadlineSeconds', 'schedulingGates', 'tolerations', ...(lifted ? ['terminationGracePeriodSeconds'] : [])];
  return {
    ...now,
    ...Object.fromEntries([...kept, ...(gated ? ['nodeSelector'] : [])].map((key) => [key, old[key] ?? null])),
    ...Object.fromEntries(['containers', 'initContainers'].map((key) => [key, withOldImages(at(spec, key), at(before, key))])),
    ...(gated ? { affinity: withOldNodeAffinity(now['affinity'], old['affinity']) } : {}),
  };
}

function withOldImages(list: Spot, before: Spot): Json {
  const images = itemsOf(before).map((container) => at(container, 'image').value ?? null);
  if (images.length === 0) return null;
  return itemsOf(list).map((container, index) => ({ ...(container.value as JsonObject), image: images[index] ?? null }));
}

function withOldNodeAffinity(now: Json | undefined, old: Json | undefined): Json {
  const before = isJsonObject(old) ? (old['nodeAffinity'] ?? null) : null;
  if (!isJsonObject(now)) return before === null ? null : { nodeAffinity: before };
  const alone = Object.keys(now).every((key) => key === 'nodeAffinity');
  return !isJsonObject(old) && alone ? null : { ...now, nodeAffinity: before };
}

/** Of a gated pod: its selector of nodes only grows, so do the terms of its affinity. */
function placementErrors(spec: Spot, before: Spot): readonly FieldError[] {
  const selector = at(spec, 'nodeSelector');
  const lost = entriesOf(at(before, 'nodeSelector')).some(([key, { value }]) => !jsonEquals(keyIn(selector, key), value ?? null));
  const detail = 'only additions to spec.nodeSelector are allowed (no mutations or deletions)';
  const affinity = (from: Spot): Spot => at(at(from, 'affinity'), 'nodeAffinity');
  return [
    ...(lost ? [invalidValue(selector.path, selector.value ?? null, detail)] : []),
    ...nodeAffinityErrors(affinity(spec), affinity(before)),
  ];
}

function keyIn({ value }: Spot, key: string): Json {
  return isJsonObject(value) && Object.hasOwn(value, key) ? (value[key] ?? null) : null;
}

/** Annotations of pods that never change. */
export function fixedAnnotationErrors(now: Readonly<Record<string, string>>, old: Readonly<Record<string, string>>): readonly FieldError[] {
  const changed = Object.keys(old).filter((key) => now[key] !== old[key]);
  const added = Object.keys(now).filter((key) => !Object.hasOwn(old, key));
  return [...changed.flatMap((key) => fixed(key, 'remove or update')), ...added.flatMap((key) => fixed(key, 'add'))];
}

const APP_ARMOR = 'container.apparmor.security.beta.kubernetes.io/';
const MIRROR = 'kubernetes.io/config.mirror';

function fixed(key: string, what: string): readonly FieldError[] {
  const path = `metadata.annotations[${key}]`;
  if (key.startsWith(APP_ARMOR)) return [forbiddenField(path, `may not ${what} AppArmor annotations`)];
  return key === MIRROR ? [forbiddenField(path, `may not ${what} mirror pod annotation`)] : [];
}

/** A pod without an account has no token of one in its volumes. */
export function lonelyTokenErrors(spec: Spot): readonly FieldError[] {
  if (textAt(spec, 'serviceAccountName') !== '') return [];
  return itemsOf(at(spec, 'volumes'))
    .flatMap((volume) => itemsOf(at(at(volume, 'projected'), 'sources')))
    .map((source) => at(source, 'serviceAccountToken'))
    .filter(isSet)
    .map(({ path }) => forbiddenField(path, 'must not be specified when serviceAccountName is not set'));
}
