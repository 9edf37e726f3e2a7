// create
import type { Json, JsonObject } from '@rectrace/kube';
import { jsonEquals, listAt } from '@rectrace/kube';
import { mutateAdmitted } from '../admission/admission-plugin.ts';
import type { ApiResponse } from '../api-request.ts';
import type { Draft } from '../draft.ts';
import type { Environment } from '../environment.ts';
import { noteWrite } from '../field-manager.ts';
import { metadataOf, nameOf } from '../metadata.ts';
import type { WriteOptions } from '../options/write-options.ts';
import { writeOptionsIn } from '../options/write-options.ts';
import { createObject, ensureNamespace } from '../registry/create-object.ts';
import type { ObjectScope } from '../registry/registry.ts';
import { admissionOf } from '../registry/registry.ts';
import { answerObject } from './answer.ts';
import { negotiateAnswer } from './negotiate.ts';
import { managerOf, scopeOf } from './object-scope.ts';
import { quotingSent } from './quote-sent.ts';
import { readObject } from './read-body.ts';
import type { Target } from './target.ts';

const SYSTEM_FIELDS = ['creationTimestamp', 'uid', 'deletionTimestamp', 'deletionGracePeriodSeconds', 'selfLink'];
const TWICE =
  '.metadata.ownerReferences contains duplicate entries; API server dedups owner references in 1.20+, and may reject such requests as early as 1.24; please fix your requests; duplicate UID(s) observed: ';
const TWICE_ADMITTED =
  '.metadata.ownerReferences contains duplicate entries after mutating admission happens; API server dedups owner references in 1.20+, and may reject such requests as early as 1.24; please fix your requests; duplicate UID(s) observed: ';

/** @throws RequestRefused */
export async function handleCreate(environment: Environment, target: Target): Promise<ApiResponse> {
  const media = negotiateAnswer(environment, target);
  const options = writeOptionsIn(target.request.query, 'CreateOptions');
  const { draft, sent } = readObject(environment, target, options.fieldValidation);
  const stored = await createFrom(environment, target, { draft, sent, options });
  return answerObject(environment, target, { stored, status: 201, media });
}

type Creation = { readonly draft: Draft; readonly sent: Json; readonly options: WriteOptions };

/** Everything between the decoded body and the stored object. @throws RequestRefused */
async function createFrom(environment: Environment, target: Target, { draft, sent, options }: Creation): Promise<JsonObject> {
  const scope = creationScope(scopeOf(environment, target, options), draft);
  const { resource } = target;
  for (const field of SYSTEM_FIELDS) delete metadataOf(draft)[field];
  ensureNamespace(draft, isNamespace(scope) ? '' : target.info.namespace);
  dropRepeatedOwners(draft, (uids) => scope.warn(TWICE + uids));
  const manager = managerOf(options.fieldManager, target.request.headers.userAgent);
  noteWrite(draft, undefined, { resource, subresource: scope.subresource, manager, now: scope.now, sent });
  await mutateAdmitted(environment.registry.admission, admissionOf(scope, { operation: 'CREATE', object: draft }));
  dropRepeatedOwners(draft, (uids) => scope.warn(TWICE_ADMITTED + uids));
  return quotingSent(
    () => sent,
    () => createObject(environment.registry, scope, draft),
  );
}

function creationScope(scope: ObjectScope, draft: Draft): ObjectScope {
  const name = nameOf(draft);
  return isNamespace(scope) ? { ...scope, name, namespace: name } : { ...scope, name };
}

function isNamespace({ resource }: ObjectScope): boolean {
  return resource.group === '' && resource.resource === 'namespaces';
}

/** Owner references that stand twice count once; their uids are told. */
export function dropRepeatedOwners(draft: Draft, tell: (uids: string) => void): void {
  const owners = listAt(draft, ['metadata', 'ownerReferences']);
  const kept = owners.filter((owner, index) => !owners.slice(0, index).some((earlier) => jsonEquals(earlier, owner)));
  if (kept.length === owners.length) return;
  const dropped = owners.filter((owner) => !kept.includes(owner)).map((owner) => String((owner as JsonObject)['uid']));
  metadataOf(draft)['ownerReferences'] = kept;
  tell(dropped.join(', '));
}

export { TWICE, TWICE_ADMITTED };
