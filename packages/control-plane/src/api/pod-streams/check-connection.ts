// What the API server asks before it lets a client speak with a pod.
import { attributesOf } from '../authorization/request-attributes.ts';
import type { Environment } from '../environment.ts';
import { badRequest, forbidden } from '../failures.ts';
import type { Target } from '../verbs/target.ts';

/** @throws RequestRefused (400) */
export function checkConnectable({ request }: Target): void {
  if (request.query.has('dryRun')) throw badRequest('dryRun is not supported');
}

/** Whoever asks by GET, as WebSockets do, needs the right to create, too. @throws RequestRefused (403) */
export function checkMayCreate({ authorizer }: Environment, { request, info, resource }: Target): void {
  if (info.verb === 'create') return;
  const decision = authorizer.decide({ ...attributesOf(request, info), verb: 'create' });
  if (!decision.allowed) throw forbidden(resource, info.name, decision.reason);
}

/** @throws RequestRefused (400) where the client can say nothing more after its request */
export function checkUpgrade({ request }: Target): void {
  if (request.upgrade !== true) throw badRequest('Upgrade request required');
}
