// The subresources of a pod that write a part of its spec: containers that are added to it while it runs, and its resources.
import type { Json, JsonObject } from '@rectrace/kube';
import { isJsonList, isJsonObject, listAt, stringAt } from '@rectrace/kube';
import type { Draft } from '../../draft.ts';
import { childrenOf } from '../../draft.ts';
import type { FieldError } from '../../field-error.ts';
import { forbiddenField, invalidValue } from '../../field-error.ts';
import { annotationsOf, generationOf, metadataOf } from '../../metadata.ts';
import { MIRROR } from '../../pod-spec/pod-annotations.ts';
import { serviceClassOf } from '../../pod-spec/service-class.ts';
import { copyField } from '../../registry/update-object.ts';
import type { ObjectView } from '../../strategy.ts';
import { STATUS_KEEPS_METADATA } from '../../strategy.ts';
import { internalDiff } from '../../validation/internal-diff.ts';
import { semanticEquals } from '../../validation/internal-form.ts';
import { at, isSet, itemsOf, spot, textAt } from '../../validation/spot.ts';
import { resizeErrors } from './pod-resize.ts';

type PodErrors = (pod: JsonObject, old: JsonObject) => readonly FieldError[];

/** `checked`: what is said of the pod itself and of its annotations. */
export function podViews(checked: PodErrors): Readonly<Record<string, ObjectView>> {
  return {
    ephemeralcontainers: {
      prepareForUpdate: (pod, old) => {
        keepRest(pod, old, { ...specOf(old), ephemeralContainers: specOf(pod)['ephemeralContainers'] ?? [] });
      },
      validateUpdate: (pod, old) =>
        isMirror(old)
          ? [forbiddenField('', 'static pods do not support ephemeral containers')]
          : [...checked(pod, old), ...addedOnlyErrors(pod, old)],
    },
    resize: {
      prepareForUpdate: (pod, old) => {
        if (!sameCounts(pod, old)) return;
        const lists = Object.fromEntries(LISTS.map((key) => [key, resized(specOf(pod), specOf(old), key)]));
        keepRest(pod, old, { ...specOf(old), ...lists });
      },
      validateUpdate: (pod, old) => resizeRefusal(old) ?? [...checked(pod, old), ...classErrors(pod, old), ...resizeErrors(pod, old)],
    },
  };
}

const LISTS = ['containers', 'initContainers'];

function specOf(pod: JsonObject): JsonObject {
  const spec = pod['spec'];
  return isJsonObject(spec) ? spec : {};
}

function isMirror(pod: JsonObject): boolean {
  return annotationsOf(pod)[MIRROR] !== undefined;
}

/** The old pod with another spec. */
function keepRest(pod: Draft, old: JsonObject, spec: JsonObject): void {
  copyField(pod, old, 'status');
  const oldMetadata = old['metadata'];
  for (const field of STATUS_KEEPS_METADATA) copyField(metadataOf(pod), isJsonObject(oldMetadata) ? oldMetadata : {}, field);
  pod['spec'] = Object.fromEntries(Object.entries(spec).filter(([, value]) => !(isJsonList(value) && value.length === 0)));
  if (!semanticEquals(pod['spec'], old['spec'], 'core.PodSpec')) metadataOf(pod)['generation'] = generationOf(old) + 1;
}

function addedOnlyErrors(pod: JsonObject, old: JsonObject): readonly FieldError[] {
  const type = 'core.EphemeralContainer';
  const list = at(at(spot(pod), 'spec'), 'ephemeralContainers');
  const now = new Map(itemsOf(list).map((container) => [textAt(container, 'name'), container.value ?? null]));
  return itemsOf(at(at(spot(old), 'spec'), 'ephemeralContainers')).flatMap((container) => {
    const name = textAt(container, 'name');
    const same = now.get(name);
    const shown = JSON.stringify(name);
    if (same === undefined) return [forbiddenField(list.path, `existing ephemeral containers ${shown} may not be removed\n`)];
    if (semanticEquals(same, container.value, type)) return [];
    const diff = internalDiff(container.value, same, type);
    return [forbiddenField(list.path, `existing ephemeral containers ${shown} may not be changed\n${diff}`)];
  });
}

function sameCounts(pod: JsonObject, old: JsonObject): boolean {
  return LISTS.every((key) => listAt(pod, ['spec', key]).length === listAt(old, ['spec', key]).length);
}

/** The old containers with the new resources; where names differ the new ones, to be refused. */
function resized(spec: JsonObject, old: JsonObject, key: string): Json {
  const [now, before] = [childrenOf(spec, key), childrenOf(old, key)];
  if (now.some((container, index) => container['name'] !== before[index]?.['name'])) return [...now];
  return before.map((container, index) => {
    const { resources: _resources, resizePolicy: _policy, ...rest } = container;
    const { resources, resizePolicy } = now[index] ?? {};
    return { ...rest, ...(resources === undefined ? {} : { resources }), ...(resizePolicy === undefined ? {} : { resizePolicy }) };
  });
}

function resizeRefusal(old: JsonObject): readonly FieldError[] | undefined {
  if (isMirror(old)) return [forbiddenField('', 'static pods cannot be resized')];
  if (stringAt(old, ['spec', 'os', 'name']) === 'windows') return [forbiddenField('', 'windows pods cannot be resized')];
  return undefined;
}

function classErrors(pod: JsonObject, old: JsonObject): readonly FieldError[] {
  const known = stringAt(old, ['status', 'qosClass']) ?? serviceClassOf(specOf(old));
  const running = itemsOf(at(at(spot(old), 'status'), 'containerStatuses')).find((status) => isSet(at(at(status, 'state'), 'running')));
  return [
    ...(known === serviceClassOf(specOf(pod)) ? [] : [invalidValue('spec', known, 'Pod QOS Class may not change as a result of resizing')]),
    ...(running === undefined || isSet(at(running, 'resources'))
      ? []
      : [forbiddenField('spec', 'Pod running on node without support for resize')]),
  ];
}
