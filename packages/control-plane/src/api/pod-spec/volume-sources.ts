// What a volume may be, in the order in which the API server looks.
import { compareQuantities } from '@rectrace/kube';
import type { FieldError } from '../field-error.ts';
import { forbiddenField, invalidValue, required } from '../field-error.ts';
import { claimTemplateErrors } from '../resources/core/claim-spec.ts';
import { needed, neededOneOf, oneOf, quantityOf, ZERO } from '../validation/checks.ts';
import { dns1123Subdomain } from '../validation/name-rules.ts';
import type { Spot } from '../validation/spot.ts';
import { at, isSet, itemsOf, textAt, textOf } from '../validation/spot.ts';
import * as disks from './disk-sources.ts';
import { descendingPath, fileMode, noBacksteps } from './paths.ts';
import { downwardErrors, keyToPathErrors, projectedErrors } from './projections.ts';

export type VolumeContext = {
  /** '' where the pod has none yet. */
  readonly podName: string;
  /** A pod itself, no template. */
  readonly isPod: boolean;
};

export type VolumeSource = {
  readonly key: string;
  /** Its name in messages about it, where that is another. */
  readonly shown?: string;
  /** Its name where it is one too many, if that is another. */
  readonly twice?: string;
  readonly check: (source: Spot, context: VolumeContext) => readonly FieldError[];
};

export const PULL_POLICIES = ['Always', 'IfNotPresent', 'Never'];
const HOST_PATH_TYPES = ['', 'BlockDevice', 'CharDevice', 'Directory', 'DirectoryOrCreate', 'File', 'FileOrCreate', 'Socket'];

export const VOLUME_SOURCES: readonly VolumeSource[] = [
  { key: 'emptyDir', check: emptyDirErrors },
  { key: 'hostPath', check: hostPathErrors },
  { key: 'gitRepo', check: (git) => [...needed(at(git, 'repository')), ...descendingPath(at(git, 'directory'))] },
  { key: 'gcePersistentDisk', shown: 'persistentDisk', check: disks.gcePersistentDiskErrors },
  { key: 'awsElasticBlockStore', check: disks.awsElasticBlockStoreErrors },
  { key: 'secret', check: (secret) => [...needed(at(secret, 'secretName')), ...keysErrors(secret)] },
  { key: 'nfs', check: disks.nfsErrors },
  { key: 'iscsi', check: (iscsi) => disks.iscsiErrors(iscsi, 'must be valid format starting with iqn, eui, or naa') },
  { key: 'glusterfs', check: disks.glusterfsErrors },
  { key: 'flocker', check: disks.flockerErrors },
  { key: 'persistentVolumeClaim', check: (claim) => needed(at(claim, 'claimName')) },
  { key: 'rbd', check: disks.rbdErrors },
  { key: 'cinder', check: disks.cinderErrors },
  { key: 'cephfs', twice: 'cephFS', check: disks.cephfsErrors },
  { key: 'quobyte', check: disks.quobyteErrors },
  { key: 'downwardAPI', twice: 'downwarAPI', check: downwardErrors },
  { key: 'fc', check: disks.fcErrors },
  { key: 'flexVolume', check: disks.flexVolumeErrors },
  { key: 'configMap', check: (map) => [...needed(at(map, 'name')), ...keysErrors(map)] },
  { key: 'azureFile', check: disks.azureFileErrors },
  { key: 'vsphereVolume', check: (disk) => needed(at(disk, 'volumePath')) },
  { key: 'photonPersistentDisk', check: (disk) => needed(at(disk, 'pdID')) },
  { key: 'portworxVolume', check: (disk) => needed(at(disk, 'volumeID')) },
  { key: 'azureDisk', check: disks.azureDiskErrors },
  { key: 'storageos', check: disks.storageOsErrors },
  { key: 'projected', check: projectedErrors },
  { key: 'scaleIO', check: disks.scaleIoErrors },
  { key: 'csi', check: csiErrors },
  { key: 'ephemeral', check: ephemeralErrors },
  { key: 'image', check: imageErrors },
];

function emptyDirErrors(directory: Spot): readonly FieldError[] {
  const limit = at(directory, 'sizeLimit');
  if (!isSet(limit) || compareQuantities(quantityOf(limit), ZERO) >= 0) return [];
  return [forbiddenField(limit.path, 'SizeLimit field must be a valid resource quantity')];
}

export function hostPathErrors(hostPath: Spot): readonly FieldError[] {
  const path = at(hostPath, 'path');
  if (textOf(path) === '') return [required(path.path)];
  return [...noBacksteps(path), ...oneOf(at(hostPath, 'type'), HOST_PATH_TYPES)];
}

function keysErrors(source: Spot): readonly FieldError[] {
  return [...fileMode(at(source, 'defaultMode')), ...itemsOf(at(source, 'items')).flatMap(keyToPathErrors)];
}

function csiErrors(csi: Spot): readonly FieldError[] {
  const secret = at(csi, 'nodePublishSecretRef');
  const name = textAt(secret, 'name');
  const driver = disks.driverNameErrors(at(csi, 'driver'));
  if (!isSet(secret)) return driver;
  if (name === '') return [...driver, required(at(secret, 'name').path)];
  return [...driver, ...dns1123Subdomain(name).map((problem) => invalidValue(at(csi, 'name').path, name, problem))];
}

function ephemeralErrors(ephemeral: Spot): readonly FieldError[] {
  const template = at(ephemeral, 'volumeClaimTemplate');
  return isSet(template) ? claimTemplateErrors(template) : [required(template.path)];
}

function imageErrors(image: Spot, { isPod }: VolumeContext): readonly FieldError[] {
  return [...(isPod ? needed(at(image, 'reference')) : []), ...neededOneOf(at(image, 'pullPolicy'), PULL_POLICIES)];
}
