// What -v=6 to 9 shows of each request, as kubectl: 6 the line, 7 headers too, 8 bodies up to 1,024 characters, 9 whole bodies. Nothing secret.

import { maskBody } from './mask-body.ts';
import type { Headers } from './transport.ts';

export type LoggedRequest = {
  readonly method: string;
  readonly url: string;
  readonly path: string;
  readonly headers: Headers;
  readonly body: string;
};

export interface RequestLog {
  sent(request: LoggedRequest): void;
  answered(
    request: LoggedRequest,
    answer: { readonly code: number; readonly message: string; readonly headers: Headers; readonly ms: number },
  ): void;
  failed(request: LoggedRequest, failure: { readonly reason: string; readonly ms: number }): void;
  /** A body, or one line of a stream. */
  received(request: LoggedRequest, text: string): void;
}

const SHOWN_CHARACTERS = 1024;
const MASKED_HEADERS = /(^|-)(authorization|cookie|token)$/i;

const SILENT: RequestLog = {
  sent: () => undefined,
  answered: () => undefined,
  failed: () => undefined,
  received: () => undefined,
};

/** A log that writes whole lines to the sink; below 6 it writes nothing. */
export function requestLog(verbosity: number, write: (line: string) => void): RequestLog {
  if (verbosity < 6) return SILENT;
  const shorten = (text: string): string =>
    verbosity >= 9 || text.length <= SHOWN_CHARACTERS
      ? text
      : `${text.slice(0, SHOWN_CHARACTERS)} [${text.length - SHOWN_CHARACTERS} characters left out]`;
  const writeHeaders = (title: string, headers: Headers): void => {
    if (verbosity < 7) return;
    write(`${title}:`);
    for (const [name, value] of formatHeaders(headers)) write(`    ${name}: ${value}`);
  };
  return {
    sent(request) {
      if (verbosity >= 7) write(`${request.method} ${request.url}`);
      writeHeaders('Request Headers', request.headers);
      if (verbosity >= 8 && request.body !== '') write(`Request Body: ${shorten(maskBody(request.body, request.path))}`);
    },
    answered(request, { code, message, headers, ms }) {
      write(`${request.method} ${request.url} ${code} ${message} in ${ms} milliseconds`);
      writeHeaders('Response Headers', headers);
    },
    failed(request, { reason, ms }) {
      write(`${request.method} ${request.url} failed in ${ms} milliseconds: ${reason}`);
    },
    received(request, text) {
      if (verbosity >= 8) write(`Response Body: ${shorten(maskBody(text, request.path))}`);
    },
  };
}

function formatHeaders(headers: Headers): readonly (readonly [string, string])[] {
  const names = Object.keys(headers).sort();
  return names.map((name) => [name, MASKED_HEADERS.test(name) ? '<masked>' : String(headers[name] ?? '')]);
}
