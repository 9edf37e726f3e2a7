// scale of a custom resource: where its definition says the numbers are.
import type { Json, JsonObject } from '@rectrace/kube';
import { valueAt } from '@rectrace/kube';
import type { Draft } from '../draft.ts';
import { draftOf, ensureChild } from '../draft.ts';
import { badRequest, internalError } from '../failures.ts';
import { metadataOf, numberAt, resourceVersionOf } from '../metadata.ts';
import type { Projection, ScaleKind, ServedResource } from '../served-resource.ts';
import { scaleMetadata } from '../subresources/scale.ts';
import type { ScalePaths } from './definition.ts';
import { stepsOf } from './definition.ts';

/** In place of the replicas that an object has none of: a write that leaves it sets none. */
const UNSET = -2_147_483_648;

export function customScale(resource: ServedResource, paths: ScalePaths, { codec, merging }: ScaleKind): Projection {
  const { conversion: _conversion, ...alike } = resource;
  const wanted = (stored: JsonObject): number | undefined => numberAt(resource.codec.present(stored), stepsOf(paths.replicas));
  return {
    shown: { ...alike, group: 'autoscaling', version: 'v1', kind: 'Scale', codec, merging, custom: false },
    project: (stored) => project(resource.codec.present(stored), paths),
    start: (stored) => {
      const shown = project(resource.codec.present(stored), paths);
      return wanted(stored) === undefined ? { ...shown, spec: { replicas: UNSET } } : shown;
    },
    checkRead: (stored) => {
      if (wanted(stored) === undefined) throw internalError(`the spec replicas field ${JSON.stringify(paths.replicas)} does not exist`);
    },
    absorb: (written, current) => {
      const draft = draftOf(resource.codec.present(current));
      const replicas = numberAt(written, ['spec', 'replicas']) ?? 0;
      if (replicas === UNSET) throw badRequest(`the spec replicas field ${JSON.stringify(paths.replicas)} cannot be empty`);
      setAt(draft, stepsOf(paths.replicas), replicas);
      const version = resourceVersionOf(written);
      if (version !== '') metadataOf(draft)['resourceVersion'] = version;
      return draft;
    },
  };
}

function project(stored: JsonObject, { replicas, statusReplicas, selector }: ScalePaths): JsonObject {
  const wanted = numberOr0(valueAt(stored, stepsOf(replicas)));
  const text = selector === '' ? undefined : valueAt(stored, stepsOf(selector));
  return {
    metadata: scaleMetadata(stored),
    spec: wanted === 0 ? {} : { replicas: wanted },
    status: {
      replicas: numberOr0(valueAt(stored, stepsOf(statusReplicas))),
      ...(typeof text === 'string' && text !== '' ? { selector: text } : {}),
    },
  };
}

function numberOr0(value: Json | undefined): number {
  return typeof value === 'number' ? value : 0;
}

function setAt(draft: Draft, [step, ...rest]: readonly string[], value: number): void {
  if (step === undefined) return;
  if (rest.length === 0) draft[step] = value;
  else setAt(ensureChild(draft, step), rest, value);
}
