// Reviews: objects that are created to be answered, and never stored.
import type { JsonObject } from '@rectrace/kube';
import { mutateAdmitted, validateAdmitted } from '../admission/admission-plugin.ts';
import type { ApiResponse } from '../api-request.ts';
import type { Draft } from '../draft.ts';
import type { Environment } from '../environment.ts';
import { writeOptionsIn } from '../options/write-options.ts';
import { admissionOf } from '../registry/registry.ts';
import { noteCreation } from '../subresources/note-creation.ts';
import { answerObject } from '../verbs/answer.ts';
import { negotiateAnswer } from '../verbs/negotiate.ts';
import { managerOf, scopeOf } from '../verbs/object-scope.ts';
import { readObject } from '../verbs/read-body.ts';
import type { Target } from '../verbs/target.ts';

/** The status of a review. @throws RequestRefused */
export type ReviewStatus = (review: Draft, environment: Environment, target: Target) => Promise<JsonObject> | JsonObject;

/** @throws RequestRefused */
export async function answerReview(environment: Environment, target: Target, statusOf: ReviewStatus): Promise<ApiResponse> {
  const media = negotiateAnswer(environment, target);
  const options = writeOptionsIn(target.request.query, 'CreateOptions');
  const { draft, sent } = readObject(environment, target, options.fieldValidation);
  const scope = scopeOf(environment, target, options);
  const manager = managerOf(options.fieldManager, target.request.headers.userAgent);
  noteCreation(draft, { scope, shown: target.resource, sent, manager });
  const request = admissionOf(scope, { operation: 'CREATE', object: draft });
  await mutateAdmitted(environment.registry.admission, request);
  await validateAdmitted(environment.registry.admission, request);
  const status = await statusOf(draft, environment, target);
  return answerObject(environment, target, { stored: { ...draft, status }, status: 201, media });
}
