// PodTopologyLabels: a pod that is bound to a node carries the node's zone and region.
import { stringAt } from '@rectrace/kube';
import { ensureChild } from '../draft.ts';
import { labelsOf } from '../metadata.ts';
import type { AdmissionPlugin, AdmissionRequest } from './admission-plugin.ts';
import { createdOf } from './concerns.ts';

const LABELS = ['topology.kubernetes.io/zone', 'topology.kubernetes.io/region'];

export const podTopologyLabels: AdmissionPlugin = {
  name: 'PodTopologyLabels',
  mutate: (request, view) => {
    const { object } = request;
    const node = view.get('nodes', '', nodeOf(request));
    if (object === undefined || node === undefined) return;
    const known = LABELS.filter((key) => labelsOf(node)[key] !== undefined);
    if (known.length === 0) return;
    const labels = ensureChild(ensureChild(object, 'metadata'), 'labels');
    for (const key of known) labels[key] = labelsOf(node)[key] ?? '';
  },
};

/** '' for requests that bind no pod. */
function nodeOf(request: AdmissionRequest): string {
  const { operation, resource, subresource, object } = request;
  const pod = createdOf(request, 'pods');
  if (pod !== undefined) return stringAt(pod, ['spec', 'nodeName']) ?? '';
  const binds = operation === 'CREATE' && resource.storage === 'pods' && subresource === 'binding';
  return binds && object !== undefined ? (stringAt(object, ['target', 'name']) ?? '') : '';
}
