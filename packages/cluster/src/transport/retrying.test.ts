import { SteppedClock } from '@rectrace/testing';
import { describe, expect, test } from 'vitest';
import { ApiError, ConnectionCut, ServerUnreachable } from '../errors.ts';
import { retrying } from './retrying.ts';
import type { ApiRequest, ApiResponse, HttpMethod, Transport } from './transport.ts';

const OK: ApiResponse = { code: 200, headers: {}, text: 'ok' };
const TOO_LARGE = { causes: [{ reason: 'ResourceVersionTooLarge' }] };

function refused(code: number, more: object = {}): ApiError {
  return new ApiError({ code, reason: '', message: 'no', ...more }, { method: 'GET', path: '/x' });
}

function answering(...answers: readonly (Error | ApiResponse)[]): { readonly transport: Transport; readonly asked: ApiRequest[] } {
  const asked: ApiRequest[] = [];
  const next = async (request: ApiRequest): Promise<ApiResponse> => {
    const answer = answers[asked.length];
    asked.push(request);
    if (answer instanceof Error) throw answer;
    return answer ?? OK;
  };
  return { asked, transport: { request: next, stream: () => Promise.reject(new Error('not asked for here')) } };
}

async function outcome(request: Partial<ApiRequest>, answers: readonly (Error | ApiResponse)[], waitMs = 60_000): Promise<string> {
  const clock = new SteppedClock(0);
  const { transport, asked } = answering(...answers);
  const wrapped = retrying(transport, { clock, random: () => 0.5, retries: 3, backoff: { baseMs: 200, maxMs: 5_000 } });
  const answer = wrapped.request({ method: 'GET', path: '/x', ...request }).then(
    () => 'answered',
    (error: unknown) => (error as { code?: string }).code ?? 'other',
  );
  await clock.advance(waitMs);
  return `${await Promise.race([answer, Promise.resolve('waiting')])} after ${asked.length}`;
}

describe('what is asked again', () => {
  test.each<readonly [string, { readonly method: HttpMethod; readonly answers: readonly Error[]; readonly expected: string }]>([
    ['a read on 500', { method: 'GET', answers: [refused(500)], expected: 'answered after 2' }],
    ['a read on 503 and 504', { method: 'GET', answers: [refused(503), refused(504)], expected: 'answered after 3' }],
    ['a read on a cut connection', { method: 'GET', answers: [new ConnectionCut('cut')], expected: 'answered after 2' }],
    [
      'a read three times at most',
      { method: 'GET', answers: [refused(500), refused(500), refused(500), refused(500)], expected: 'API_REFUSED after 4' },
    ],
    ['a write on 429', { method: 'POST', answers: [refused(429)], expected: 'answered after 2' }],
    ['no write on 500', { method: 'PATCH', answers: [refused(500)], expected: 'API_REFUSED after 1' }],
    ['no write on a cut connection', { method: 'PUT', answers: [new ConnectionCut('cut')], expected: 'CONNECTION_CUT after 1' }],
    ['nothing on 404', { method: 'GET', answers: [refused(404)], expected: 'API_REFUSED after 1' }],
    ['nothing on 410', { method: 'GET', answers: [refused(410)], expected: 'API_REFUSED after 1' }],
    ['nothing where nobody listens', { method: 'GET', answers: [new ServerUnreachable('no')], expected: 'SERVER_UNREACHABLE after 1' }],
    [
      'nothing where the version is ahead of the server',
      { method: 'GET', answers: [refused(504, { details: TOO_LARGE })], expected: 'API_REFUSED after 1' },
    ],
  ])('%s', async (_title, { method, answers, expected }) => {
    expect(await outcome({ method }, answers)).toBe(expected);
  });
});

test('Retry-After is waited out, up to a minute', async () => {
  expect(await outcome({}, [refused(429, { retryAfterSeconds: 20 })], 19_000)).toBe('waiting after 1');
  expect(await outcome({}, [refused(429, { retryAfterSeconds: 20 })], 21_000)).toBe('answered after 2');
  expect(await outcome({}, [refused(429, { retryAfterSeconds: 7_200 })], 61_000)).toBe('answered after 2');
});

test('retries of the request count before those of the connection', async () => {
  expect(await outcome({ retries: 0 }, [refused(500)])).toBe('API_REFUSED after 1');
});

test('an abort ends the wait', async () => {
  const clock = new SteppedClock(0);
  const stop = new AbortController();
  const { transport } = answering(refused(500));
  const wrapped = retrying(transport, { clock, random: () => 0, retries: 3, backoff: { baseMs: 200, maxMs: 5_000 } });
  const answer = wrapped.request({ method: 'GET', path: '/x', signal: stop.signal });
  const seen = expect(answer).rejects.toThrow('enough');
  await clock.settle();
  stop.abort(new Error('enough'));
  await seen;
});
