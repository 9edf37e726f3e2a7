// What server this is.

import type { Cancellation } from '@rectrace/kube';
import { parseJson, stringAt } from '@rectrace/kube';
import { AnswerGarbled, reasonOf } from '../errors.ts';
import type { Transport } from '../transport/transport.ts';
import { parseHttpDate } from './http-date.ts';

/** date: the server's clock when it answered, milliseconds since the epoch, from the Date header (whole seconds); absent without one. */
export type ServerVersion = {
  readonly version: string;
  readonly major: string;
  readonly minor: string;
  readonly platform: string;
  readonly date?: number;
};

/** 'v1.35.4' and more. @throws ApiError, TransportError */
export async function readServerVersion(transport: Transport, signal?: Cancellation): Promise<ServerVersion> {
  const { text, headers } = await transport.request({ method: 'GET', path: '/version', ...(signal === undefined ? {} : { signal }) });
  try {
    const body = parseJson(text);
    const field = (name: string): string => stringAt(body, [name]) ?? '';
    const date = parseHttpDate(String(headers['date'] ?? ''));
    return {
      version: field('gitVersion'),
      major: field('major'),
      minor: field('minor'),
      platform: field('platform'),
      ...(date === undefined ? {} : { date }),
    };
  } catch (error) {
    throw new AnswerGarbled(`GET /version: the answer is no JSON (${reasonOf(error)}); is this address an API server?`, error);
  }
}
