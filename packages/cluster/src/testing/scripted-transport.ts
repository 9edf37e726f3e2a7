// A transport for tests: answers by path, remembers what it was asked.

import { formatJson, type Json } from '@rectrace/kube';
import { ApiError } from '../errors.ts';
import type { ApiRequest, ApiResponse, ApiStream, Transport } from '../transport/transport.ts';
import { formatTarget } from '../transport/transport.ts';

/** A JSON body, the text of one, lines of a stream, or an error to throw. */
export type ScriptedAnswer = Json | object | Error | ((request: ApiRequest) => Json | object | Error);

export class ScriptedTransport implements Transport {
  readonly asked: ApiRequest[] = [];
  readonly #answers: { [target: string]: ScriptedAnswer };

  /** Keys: '/path', '/path?query' (tried first) or 'METHOD /path'. */
  constructor(answers: { readonly [target: string]: ScriptedAnswer }) {
    this.#answers = { ...answers };
  }

  answer(target: string, answer: ScriptedAnswer): void {
    this.#answers[target] = answer;
  }

  async request(request: ApiRequest): Promise<ApiResponse> {
    const answer = this.#take(request);
    if (answer instanceof Error) throw answer;
    return { code: 200, headers: {}, text: typeof answer === 'string' ? answer : formatJson(answer) };
  }

  async stream(request: ApiRequest): Promise<ApiStream> {
    const answer = this.#take(request);
    if (answer instanceof Error) throw answer;
    const lines = (Array.isArray(answer) ? answer : []).map((line: unknown) =>
      typeof line === 'string' ? line : formatJson(line as object),
    );
    return { code: 200, headers: {}, lines: streamed(lines) };
  }

  #take(request: ApiRequest): Exclude<ScriptedAnswer, (request: ApiRequest) => unknown> {
    this.asked.push(request);
    const keys = [formatTarget(request), `${request.method} ${request.path}`, request.path];
    const key = keys.find((candidate) => Object.hasOwn(this.#answers, candidate));
    const answer = key === undefined ? notFound(request) : (this.#answers[key] ?? null);
    return typeof answer === 'function' ? (answer as (request: ApiRequest) => Json | object | Error)(request) : answer;
  }
}

async function* streamed(lines: readonly string[]): AsyncGenerator<string> {
  yield* lines;
}

function notFound(request: ApiRequest): ApiError {
  return new ApiError({ code: 404, reason: 'NotFound', message: 'the server could not find the requested resource' }, request);
}
