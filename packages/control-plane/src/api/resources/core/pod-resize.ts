// What a resize may change of a pod: the cpu and memory of its containers.
import type { Json, JsonObject } from '@rectrace/kube';
import { isJsonObject } from '@rectrace/kube';
import type { FieldError } from '../../field-error.ts';
import { forbiddenField } from '../../field-error.ts';
import { semanticEquals } from '../../validation/internal-form.ts';
import type { Spot } from '../../validation/spot.ts';
import { at, itemsOf, keysOf, spot, textAt } from '../../validation/spot.ts';

const POD_LEVEL =
  'resize of pods with pod-level resources is forbidden when InPlacePodLevelResourcesVerticalScalingEnabled feature gate is disabled';
const ONLY = 'only cpu and memory resources are mutable';

export function resizeErrors(pod: JsonObject, old: JsonObject): readonly FieldError[] {
  const [spec, before] = [at(spot(pod), 'spec'), at(spot(old), 'spec')];
  if ([spec, before].some(hasPodLevel)) return [forbiddenField('', POD_LEVEL)];
  const order = ['containers', 'initContainers'].flatMap((key) => orderErrors(at(spec, key), at(before, key), key));
  if (order.length > 0) return order;
  const errors = [
    ...removedErrors(
      at(spec, 'initContainers'),
      itemsOf(at(before, 'initContainers')).map((one) => (isSidecar(one) ? one : undefined)),
    ),
    ...removedErrors(at(spec, 'containers'), itemsOf(at(before, 'containers'))),
    ...otherErrors(at(spec, 'containers'), at(before, 'containers'), () => ONLY),
    ...otherErrors(at(spec, 'initContainers'), at(before, 'initContainers'), (container) =>
      isSidecar(container)
        ? 'only cpu and memory resources for sidecar containers are mutable'
        : 'resources for non-sidecar init containers are immutable',
    ),
  ];
  return errors;
}

function hasPodLevel(spec: Spot): boolean {
  const resources = at(spec, 'resources');
  return ['requests', 'limits'].some((key) => keysOf(at(resources, key)).length > 0);
}

function isSidecar(container: Spot): boolean {
  return textAt(container, 'restartPolicy') === 'Always';
}

function orderErrors(list: Spot, before: Spot, key: string): readonly FieldError[] {
  const now = itemsOf(list);
  if (now.length !== itemsOf(before).length) return [forbiddenField(list.path, `${key} may not be added or removed on resize`)];
  return itemsOf(before).flatMap((container, index) => {
    const same = now[index];
    if (same === undefined || textAt(same, 'name') === textAt(container, 'name')) return [];
    return [forbiddenField(at(same, 'name').path, `${key} may not be renamed or reordered on resize`)];
  });
}

function removedErrors(list: Spot, before: readonly (Spot | undefined)[]): readonly FieldError[] {
  return itemsOf(list).flatMap((container, index) => {
    const old = before[index];
    if (old === undefined) return [];
    const [now, was] = [at(container, 'resources'), at(old, 'resources')];
    return (['requests', 'limits'] as const).flatMap((key) => {
      const names = keysOf(at(now, key));
      const gone = keysOf(at(was, key)).some((name) => !names.includes(name));
      return gone ? [forbiddenField(at(now, key).path, `resource ${key} cannot be removed`)] : [];
    });
  });
}

/** Everything but cpu and memory has to be as it was. */
function otherErrors(list: Spot, before: Spot, words: (container: Spot) => string): readonly FieldError[] {
  const old = itemsOf(before);
  return itemsOf(list).flatMap((container, index) => {
    const was = old[index]?.value;
    const detail = words(container);
    const compared = detail.startsWith('only') ? withOldAmounts(container.value, was) : container.value;
    return semanticEquals(compared, was, 'core.Container') ? [] : [forbiddenField('spec', detail)];
  });
}

function withOldAmounts(container: Json | undefined, old: Json | undefined): Json {
  const [now, was] = [resourcesOf(container), resourcesOf(old)];
  const merged = ['limits', 'requests'].map((key) => [key, withOld(now[key], was[key])] as const);
  return { ...(isJsonObject(container) ? container : {}), resources: Object.fromEntries(merged) };
}

function resourcesOf(container: Json | undefined): JsonObject {
  const resources = isJsonObject(container) ? container['resources'] : undefined;
  return isJsonObject(resources) ? resources : {};
}

function withOld(now: Json | undefined, old: Json | undefined): JsonObject {
  const own = Object.entries(isJsonObject(now) ? now : {}).filter(([name]) => !isResizable(name));
  const kept = Object.entries(isJsonObject(old) ? old : {}).filter(([name]) => isResizable(name));
  return Object.fromEntries([...own, ...kept].map(([name, value]) => [name, value ?? null]));
}

function isResizable(name: string): boolean {
  return name === 'cpu' || name === 'memory';
}
