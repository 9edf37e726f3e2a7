// What a PersistentVolume may lie on, in the order in which the API server looks.
import type { FieldError } from '../../field-error.ts';
import { forbiddenField, invalidValue, required } from '../../field-error.ts';
import * as disks from '../../pod-spec/disk-sources.ts';
import { noBacksteps } from '../../pod-spec/paths.ts';
import { hostPathErrors } from '../../pod-spec/volume-sources.ts';
import { fits, needed, neededAndFits } from '../../validation/checks.ts';
import { dns1123Label, dns1123Subdomain } from '../../validation/name-rules.ts';
import type { Spot } from '../../validation/spot.ts';
import { at, isSet, textOf } from '../../validation/spot.ts';

type Context = { readonly spec: Spot; readonly name: string };

type Source = {
  readonly key: string;
  /** Its name in messages about it, where that is another. */
  readonly shown?: string;
  /** Its name where it is one too many, if that is another. */
  readonly twice?: string;
  readonly check: (source: Spot, context: Context) => readonly FieldError[];
};

const MOST_ISCSI = 64;

const SOURCES: readonly Source[] = [
  { key: 'hostPath', check: hostPathErrors },
  { key: 'gcePersistentDisk', shown: 'persistentDisk', check: disks.gcePersistentDiskErrors },
  { key: 'awsElasticBlockStore', check: disks.awsElasticBlockStoreErrors },
  { key: 'glusterfs', check: glusterfsErrors },
  { key: 'flocker', check: disks.flockerErrors },
  { key: 'nfs', check: disks.nfsErrors },
  { key: 'rbd', check: disks.rbdErrors },
  { key: 'quobyte', check: disks.quobyteErrors },
  { key: 'cephfs', twice: 'cephFS', check: disks.cephfsErrors },
  { key: 'iscsi', check: iscsiErrors },
  { key: 'cinder', check: (cinder) => [...disks.cinderErrors(cinder), ...secretNamespaceErrors(cinder)] },
  { key: 'fc', check: disks.fcErrors },
  { key: 'flexVolume', check: disks.flexVolumeErrors },
  { key: 'azureFile', check: azureFileErrors },
  { key: 'vsphereVolume', check: (disk) => needed(at(disk, 'volumePath')) },
  { key: 'photonPersistentDisk', check: (disk) => needed(at(disk, 'pdID')) },
  { key: 'portworxVolume', check: (disk) => needed(at(disk, 'volumeID')) },
  { key: 'azureDisk', check: disks.azureDiskErrors },
  { key: 'scaleIO', check: disks.scaleIoErrors },
  { key: 'local', check: localErrors },
  { key: 'storageos', check: (volume) => [...disks.storageOsErrors(volume), ...secretNamespaceErrors(volume)] },
  { key: 'csi', check: csiErrors },
];

/** `name`: of the volume. */
export function volumeSourceErrors(spec: Spot, name: string): readonly FieldError[] {
  const given = SOURCES.filter(({ key }) => isSet(at(spec, key)));
  if (given.length === 0) return [required(spec.path, 'must specify a volume type')];
  return given.flatMap(({ key, shown = key, twice = key, check }, index) => {
    // Of a flexVolume nobody counts whether it is one too many.
    if (index > 0 && key !== 'flexVolume') return [forbiddenField(`${spec.path}.${twice}`, 'may not specify more than 1 volume type')];
    return check(at(spec, key, shown), { spec, name });
  });
}

function glusterfsErrors(share: Spot): readonly FieldError[] {
  const namespace = at(share, 'endpointsNamespace');
  const words = 'if the endpointnamespace is set, it must be a valid namespace name';
  const empty = isSet(namespace) && textOf(namespace) === '';
  return [
    ...disks.glusterfsErrors(share),
    ...(empty ? [invalidValue(namespace.path, '', words)] : []),
    ...(isSet(namespace) && !empty ? fits(namespace, dns1123Label) : []),
  ];
}

function iscsiErrors(iscsi: Spot, { name }: Context): readonly FieldError[] {
  const [portal, secret] = [at(iscsi, 'targetPortal', 'targetportal'), at(iscsi, 'secretRef')];
  const long = isSet(at(iscsi, 'initiatorName')) && `${name}:${textOf(portal)}`.length > MOST_ISCSI;
  const words = 'Total length of <volume name>:<iscsi.targetPortal> must be under 64 characters if iscsi.initiatorName is specified.';
  return [
    ...(long ? [invalidValue(portal.path, textOf(portal), words)] : []),
    ...disks.iscsiErrors(iscsi, 'must be valid format'),
    ...(isSet(secret) ? needed(at(secret, 'name')) : []),
  ];
}

function secretNamespaceErrors(source: Spot): readonly FieldError[] {
  const secret = at(source, 'secretRef');
  return isSet(secret) ? needed(at(secret, 'namespace')) : [];
}

function azureFileErrors(azure: Spot): readonly FieldError[] {
  const namespace = at(azure, 'secretNamespace');
  return [...disks.azureFileErrors(azure), ...(isSet(namespace) ? needed(namespace) : [])];
}

function localErrors(local: Spot, { spec }: Context): readonly FieldError[] {
  const [path, affinity] = [at(local, 'path'), at(spec, 'nodeAffinity')];
  return [
    ...(textOf(path) === '' ? [required(path.path)] : noBacksteps(path)),
    ...(isSet(affinity) ? [] : [required(affinity.path, 'Local volume requires node affinity')]),
  ];
}

const SECRETS = ['controllerPublishSecretRef', 'controllerExpandSecretRef', 'nodePublishSecretRef', 'nodeExpandSecretRef'];

function csiErrors(csi: Spot): readonly FieldError[] {
  return [
    ...disks.driverNameErrors(at(csi, 'driver')),
    ...needed(at(csi, 'volumeHandle')),
    ...SECRETS.map((key) => at(csi, key))
      .filter(isSet)
      .flatMap((secret) => [
        ...neededAndFits(at(secret, 'name'), dns1123Subdomain),
        ...neededAndFits(at(secret, 'namespace'), dns1123Label),
      ]),
  ];
}
