// DefaultStorageClass: a claim that names no class gets the default one.
import { ensureChild } from '../draft.ts';
import { annotationsOf } from '../metadata.ts';
import type { AdmissionPlugin } from './admission-plugin.ts';
import { createdOf } from './concerns.ts';
import { defaultClassOf } from './default-class.ts';

const MARKS = ['storageclass.kubernetes.io/is-default-class', 'storageclass.beta.kubernetes.io/is-default-class'];
const OLD_CLASS = 'volume.beta.kubernetes.io/storage-class';

export const defaultStorageClass: AdmissionPlugin = {
  name: 'DefaultStorageClass',
  mutate: (request, view) => {
    const claim = createdOf(request, 'persistentvolumeclaims');
    if (claim === undefined) return;
    const spec = ensureChild(claim, 'spec');
    if (typeof spec['storageClassName'] === 'string' || annotationsOf(claim)[OLD_CLASS] !== undefined) return;
    const name = defaultClassOf(view.list('storageclasses.storage.k8s.io', ''), MARKS);
    if (name !== undefined) spec['storageClassName'] = name;
  },
};
