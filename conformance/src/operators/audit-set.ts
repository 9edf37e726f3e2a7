// What somebody asked of a server and how it answered, as a set: verb, resource, status.

/** An audit.k8s.io/v1 Event, as far as it is read. */
export type AuditLine = {
  readonly verb: string;
  readonly requestURI: string;
  readonly user: { readonly username?: string };
  readonly objectRef?: { readonly resource: string; readonly apiGroup?: string; readonly subresource?: string };
  readonly responseStatus?: { readonly code?: number; readonly reason?: string };
};

/** Whether two writers meet, whether a server is ready for a kind that was just defined, and what is cut off at the end, is chance. */
const TRIED_AGAIN = ['Conflict', 'TooManyRequests', 'Timeout'];

/** Sorted, e.g. `patch deployments.apps/status 200`; without what is tried again. */
export function auditSet(lines: readonly AuditLine[], user: string): readonly string[] {
  const asked = lines.filter((line) => line.user.username === user && !TRIED_AGAIN.includes(line.responseStatus?.reason ?? ''));
  return [...new Set(asked.map((line) => `${line.verb} ${resourceOf(line)} ${line.responseStatus?.code}`))].sort();
}

function resourceOf({ objectRef, requestURI }: AuditLine): string {
  if (objectRef === undefined) return requestURI.replace(/\?.*$/, '');
  const { resource, apiGroup, subresource } = objectRef;
  return `${resource}${apiGroup === undefined ? '' : `.${apiGroup}`}${subresource === undefined ? '' : `/${subresource}`}`;
}
