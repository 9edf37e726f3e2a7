// Answers of the read API, before they are written to a connection.

export type Reply =
  | { readonly kind: 'json'; readonly code: number; readonly body: object }
  /** NDJSON: one value a line, as they come. */
  | { readonly kind: 'lines'; readonly values: AsyncIterable<object> };

/** A refusal in the shape of Kubernetes' Status. */
export function refusal(code: number, message: string): Reply {
  const reason = REASONS[code] ?? 'InternalError';
  return { kind: 'json', code, body: { apiVersion: 'v1', kind: 'Status', status: 'Failure', code, reason, message } };
}

const REASONS: { readonly [code: number]: string } = {
  400: 'BadRequest',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'NotFound',
  405: 'MethodNotAllowed',
  503: 'ServiceUnavailable',
};
