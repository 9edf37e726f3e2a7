// Requests that go on for as long as the client likes.
import type { RequestInfo } from './request-info.ts';

const VERBS = ['watch', 'proxy'];
const SUBRESOURCES = ['attach', 'exec', 'proxy', 'log', 'portforward'];

export function isLongRunning({ isResourceRequest, verb, subresource }: RequestInfo): boolean {
  return isResourceRequest && (VERBS.includes(verb) || SUBRESOURCES.includes(subresource));
}
