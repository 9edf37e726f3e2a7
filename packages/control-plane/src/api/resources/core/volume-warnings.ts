// What a client is warned of in a PersistentVolume that is accepted.
import type { JsonObject } from '@rectrace/kube';
import { annotationsOf } from '../../metadata.ts';
import { selectorTermWarnings } from '../../pod-spec/node-label-warnings.ts';
import { at, isSet, itemsOf, spot, textAt } from '../../validation/spot.ts';

const ANNOTATIONS: Readonly<Record<string, string>> = {
  'volume.beta.kubernetes.io/storage-class': 'deprecated since v1.8; use "storageClassName" attribute instead',
  'volume.beta.kubernetes.io/mount-options': 'deprecated since v1.31; use "mountOptions" attribute instead',
};
const SOURCES: Readonly<Record<string, string>> = {
  cephfs: 'deprecated in v1.28, non-functional in v1.31+',
  photonPersistentDisk: 'deprecated in v1.11, non-functional in v1.16+',
  scaleIO: 'deprecated in v1.16, non-functional in v1.22+',
  storageos: 'deprecated in v1.22, non-functional in v1.25+',
  glusterfs: 'deprecated in v1.25, non-functional in v1.26+',
  rbd: 'deprecated in v1.28, non-functional in v1.31+',
};
const RECYCLE =
  'spec.persistentVolumeReclaimPolicy: The Recycle reclaim policy is deprecated. Instead, the recommended approach is to use dynamic provisioning.';

export function volumeWarnings(volume: JsonObject): readonly string[] {
  const spec = at(spot(volume), 'spec');
  const known = annotationsOf(volume);
  const annotations = Object.entries(ANNOTATIONS).filter(([key]) => known[key] !== undefined);
  const sources = Object.entries(SOURCES).filter(([field]) => isSet(at(spec, field)));
  const terms = itemsOf(at(at(at(spec, 'nodeAffinity'), 'required'), 'nodeSelectorTerms'));
  return [
    ...annotations.map(([key, message]) => `metadata.annotations[${key}]: ${message}`),
    ...(textAt(spec, 'persistentVolumeReclaimPolicy') === 'Recycle' ? [RECYCLE] : []),
    ...terms.flatMap((term) => selectorTermWarnings(term, false)),
    ...sources.map(([field, message]) => `spec.${field === 'storageos' ? 'storageOS' : field}: ${message}`),
  ];
}
