// get
import type { ApiResponse } from '../api-request.ts';
import type { Environment } from '../environment.ts';
import { badRequest, failure, notFound, tooLargeResourceVersion } from '../failures.ts';
import { booleanParameter } from '../options/query-parameters.ts';
import { revisionProblem } from '../registry/list-objects.ts';
import { placeOf } from '../registry/registry.ts';
import type { Projection } from '../served-resource.ts';
import { pathSegmentName } from '../validation/name-rules.ts';
import { answerObject } from './answer.ts';
import { negotiateAnswer } from './negotiate.ts';
import type { Target } from './target.ts';

/** @throws RequestRefused */
export function handleGet(environment: Environment, target: Target, projection?: Projection): ApiResponse {
  const { info, resource, request } = target;
  const media = negotiateAnswer(environment, target);
  checkName(info.name);
  checkExport(request.query);
  const revision = revisionIn(request.query);
  const { store } = environment;
  if (revision > store.revision) throw tooLargeResourceVersion(revision, store.revision);
  const stored = store.get(placeOf({ resource, namespace: info.namespace }, info.name));
  if (stored === undefined) throw notFound(resource, info.name);
  if (projection === undefined) return answerObject(environment, target, { stored: stored.object, status: 200, media });
  projection.checkRead?.(stored.object);
  return answerObject(
    environment,
    { ...target, resource: projection.shown },
    { stored: projection.project(stored.object), status: 200, media },
  );
}

function checkExport(query: URLSearchParams): void {
  if (booleanParameter(query, 'export') === true) throw badRequest('the export parameter, deprecated since v1.14, is no longer supported');
}

function revisionIn(query: URLSearchParams): number {
  const text = query.get('resourceVersion') ?? '';
  if (!/^[0-9]*$/.test(text)) throw failure({ code: 500, reason: '', message: revisionProblem(text) });
  return Number(text);
}

/** Of a request that is about one object. @throws RequestRefused */
export function checkNamed(name: string): void {
  if (name === '') throw badRequest('name must be provided');
}

/** @throws RequestRefused for what can be no name. */
export function checkName(name: string): void {
  const problems = pathSegmentName(name);
  if (problems.length > 0) throw badRequest(`Name parameter invalid: ${JSON.stringify(name)}: ${problems.join(';')}`);
}
