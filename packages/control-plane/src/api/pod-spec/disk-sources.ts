// Volumes that are disks and shares of somewhere, for pods and for persistent volumes alike.
import type { FieldError } from '../field-error.ts';
import { invalidValue, notSupported, required, tooLong } from '../field-error.ts';
import { between, fits, fitsIfSet, invalidAt, invalidIf, needed, neededAndFits, oneOf } from '../validation/checks.ts';
import { dns1123Label, dns1123Subdomain } from '../validation/name-rules.ts';
import type { Spot } from '../validation/spot.ts';
import { at, isSet, isTrue, itemsOf, keysOf, numberOf, textAt, textOf } from '../validation/spot.ts';

const PARTITIONS = { least: 0, most: 255 };
const LUNS = { least: 0, most: 255 };
const MOST_DRIVER_NAME = 63;
const MOST_TENANT = 64;

function partitionErrors(disk: Spot): readonly FieldError[] {
  const partition = at(disk, 'partition');
  const value = numberOf(partition) ?? 0;
  return invalidIf(value < PARTITIONS.least || value > PARTITIONS.most, partition, 'must be between 1 and 255, inclusive');
}

export function gcePersistentDiskErrors(disk: Spot): readonly FieldError[] {
  return [...needed(at(disk, 'pdName')), ...partitionErrors(disk)];
}

export function awsElasticBlockStoreErrors(disk: Spot): readonly FieldError[] {
  return [...needed(at(disk, 'volumeID')), ...partitionErrors(disk)];
}

export function nfsErrors(nfs: Spot): readonly FieldError[] {
  const path = at(nfs, 'path');
  const place = { ...path, value: textOf(path) };
  return [...needed(at(nfs, 'server')), ...needed(path), ...invalidIf(!textOf(path).startsWith('/'), place, 'must be an absolute path')];
}

const INITIATORS: Readonly<Record<string, RegExp>> = {
  iqn: /iqn\.\d{4}-\d{2}\.([A-Za-z0-9.-]+)(:[^,;*&$|\s]+)$/,
  eui: /^eui.[A-Za-z0-9]{16}$/,
  naa: /^naa.[A-Za-z0-9]{32}$/,
};

function initiatorErrors(place: Spot, unknown: string): readonly FieldError[] {
  const text = textOf(place);
  const shape = INITIATORS[text.slice(0, 3)];
  if (shape === undefined) return [invalidAt(place, unknown)];
  return invalidIf(!shape.test(text), place, 'must be valid format');
}

/** `unknown`: what is said of a name that is of no known kind. */
export function iscsiErrors(iscsi: Spot, unknown: string): readonly FieldError[] {
  const [iqn, name] = [at(iscsi, 'iqn'), at(iscsi, 'initiatorName', 'initiatorname')];
  const secured = isTrue(at(iscsi, 'chapAuthDiscovery')) || isTrue(at(iscsi, 'chapAuthSession'));
  return [
    ...needed(at(iscsi, 'targetPortal')),
    ...(textOf(iqn) === '' ? [required(iqn.path)] : initiatorErrors(iqn, unknown)),
    ...between(at(iscsi, 'lun'), LUNS),
    ...(secured && !isSet(at(iscsi, 'secretRef')) ? [required(at(iscsi, 'secretRef').path)] : []),
    ...(isSet(name) ? initiatorErrors(name, unknown) : []),
  ];
}

export function glusterfsErrors(share: Spot): readonly FieldError[] {
  return [...needed(at(share, 'endpoints')), ...needed(at(share, 'path'))];
}

export function flockerErrors(flocker: Spot): readonly FieldError[] {
  const [name, uuid] = [textAt(flocker, 'datasetName'), textAt(flocker, 'datasetUUID')];
  return [
    ...(name === '' && uuid === '' ? [required(flocker.path, 'one of datasetName and datasetUUID is required')] : []),
    ...(name !== '' && uuid !== ''
      ? [invalidValue(flocker.path, 'resource', 'datasetName and datasetUUID can not be specified simultaneously')]
      : []),
    ...invalidIf(name.includes('/'), at(flocker, 'datasetName'), "must not contain '/'"),
  ];
}

export function rbdErrors(rbd: Spot): readonly FieldError[] {
  return [...monitorsErrors(rbd), ...needed(at(rbd, 'image'))];
}

function monitorsErrors(place: Spot): readonly FieldError[] {
  const monitors = at(place, 'monitors');
  return itemsOf(monitors).length === 0 ? [required(monitors.path)] : [];
}

export function cephfsErrors(cephfs: Spot): readonly FieldError[] {
  return monitorsErrors(cephfs);
}

export function cinderErrors(cinder: Spot): readonly FieldError[] {
  return [...needed(at(cinder, 'volumeID')), ...secretNameErrors(cinder)];
}

function secretNameErrors(source: Spot): readonly FieldError[] {
  const secret = at(source, 'secretRef');
  return isSet(secret) ? needed(at(secret, 'name')) : [];
}

export function quobyteErrors(quobyte: Spot): readonly FieldError[] {
  return [...registryErrors(quobyte), ...needed(at(quobyte, 'volume'))];
}

function registryErrors(quobyte: Spot): readonly FieldError[] {
  const words = 'must be a host:port pair or multiple pairs separated by commas';
  const registry = at(quobyte, 'registry');
  if (textOf(registry) === '') return [required(registry.path, words)];
  const tenant = at(quobyte, 'tenant');
  if (textOf(tenant).length > MOST_TENANT) return [required(tenant.path, 'must be a UUID and may not exceed a length of 64 characters')];
  const bad = textOf(registry)
    .split(',')
    .filter((pair) => !/^([^:[\]]*|\[[^[\]]*\]):[^:[\]]*$/.test(pair));
  return bad.map(() => invalidAt(registry, words));
}

export function fcErrors(fc: Spot): readonly FieldError[] {
  const [targets, wwids, lun] = [at(fc, 'targetWWNs'), at(fc, 'wwids'), at(fc, 'lun')];
  const [hasTargets, hasWwids] = [itemsOf(targets).length > 0, itemsOf(wwids).length > 0];
  return [
    ...(hasTargets || hasWwids ? [] : [required(targets.path, 'must specify either targetWWNs or wwids, but not both')]),
    ...invalidIf(hasTargets && hasWwids, targets, 'targetWWNs and wwids can not be specified simultaneously'),
    ...(hasTargets && !isSet(lun) ? [required(lun.path, 'lun is required if targetWWNs is specified')] : []),
    ...(hasTargets ? between(lun, LUNS) : []),
  ];
}

export function flexVolumeErrors(flex: Spot): readonly FieldError[] {
  const options = at(flex, 'options');
  const reserved = keysOf(options).filter((key) => {
    const domain = `.${(key.includes('/') ? key.slice(0, key.indexOf('/')) : key).toLowerCase()}`;
    return domain.endsWith('.kubernetes.io') || domain.endsWith('.k8s.io');
  });
  return [
    ...needed(at(flex, 'driver')),
    ...reserved.map((key) => invalidValue(`${options.path}[${key}]`, key, 'kubernetes.io and k8s.io namespaces are reserved')),
  ];
}

export function azureFileErrors(azure: Spot): readonly FieldError[] {
  return [...needed(at(azure, 'secretName')), ...needed(at(azure, 'shareName'))];
}

const MANAGED = '/subscriptions/{sub-id}/resourcegroups/{group-name}/providers/microsoft.compute/disks/{disk-id}';
const BLOB = 'https://{account-name}.blob.core.windows.net/{container-name}/{disk-name}.vhd';

export function azureDiskErrors(disk: Spot): readonly FieldError[] {
  const [kind, uri] = [at(disk, 'kind'), at(disk, 'diskURI')];
  const managed = textOf(kind) === 'Managed';
  const start = managed ? '/subscriptions/' : 'https://';
  const wrong = isSet(kind) && !textOf(uri).startsWith(start);
  return [
    ...needed(at(disk, 'diskName')),
    ...needed(uri),
    ...oneOf(at(disk, 'cachingMode'), ['None', 'ReadOnly', 'ReadWrite']),
    ...oneOf(kind, ['Dedicated', 'Managed', 'Shared']),
    ...(wrong ? [notSupported(uri.path, textOf(uri), [managed ? MANAGED : BLOB])] : []),
  ];
}

export function storageOsErrors(volume: Spot): readonly FieldError[] {
  return [
    ...neededAndFits(at(volume, 'volumeName'), dns1123Label),
    ...fitsIfSet(at(volume, 'volumeNamespace'), dns1123Label),
    ...secretNameErrors(volume),
  ];
}

export function scaleIoErrors(volume: Spot): readonly FieldError[] {
  return ['gateway', 'system', 'volumeName'].flatMap((key) => needed(at(volume, key)));
}

export function driverNameErrors(driver: Spot): readonly FieldError[] {
  const text = textOf(driver);
  if (text === '') return [required(driver.path)];
  return [
    ...(text.length > MOST_DRIVER_NAME ? [tooLong(driver.path, MOST_DRIVER_NAME)] : []),
    ...fits(driver, (name) => dns1123Subdomain(name.toLowerCase())),
  ];
}
