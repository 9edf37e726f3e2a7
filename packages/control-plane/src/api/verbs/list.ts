// list
import type { ApiResponse } from '../api-request.ts';
import type { Environment } from '../environment.ts';
import { listOptionsIn } from '../options/list-options.ts';
import { listObjects } from '../registry/list-objects.ts';
import type { Selecting } from '../registry/selection.ts';
import { answerList } from './answer.ts';
import { negotiateAnswer } from './negotiate.ts';
import type { Target } from './target.ts';

/** @throws RequestRefused */
export async function handleList(environment: Environment, target: Target): Promise<ApiResponse> {
  const options = listOptionsIn(target.request.query, false);
  const media = negotiateAnswer(environment, target);
  const list = listObjects(environment.store, selectingOf(target), options);
  return answerList(environment, target, { list, status: 200, media });
}

export function selectingOf({ resource, info }: Target): Selecting {
  return { resource, namespace: info.namespace, name: info.name };
}
