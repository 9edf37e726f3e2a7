// A transport that asks a token bucket before each request. An open stream costs its opening only.

import type { TokenBucket } from './token-bucket.ts';
import type { ApiRequest, ApiResponse, ApiStream, Transport } from './transport.ts';

/** Wraps a transport; waiting ends with the request's signal. */
export function rateLimited(inner: Transport, bucket: TokenBucket): Transport {
  return {
    async request(request: ApiRequest): Promise<ApiResponse> {
      await bucket.take(request.signal);
      return inner.request(request);
    },
    async stream(request: ApiRequest): Promise<ApiStream> {
      await bucket.take(request.signal);
      return inner.stream(request);
    },
  };
}
