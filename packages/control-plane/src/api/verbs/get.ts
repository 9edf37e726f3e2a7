// get
import type { ApiResponse } from '../api-request.ts';
import type { Environment } from '../environment.ts';
import { badRequest, notFound, tooLargeResourceVersion } from '../failures.ts';
import { parseRevision } from '../registry/list-objects.ts';
import { placeOf } from '../registry/registry.ts';
import { pathSegmentName } from '../validation/name-rules.ts';
import { answerObject } from './answer.ts';
import { negotiateAnswer } from './negotiate.ts';
import type { Target } from './target.ts';

/** @throws RequestRefused */
export function handleGet(environment: Environment, target: Target): ApiResponse {
  const { info, resource, request } = target;
  const media = negotiateAnswer(environment, target);
  checkName(info.name);
  const revision = parseRevision(request.query.get('resourceVersion') ?? '');
  const { store } = environment;
  if (revision > store.revision) throw tooLargeResourceVersion(revision, store.revision);
  const stored = store.get(placeOf({ resource, namespace: info.namespace }, info.name));
  if (stored === undefined) throw notFound(resource, info.name);
  return answerObject(environment, target, { stored: stored.object, status: 200, media });
}

/** @throws RequestRefused for what can be no name. */
export function checkName(name: string): void {
  const problems = pathSegmentName(name);
  if (problems.length > 0) throw badRequest(`Name parameter invalid: ${JSON.stringify(name)}: ${problems.join(';')}`);
}
