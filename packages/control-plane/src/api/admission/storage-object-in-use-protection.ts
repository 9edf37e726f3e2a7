// StorageObjectInUseProtection: volumes, claims and their classes of attributes stay as long as somebody uses them.
import { listAt } from '@rectrace/kube';
import { ensureChild } from '../draft.ts';
import { finalizersOf } from '../metadata.ts';
import type { AdmissionPlugin } from './admission-plugin.ts';
import { createdOf } from './concerns.ts';

const FINALIZERS: Readonly<Record<string, string>> = {
  persistentvolumes: 'kubernetes.io/pv-protection',
  persistentvolumeclaims: 'kubernetes.io/pvc-protection',
  'volumeattributesclasses.storage.k8s.io': 'kubernetes.io/vac-protection',
};

export const storageObjectInUseProtection: AdmissionPlugin = {
  name: 'StorageObjectInUseProtection',
  mutate: (request) => {
    const finalizer = FINALIZERS[request.resource.storage];
    const created = createdOf(request, request.resource.storage);
    if (finalizer === undefined || created === undefined || finalizersOf(created).includes(finalizer)) return;
    const metadata = ensureChild(created, 'metadata');
    metadata['finalizers'] = [...listAt(metadata, ['finalizers']), finalizer];
  },
};
