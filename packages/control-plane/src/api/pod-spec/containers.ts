// Containers of a pod: regular ones, those that run before, and those that are added to a running pod.
import type { FieldError } from '../field-error.ts';
import { duplicate, forbiddenField, notFoundValue, required } from '../field-error.ts';
import { forbiddenIf, invalidIf, needed, neededAndFits, neededOneOf } from '../validation/checks.ts';
import { dns1123Label } from '../validation/name-rules.ts';
import type { Spot } from '../validation/spot.ts';
import { at, isSet, itemsOf, textAt, textOf } from '../validation/spot.ts';
import { environmentErrors } from './environment.ts';
import { lifecycleErrors, probesErrors } from './handlers.ts';
import { mountErrors } from './mounts.ts';
import { hostPortConflicts, portErrors } from './ports.ts';
import { containerResourceNameErrors } from './resource-names.ts';
import { resourceErrors } from './resources.ts';
import { initRestartErrors, resizePolicyErrors, restartRulesErrors } from './restart-rules.ts';
import { containerSecurityErrors } from './security-context.ts';
import { PULL_POLICIES } from './volume-sources.ts';
import type { Volumes } from './volumes.ts';

export type ContainerContext = {
  readonly volumes: Volumes;
  /** Names of the pod's resource claims. */
  readonly claims: readonly string[];
  readonly podRestartPolicy: string;
  readonly hostUsers: boolean;
  /** Seconds that the pod gives its containers to end. */
  readonly grace: number | undefined;
};

const MESSAGE_POLICIES = ['File', 'FallbackToLogsOnError'];

/** What is checked of every container. */
function commonErrors(container: Spot, context: ContainerContext): readonly FieldError[] {
  return [
    ...neededAndFits(at(container, 'name'), dns1123Label),
    ...needed(at(container, 'image')),
    ...neededOneOf(at(container, 'terminationMessagePolicy'), MESSAGE_POLICIES),
    ...portErrors(at(container, 'ports')),
    ...environmentErrors(container),
    ...mountErrors(container, context.volumes),
    ...neededOneOf(at(container, 'imagePullPolicy'), PULL_POLICIES),
    ...resourceErrors(at(container, 'resources'), { nameErrors: containerResourceNameErrors, claims: context.claims }),
    ...resizePolicyErrors(at(container, 'resizePolicy'), context.podRestartPolicy),
    ...containerSecurityErrors(at(container, 'securityContext'), context),
  ];
}

/** Also of an empty name, where `empty`. */
function nameAgain(container: Spot, names: Set<string>, empty: boolean): readonly FieldError[] {
  const name = at(container, 'name');
  const text = textOf(name);
  if (names.has(text)) return [duplicate(name.path, text)];
  if (text !== '' || empty) names.add(text);
  return [];
}

export function regularErrors(list: Spot, context: ContainerContext): readonly FieldError[] {
  const containers = itemsOf(list);
  if (containers.length === 0) return [required(list.path)];
  const names = new Set<string>();
  return [
    ...containers.flatMap((container) => [
      ...commonErrors(container, context),
      ...nameAgain(container, names, true),
      ...lifecycleErrors(at(container, 'lifecycle'), context.grace),
      ...probesErrors(container, context.grace),
      ...restartRulesErrors(container),
    ]),
    ...hostPortConflicts(containers),
  ];
}

const RUNNING_ONLY = ['lifecycle', 'livenessProbe', 'readinessProbe', 'startupProbe'];

export function initErrors(list: Spot, regular: Spot, context: ContainerContext): readonly FieldError[] {
  const names = new Set(itemsOf(regular).map((container) => textAt(container, 'name')));
  return itemsOf(list).flatMap((container) => [
    ...commonErrors(container, context),
    ...initRestartErrors(container),
    ...nameAgain(container, names, false),
    ...hostPortConflicts([container]),
    ...(textAt(container, 'restartPolicy') === 'Always' ? runningErrors(container, context) : neverRunningErrors(container)),
  ]);
}

function runningErrors(container: Spot, { grace }: ContainerContext): readonly FieldError[] {
  return [...lifecycleErrors(at(container, 'lifecycle'), grace), ...probesErrors(container, grace)];
}

function neverRunningErrors(container: Spot): readonly FieldError[] {
  return RUNNING_ONLY.flatMap((key) => {
    const place = at(container, key);
    return forbiddenIf(isSet(place), place, 'may not be set for init containers without restartPolicy=Always');
  });
}

const NOT_EPHEMERAL = [
  'ports',
  'resources',
  'resizePolicy',
  'restartPolicy',
  'restartPolicyRules',
  'livenessProbe',
  'readinessProbe',
  'startupProbe',
  'lifecycle',
];

export function ephemeralErrors(spec: Spot, context: ContainerContext): readonly FieldError[] {
  const others = ['containers', 'initContainers'].flatMap((key) => itemsOf(at(spec, key)).map((container) => textAt(container, 'name')));
  const names = new Set(others);
  return itemsOf(at(spec, 'ephemeralContainers')).flatMap((container) => {
    const target = at(container, 'targetContainerName');
    const lost = textOf(target) !== '' && !others.includes(textOf(target));
    return [
      ...commonErrors(container, context),
      ...imageSpaceErrors(container),
      ...nameAgain(container, names, true),
      ...(lost ? [notFoundValue(target.path, textOf(target))] : []),
      ...NOT_EPHEMERAL.flatMap((key) =>
        forbiddenIf(isGiven(at(container, key)), at(container, key), 'cannot be set for an Ephemeral Container'),
      ),
      ...itemsOf(at(container, 'volumeMounts')).flatMap(subPathErrors),
    ];
  });
}

function isGiven(place: Spot): boolean {
  if (!isSet(place)) return false;
  return typeof place.value === 'object' ? Object.keys(place.value ?? {}).length > 0 : true;
}

function subPathErrors(mount: Spot): readonly FieldError[] {
  return ['subPath', 'subPathExpr']
    .map((key) => at(mount, key))
    .filter((place) => textOf(place) !== '')
    .map((place) => forbiddenField(place.path, 'cannot be set for an Ephemeral Container'));
}

export function imageSpaceErrors(container: Spot): readonly FieldError[] {
  const image = at(container, 'image');
  return invalidIf(textOf(image).trim() !== textOf(image), image, 'must not have leading or trailing whitespace');
}
