// A pod as a workload's template describes it.
import type { JsonObject, KubeObject, OwnerReference } from '@rectrace/kube';
import type { PodTemplate } from '../kinds/replica-set.ts';

/** Longer names of owners are used whole: the server then makes a name of them that fits. */
export function podFromTemplate(
  { metadata = {}, spec }: PodTemplate,
  { owner, reference }: { readonly owner: KubeObject; readonly reference: OwnerReference },
): JsonObject {
  const { labels, annotations, finalizers } = metadata;
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      generateName: `${owner.metadata.name}-`,
      namespace: owner.metadata.namespace ?? '',
      ...(labels === undefined ? {} : { labels }),
      ...(annotations === undefined ? {} : { annotations }),
      ...(finalizers === undefined ? {} : { finalizers }),
      ownerReferences: [{ ...reference }],
    },
    spec,
  };
}
