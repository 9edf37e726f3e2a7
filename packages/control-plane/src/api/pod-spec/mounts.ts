// volumeMounts and volumeDevices of containers.
import type { FieldError } from '../field-error.ts';
import { forbiddenField, notFoundValue, notSupported, required } from '../field-error.ts';
import { invalidAt, invalidIf, needed } from '../validation/checks.ts';
import type { Spot } from '../validation/spot.ts';
import { at, isSet, isTrue, itemsOf, textAt, textOf } from '../validation/spot.ts';
import { descendingPath, noBacksteps } from './paths.ts';
import type { Volumes } from './volumes.ts';

export function mountErrors(container: Spot, volumes: Volumes): readonly FieldError[] {
  const [mounts, devices] = [at(container, 'volumeMounts'), at(container, 'volumeDevices')];
  const devicePaths = pairsOf(devices, 'devicePath');
  const mountPaths = pairsOf(mounts, 'mountPath');
  const seen = new Set<string>();
  return [
    ...itemsOf(mounts).flatMap((mount) => oneMount(mount, { mounts, volumes, devicePaths, container, seen })),
    ...deviceErrors(devices, { volumes, mountPaths }),
  ];
}

/** Name to path; of several with one name the last counts. */
function pairsOf(list: Spot, key: string): ReadonlyMap<string, string> {
  return new Map(itemsOf(list).map((item) => [textAt(item, 'name'), textAt(item, key)]));
}

type Mounting = {
  readonly mounts: Spot;
  readonly volumes: Volumes;
  readonly devicePaths: ReadonlyMap<string, string>;
  readonly container: Spot;
  readonly seen: Set<string>;
};

function oneMount(mount: Spot, { mounts, volumes, devicePaths, container, seen }: Mounting): readonly FieldError[] {
  const [name, path, sub] = [at(mount, 'name'), at(mount, 'mountPath'), at(mount, 'subPathExpr')];
  const again = seen.has(textOf(path));
  seen.add(textOf(path));
  return [
    ...needed(name),
    ...(volumes.has(textOf(name)) ? [] : [notFoundValue(name.path, textOf(name))]),
    ...needed(path),
    ...invalidIf(again, path, 'must be unique'),
    ...invalidIf(devicePaths.has(textOf(name)), name, 'must not already exist in volumeDevices'),
    ...invalidIf([...devicePaths.values()].includes(textOf(path)), path, 'must not already exist as a path in volumeDevices'),
    ...(textAt(mount, 'subPath') === '' ? [] : descendingPath(under(mounts, mount, 'subPath'))),
    ...(textOf(sub) === '' ? [] : expressionErrors(mounts, mount)),
    ...propagationErrors(under(mounts, mount, 'mountPropagation'), container),
    ...readOnlyErrors(under(mounts, mount, 'recursiveReadOnly'), mount),
  ];
}

/** Some messages name the list instead of its item. */
function under(list: Spot, item: Spot, key: string): Spot {
  return { value: at(item, key).value, path: `${list.path}.${key}` };
}

function expressionErrors(mounts: Spot, mount: Spot): readonly FieldError[] {
  const both = textAt(mount, 'subPath') !== '';
  return [
    ...invalidIf(both, at(mount, 'subPathExpr'), 'subPathExpr and subPath are mutually exclusive'),
    ...descendingPath(under(mounts, mount, 'subPathExpr')),
  ];
}

const PROPAGATIONS = ['Bidirectional', 'HostToContainer', 'None'];

function propagationErrors(propagation: Spot, container: Spot): readonly FieldError[] {
  if (!isSet(propagation)) return [];
  const mode = textOf(propagation);
  const privileged = isTrue(at(at(container, 'securityContext'), 'privileged'));
  const known = PROPAGATIONS.includes(mode) ? [] : [notSupported(propagation.path, mode, PROPAGATIONS)];
  if (mode !== 'Bidirectional' || privileged) return known;
  return [forbiddenField(propagation.path, 'Bidirectional mount propagation is available only to privileged containers')];
}

function readOnlyErrors(recursive: Spot, mount: Spot): readonly FieldError[] {
  const mode = textOf(recursive);
  if (!isSet(recursive) || mode === 'Disabled') return [];
  if (mode !== 'Enabled' && mode !== 'IfPossible') return [notSupported(recursive.path, mode, ['Disabled', 'Enabled', 'IfPossible'])];
  const propagation = textAt(mount, 'mountPropagation');
  const spreads = propagation !== '' && propagation !== 'None';
  return [
    ...(isTrue(at(mount, 'readOnly')) ? [] : [forbiddenField(recursive.path, 'may only be specified when readOnly is true')]),
    ...(spreads ? [forbiddenField(recursive.path, 'may only be specified when mountPropagation is None or not specified')] : []),
  ];
}

type Devices = { readonly volumes: Volumes; readonly mountPaths: ReadonlyMap<string, string> };

function deviceErrors(devices: Spot, { volumes, mountPaths }: Devices): readonly FieldError[] {
  const [names, paths] = [new Set<string>(), new Set<string>()];
  return itemsOf(devices).flatMap((device) => {
    const [name, path] = [at(device, 'name'), at(device, 'devicePath')];
    const [text, place] = [textOf(name), textOf(path)];
    const [nameAgain, pathAgain] = [names.has(text), paths.has(place)];
    const stepsBack = place !== '' && noBacksteps(path).length > 0;
    if (!stepsBack) paths.add(place);
    if (text !== '') names.add(text);
    return [
      ...needed(name),
      ...invalidIf(nameAgain, name, 'must be unique'),
      ...sourceErrors(name, volumes),
      ...(place === '' ? [required(path.path)] : []),
      ...invalidIf(pathAgain, path, 'must be unique'),
      ...(stepsBack ? [invalidAt(path, "can not contain backsteps ('..')")] : []),
      ...invalidIf(mountPaths.has(text), name, 'must not already exist in volumeMounts'),
      ...invalidIf([...mountPaths.values()].includes(place), path, 'must not already exist as a path in volumeMounts'),
    ];
  });
}

function sourceErrors(name: Spot, volumes: Volumes): readonly FieldError[] {
  const volume = volumes.get(textOf(name));
  if (volume === undefined) return [notFoundValue(name.path, textOf(name))];
  const claimed = ['persistentVolumeClaim', 'ephemeral'].some((key) => isSet(at(volume, key)));
  return invalidIf(!claimed, name, 'can only use volume source type of PersistentVolumeClaim or Ephemeral for block mode');
}
