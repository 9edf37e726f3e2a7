// A request whose resource has been found: what every verb starts from.
import type { ApiRequest } from '../api-request.ts';
import type { RequestInfo } from '../request-info.ts';
import type { ServedResource } from '../served-resource.ts';

export type Target = {
  readonly request: ApiRequest;
  readonly info: RequestInfo;
  readonly resource: ServedResource;
  /** Filled while the request is carried out; each becomes a Warning header. */
  readonly warnings: Set<string>;
};
