// Status objects as an API server answers them.

const REASONS: Readonly<Record<number, readonly [reason: string, message: string]>> = {
  403: ['Forbidden', 'forbidden'],
  404: ['NotFound', 'the server could not find the requested resource'],
  409: ['Conflict', 'the object has been modified; please apply your changes to the latest version and try again'],
  410: ['Expired', 'too old resource version'],
  429: ['TooManyRequests', 'the server has received too many requests and has asked us to try again later'],
  500: ['InternalError', 'an error on the server has prevented the request from succeeding'],
  503: ['ServiceUnavailable', 'the server is currently unable to handle the request'],
  504: ['Timeout', 'Too large resource version'],
};

export function statusBody(code: number, retryAfterSeconds?: number): object {
  const [reason, message] = REASONS[code] ?? ['Unknown', `status ${code}`];
  const details = retryAfterSeconds === undefined ? {} : { details: { retryAfterSeconds } };
  return { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure', message, reason, ...details, code };
}
