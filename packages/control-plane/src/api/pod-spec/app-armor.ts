// AppArmor profiles that annotations name: they become fields of the containers of a new pod, and clients are warned that annotations are deprecated.
import type { JsonObject } from '@rectrace/kube';
import { jsonEquals, stringAt, valueAt } from '@rectrace/kube';
import type { Draft } from '../draft.ts';
import { childOf, childrenOf, ensureChild } from '../draft.ts';
import { annotationsOf } from '../metadata.ts';
import type { Spot } from '../validation/spot.ts';
import { at, isSet, keyed, textAt, textOf } from '../validation/spot.ts';
import type { WarningsOf } from './container-warnings.ts';

const ANNOTATION = 'container.apparmor.security.beta.kubernetes.io/';
const LOCALHOST = 'localhost/';
const MOST_PROFILE = 4095;
const WORDS = 'deprecated since v1.30; use the "appArmorProfile" field instead';
const CONTAINERS = ['initContainers', 'containers', 'ephemeralContainers'];

/** `pod`: in place. Told are the warnings. */
export function applyAppArmor(pod: Draft): readonly string[] {
  if (stringAt(pod, ['spec', 'os', 'name']) === 'windows') return [];
  const spec = childOf(pod, 'spec');
  const ofPod = valueAt(pod, ['spec', 'securityContext', 'appArmorProfile']);
  return CONTAINERS.flatMap((key) => childrenOf(spec, key)).flatMap((container) => {
    const key = ANNOTATION + (stringAt(container, ['name']) ?? '');
    const annotation = annotationsOf(pod)[key];
    if (annotation === undefined || isProfile(valueAt(container, ['securityContext', 'appArmorProfile']))) return [];
    const profile = validProfile(annotation);
    if (profile !== undefined && jsonEquals(profile, ofPod ?? null)) return [];
    if (profile !== undefined) ensureChild(container, 'securityContext')['appArmorProfile'] = profile;
    return [`metadata.annotations[${key}]: ${WORDS}`];
  });
}

/** Of the containers of a template of pods. */
export function appArmorWarnings(template: Spot): WarningsOf {
  const annotations = at(at(template, 'metadata'), 'annotations');
  const ofPod = at(at(at(template, 'spec'), 'securityContext'), 'appArmorProfile').value ?? null;
  return (container) => {
    const annotation = keyed(annotations, ANNOTATION + textAt(container, 'name'));
    if (annotation.value === undefined || isSet(at(at(container, 'securityContext'), 'appArmorProfile'))) return [];
    return ofPod !== null && jsonEquals(profileOf(textOf(annotation)) ?? null, ofPod) ? [] : [`${annotation.path}: ${WORDS}`];
  };
}

function isProfile(value: JsonObject[string] | undefined): boolean {
  return value !== undefined && value !== null;
}

function validProfile(annotation: string): JsonObject | undefined {
  const profile = profileOf(annotation);
  const local = stringAt(profile, ['localhostProfile']);
  if (local === undefined) return profile;
  return local.trim() === local && local.length <= MOST_PROFILE ? profile : undefined;
}

function profileOf(annotation: string): JsonObject | undefined {
  if (annotation === 'unconfined') return { type: 'Unconfined' };
  if (annotation === 'runtime/default') return { type: 'RuntimeDefault' };
  const local = annotation.startsWith(LOCALHOST) ? annotation.slice(LOCALHOST.length) : '';
  return local === '' ? undefined : { type: 'Localhost', localhostProfile: local };
}
