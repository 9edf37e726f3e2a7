// The verbs of /scale: an object seen as autoscaling/v1 Scale.
import type { ApiResponse } from '../api-request.ts';
import type { Environment } from '../environment.ts';
import type { Projection, ServedResource } from '../served-resource.ts';
import { handleGet } from '../verbs/get.ts';
import { handlePatch } from '../verbs/patch.ts';
import type { Target } from '../verbs/target.ts';
import { handleUpdate } from '../verbs/update.ts';
import { scaleProjection } from './scale.ts';

export function handleScale(
  environment: Environment,
  target: Target,
  { resource, verb }: { readonly resource: ServedResource; readonly verb: string },
): Promise<ApiResponse> | ApiResponse {
  const projection: Projection = resource.scale?.(environment.kinds.scale) ?? scaleProjection(resource, environment.kinds.scale);
  if (verb === 'get') return handleGet(environment, target, projection);
  return verb === 'update' ? handleUpdate(environment, target, { projection }) : handlePatch(environment, target, { projection });
}
