// Writes of a Deployment's own: its status, and with it the revision that it is at.
import type { Deployment, DeploymentStatus } from '../kinds/deployment.ts';
import { DEPLOYMENTS } from '../kinds/deployment.ts';
import type { Effects } from '../runtime/effect.ts';
import { REVISION } from './revision.ts';

export function putStatus(deployment: Deployment, status: DeploymentStatus): Effects {
  return [{ kind: 'update', resource: DEPLOYMENTS, object: { ...deployment, status }, subresource: 'status' }];
}

export function withRevision(deployment: Deployment, revision: string): Deployment {
  return { ...deployment, metadata: { ...deployment.metadata, annotations: { ...deployment.metadata.annotations, [REVISION]: revision } } };
}
