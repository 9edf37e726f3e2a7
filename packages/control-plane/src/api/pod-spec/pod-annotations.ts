// Annotations that pods and their templates are configured with.
import type { FieldError } from '../field-error.ts';
import { forbiddenField, invalidValue } from '../field-error.ts';
import type { Spot } from '../validation/spot.ts';
import { at, isSet, spot, textAt } from '../validation/spot.ts';
import { descendingPath } from './paths.ts';
import { allContainers } from './pod-spec.ts';

export const MIRROR = 'kubernetes.io/config.mirror';
const DELETION_COST = 'controller.kubernetes.io/pod-deletion-cost';
const SECCOMP_POD = 'seccomp.security.alpha.kubernetes.io/pod';
const SECCOMP_CONTAINER = 'container.seccomp.security.alpha.kubernetes.io/';
const APP_ARMOR = 'container.apparmor.security.beta.kubernetes.io/';
const LOCALHOST = 'localhost/';
const MOST_INT32 = 2_147_483_647;

type Annotations = Readonly<Record<string, string>>;

/** `path`: of the annotations. */
export function podAnnotationErrors(annotations: Annotations, spec: Spot, path: string): readonly FieldError[] {
  const mirror = annotations[MIRROR];
  const lost = mirror !== undefined && textAt(spec, 'nodeName') === '';
  return [
    ...(lost ? [invalidValue(`${path}[${MIRROR}]`, mirror, 'must set spec.nodeName if mirror pod annotation is set')] : []),
    ...costErrors(annotations[DELETION_COST], `${path}[${DELETION_COST}]`),
    ...seccompErrors(annotations, path),
    ...appArmorErrors(annotations, spec, path),
  ];
}

function costErrors(cost: string | undefined, path: string): readonly FieldError[] {
  if (cost === undefined) return [];
  const plain = /^-?(0|[1-9][0-9]*)$/.test(cost) && Number(cost) <= MOST_INT32 && Number(cost) >= -MOST_INT32 - 1;
  return plain ? [] : [invalidValue(path, cost, 'must be a 32bit integer')];
}

function seccompErrors(annotations: Annotations, path: string): readonly FieldError[] {
  const keys = Object.keys(annotations).filter((key) => key === SECCOMP_POD || key.startsWith(SECCOMP_CONTAINER));
  return keys.flatMap((key) => profileErrors(annotations[key] ?? '', `${path}.${key}`));
}

function profileErrors(profile: string, path: string): readonly FieldError[] {
  if (['runtime/default', 'docker/default', 'unconfined'].includes(profile)) return [];
  if (profile.startsWith(LOCALHOST)) return descendingPath(spot(profile.slice(LOCALHOST.length), path));
  return [invalidValue(path, profile, 'must be a valid seccomp profile')];
}

function appArmorErrors(annotations: Annotations, spec: Spot, path: string): readonly FieldError[] {
  const names = allContainers(spec).map((container) => textAt(container, 'name'));
  const keys = Object.keys(annotations).filter((key) => key.startsWith(APP_ARMOR));
  return keys.flatMap((key) => {
    const [name, profile] = [key.slice(APP_ARMOR.length), annotations[key] ?? ''];
    const fine = ['', 'runtime/default', 'unconfined'].includes(profile) || profile.startsWith(LOCALHOST);
    const words = `invalid AppArmor profile name: ${JSON.stringify(profile)}`;
    return [
      ...(names.includes(name) ? [] : [invalidValue(`${path}[${key}]`, name, 'container not found')]),
      ...(fine ? [] : [invalidValue(`${path}[${key}]`, profile, words)]),
    ];
  });
}

/** Where an annotation and a field both name a profile, they have to name the same. */
export function profileAgreementErrors(annotations: Annotations, spec: Spot): readonly FieldError[] {
  const containers = allContainers(spec);
  const pod = at(at(spec, 'securityContext'), 'seccompProfile');
  const seccomp = { word: 'seccomp', unconfined: 'unconfined', defaults: ['runtime/default', 'docker/default'] };
  return [
    ...agreement(annotations[SECCOMP_POD], { profile: pod, shown: pod, words: seccomp }),
    ...containers.flatMap((container) => {
      const profile = at(at(container, 'securityContext'), 'seccompProfile');
      return agreement(annotations[SECCOMP_CONTAINER + textAt(container, 'name')], { profile, shown: profile, words: seccomp });
    }),
    ...(textAt(at(spec, 'os'), 'name') === 'windows'
      ? []
      : containers.flatMap((container) => appArmorAgreement(annotations, spec, container))),
  ];
}

function appArmorAgreement(annotations: Annotations, spec: Spot, container: Spot): readonly FieldError[] {
  const own = at(at(container, 'securityContext'), 'appArmorProfile');
  const profile = isSet(own) ? own : at(at(spec, 'securityContext'), 'appArmorProfile');
  const words = { word: 'apparmor', unconfined: 'unconfined', defaults: ['runtime/default'] };
  return agreement(annotations[APP_ARMOR + textAt(container, 'name')], { profile, shown: own, words });
}

type Words = { readonly word: string; readonly unconfined: string; readonly defaults: readonly string[] };
type Agreement = { readonly profile: Spot; readonly shown: Spot; readonly words: Words };

function agreement(annotation: string | undefined, { profile, shown, words }: Agreement): readonly FieldError[] {
  if (annotation === undefined || !isSet(profile)) return [];
  const type = textAt(profile, 'type');
  if (type === 'Localhost') return localAgreement(annotation, { profile, shown, words });
  const known: Readonly<Record<string, readonly string[]>> = { Unconfined: [words.unconfined], RuntimeDefault: words.defaults };
  const accepted = Object.hasOwn(known, type) ? known[type] : undefined;
  return accepted === undefined || accepted.includes(annotation) ? [] : [otherType(shown, words)];
}

function localAgreement(annotation: string, { profile, shown, words }: Agreement): readonly FieldError[] {
  if (!annotation.startsWith(LOCALHOST)) return [otherType(shown, words)];
  return annotation.slice(LOCALHOST.length) === textAt(profile, 'localhostProfile')
    ? []
    : [forbiddenField(`${shown.path}.localhostProfile`, `${words.word} profile in annotation and field must match`)];
}

function otherType({ path }: Spot, { word }: Words): FieldError {
  return forbiddenField(`${path}.type`, `${word} type in annotation and field must match`);
}
