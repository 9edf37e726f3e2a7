// What a script answers to one HTTP request.
import { httpAnswer } from './find-answers.ts';
import type { HttpAnswer } from './pod-answers.ts';
import { bytesOf } from './pod-answers.ts';

export type HttpReply = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
};

const WITHOUT_BODY = [204, 304];

/** Undefined where nothing is scripted for it. `path`: without the query. */
export function httpReply(
  answers: readonly HttpAnswer[],
  asked: { readonly method: string; readonly path: string },
): HttpReply | undefined {
  const found = httpAnswer(answers, asked);
  if (found === undefined) return undefined;
  const { status = 200, headers = {}, body = '' } = found;
  const isBare = asked.method === 'HEAD' || WITHOUT_BODY.includes(status);
  return { status, headers, body: isBare ? new Uint8Array() : bytesOf(body) };
}
