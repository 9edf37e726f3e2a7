// Fields that the API server of this level knows but drops, because what they are for is off by default.
import type { Draft } from '../draft.ts';
import { childOf, childrenOf } from '../draft.ts';

const PROJECTIONS = ['clusterTrustBundle', 'podCertificate'];

/** `spec`: of a pod, or of a template of pods. */
export function dropDisabledFields(spec: Draft): void {
  delete spec['workloadRef'];
  for (const container of ['initContainers', 'containers', 'ephemeralContainers'].flatMap((key) => childrenOf(spec, key))) {
    const lifecycle = childOf(container, 'lifecycle');
    if (lifecycle !== undefined) delete lifecycle['stopSignal'];
  }
  for (const volume of childrenOf(spec, 'volumes')) {
    for (const source of childrenOf(childOf(volume, 'projected') ?? {}, 'sources')) {
      for (const key of PROJECTIONS) delete source[key];
    }
  }
}
