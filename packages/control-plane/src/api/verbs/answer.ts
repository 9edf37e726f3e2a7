// Answers: an object or a list in the form that was negotiated.
import type { JsonObject } from '@rectrace/kube';
import type { ApiResponse } from '../api-request.ts';
import type { Environment } from '../environment.ts';
import type { MediaChoice } from '../media-type.ts';
import type { ObjectList } from '../registry/list-objects.ts';
import type { StatusBody } from '../status.ts';
import { doneInTurns } from '../steps.ts';
import { transformList, transformObject } from '../transforms/transform.ts';
import type { Target } from './target.ts';

export type Answer = { readonly status: number; readonly media: MediaChoice };

/** An object in the form of the store. */
export function answerObject(environment: Environment, target: Target, answer: Answer & { readonly stored: JsonObject }): ApiResponse {
  const { stored, status, media } = answer;
  const value = transformObject({ target, media, now: environment.clock.now() }, stored);
  return { kind: 'object', status, headers: {}, warnings: [...target.warnings], media, value };
}

export async function answerList(
  environment: Environment,
  target: Target,
  answer: Answer & { readonly list: ObjectList },
): Promise<ApiResponse> {
  const { list, status, media } = answer;
  const value = await doneInTurns(transformList({ target, media, now: environment.clock.now() }, list), environment.nextTurn);
  return { kind: 'object', status, headers: {}, warnings: [...target.warnings], media, value };
}

/** A value that is neither of the resource's kind nor to be transformed. */
export function answerValue(target: Target, answer: Answer & { readonly value: JsonObject }): ApiResponse {
  return { kind: 'object', status: answer.status, headers: {}, warnings: [...target.warnings], media: answer.media, value: answer.value };
}

export function answerStatus(status: StatusBody, media: MediaChoice): ApiResponse {
  const seconds = status.details?.retryAfterSeconds;
  const headers = seconds === undefined || (status.code !== 429 && status.code < 500) ? {} : { 'Retry-After': String(seconds) };
  return { kind: 'object', status: status.code, headers, warnings: [], media, value: statusValue(status) };
}

/** Without the empty fields that the API server leaves out. */
export function statusValue({ reason, ...status }: StatusBody): JsonObject {
  const { code, details, ...head } = status;
  return {
    ...head,
    ...(reason === '' ? {} : { reason }),
    ...(details === undefined ? {} : { details: details as JsonObject }),
    code,
  } as JsonObject;
}
