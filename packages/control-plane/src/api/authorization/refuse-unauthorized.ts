// Refuses what the authorizer does not allow, in the API server's words.
import type { RequestRefused } from '../../errors.ts';
import type { Annotate } from '../annotate.ts';
import { forbidden, quote } from '../failures.ts';
import type { Authorizer, RequestAttributes } from './authorizer.ts';

const DECISION = 'authorization.k8s.io/decision';
const REASON = 'authorization.k8s.io/reason';

/** `annotate`: told of the decision. @throws RequestRefused (403) */
export function refuseUnauthorized(authorizer: Authorizer, attributes: RequestAttributes, annotate?: Annotate): void {
  const decision = authorizer.decide(attributes);
  annotate?.(DECISION, decision.allowed ? 'allow' : 'forbid');
  annotate?.(REASON, decision.reason);
  if (!decision.allowed) throw forbiddenFor(attributes, decision.reason);
}

function forbiddenFor(attributes: RequestAttributes, reason: string): RequestRefused {
  const message = reason === '' ? textOf(attributes) : `${textOf(attributes)}: ${reason}`;
  if (attributes.kind === 'path') return forbidden({ group: '', resource: '' }, '', message);
  return forbidden({ group: attributes.group, resource: attributes.resource }, attributes.name, message);
}

function textOf(attributes: RequestAttributes): string {
  const user = `User ${quote(attributes.user.name)} cannot ${attributes.verb}`;
  if (attributes.kind === 'path') return `${user} path ${quote(attributes.path)}`;
  const { resource, subresource, group, namespace } = attributes;
  const what = quote(subresource === '' ? resource : `${resource}/${subresource}`);
  const where = namespace === '' ? 'at the cluster scope' : `in the namespace ${quote(namespace)}`;
  return `${user} resource ${what} in API group ${quote(group)} ${where}`;
}
