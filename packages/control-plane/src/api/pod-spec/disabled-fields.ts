// Fields that the API server of this level knows but drops, because what they are for is off by default.
import type { Draft } from '../draft.ts';
import { childOf, childrenOf } from '../draft.ts';

const PROJECTIONS = ['clusterTrustBundle', 'podCertificate'];

/** `spec`: of a pod, or of a template of pods. */
export function dropDisabledFields(spec: Draft): void {
  delete spec['workloadRef'];
  for (const container of ['initContainers', 'containers', 'ephemeralContainers'].flatMap((key) => childrenOf(spec, key)))
    dropStopSignal(container);
  for (const source of childrenOf(spec, 'volumes').flatMap((volume) => childrenOf(childOf(volume, 'projected') ?? {}, 'sources'))) {
    for (const key of PROJECTIONS) delete source[key];
  }
}

/** With it the lifecycle that says nothing else. */
function dropStopSignal(container: Draft): void {
  const lifecycle = childOf(container, 'lifecycle');
  if (lifecycle?.['stopSignal'] === undefined) return;
  delete lifecycle['stopSignal'];
  if (lifecycle['preStop'] === undefined && lifecycle['postStart'] === undefined) delete container['lifecycle'];
}
