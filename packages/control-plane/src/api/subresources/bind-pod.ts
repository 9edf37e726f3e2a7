// binding: assigns a pod to a node, once.
import type { JsonObject } from '@rectrace/kube';
import { listAt, stringAt } from '@rectrace/kube';
import { mutateAdmitted, validateAdmitted } from '../admission/admission-plugin.ts';
import type { ApiResponse } from '../api-request.ts';
import type { Draft } from '../draft.ts';
import { draftOf, ensureChild } from '../draft.ts';
import type { Environment } from '../environment.ts';
import { badRequest, conflict, failure, notFound } from '../failures.ts';
import type { FieldError } from '../field-error.ts';
import { formatFieldErrors, notSupported, required } from '../field-error.ts';
import { annotationsOf, isDeleting, labelsOf, nameOf, resourceVersionOf, uidOf, withTidyMetadata } from '../metadata.ts';
import { writeOptionsIn } from '../options/write-options.ts';
import type { ObjectScope } from '../registry/registry.ts';
import { admissionOf, placeOf } from '../registry/registry.ts';
import { storageConflict } from '../registry/update-object.ts';
import type { ServedResource } from '../served-resource.ts';
import { answerValue } from '../verbs/answer.ts';
import { negotiateAnswer } from '../verbs/negotiate.ts';
import { managerOf, scopeOf } from '../verbs/object-scope.ts';
import { readObject } from '../verbs/read-body.ts';
import type { Target } from '../verbs/target.ts';
import { noteCreation } from './note-creation.ts';
import { setPodCondition } from './pod-condition.ts';

const PODS = { group: '', resource: 'pods' };

/** `binding`: the kind that the body is of. @throws RequestRefused */
export async function handleBinding(environment: Environment, target: Target, binding: ServedResource): Promise<ApiResponse> {
  const media = negotiateAnswer(environment, target);
  const options = writeOptionsIn(target.request.query, 'CreateOptions');
  const { draft, sent } = readObject(environment, { ...target, resource: binding }, options.fieldValidation);
  const name = target.info.name === '' ? nameOf(draft) : target.info.name;
  if (name !== nameOf(draft)) throw badRequest('name in URL does not match name in Binding object');
  const errors = bindingErrors(draft);
  if (errors.length > 0) throw failure({ code: 500, reason: '', message: formatFieldErrors(errors) });
  const pods = environment.catalog.lookup('', 'v1', 'pods');
  if (pods.kind !== 'found') throw notFound(PODS, name);
  const scope = { ...scopeOf(environment, target, options), resource: pods.resource, subresource: 'binding', name };
  noteCreation(draft, { scope, shown: binding, sent, manager: managerOf(options.fieldManager, target.request.headers.userAgent) });
  const admitted = admissionOf(scope, { operation: 'CREATE', object: draft, shown: binding });
  await mutateAdmitted(environment.registry.admission, admitted);
  await validateAdmitted(environment.registry.admission, admitted);
  assign(environment, scope, draft);
  return answerValue(target, {
    status: 201,
    media,
    value: { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success', code: 201 },
  });
}

function bindingErrors(binding: Draft): readonly FieldError[] {
  const kind = stringAt(binding, ['target', 'kind']) ?? '';
  return [
    ...(kind === '' || kind === 'Node' ? [] : [notSupported('target.kind', kind, ['Node', '<empty>'])]),
    ...((stringAt(binding, ['target', 'name']) ?? '') === '' ? [required('target.name')] : []),
  ];
}

function assign({ store }: Environment, scope: ObjectScope, binding: Draft): void {
  const place = placeOf(scope, scope.name);
  const current = store.get(place);
  if (current === undefined) throw notFound(PODS, scope.name);
  checkPreconditions(scope, binding, current.object);
  const refusal = whyUnassignable(current.object);
  if (refusal !== undefined) throw conflict({ group: '', resource: 'pods/binding' }, scope.name, refusal);
  const pod = assigned(draftOf(current.object), binding, scope.now);
  if (!scope.dryRun) store.update(place, { object: withTidyMetadata(pod), expected: current.revision });
}

function checkPreconditions(scope: ObjectScope, binding: Draft, pod: JsonObject): void {
  const uid = uidOf(binding);
  if (uid !== '' && uid !== uidOf(pod))
    throw storageConflict(scope, `Precondition failed: UID in precondition: ${uid}, UID in object meta: ${uidOf(pod)}`);
  const version = resourceVersionOf(binding);
  if (version === '' || version === resourceVersionOf(pod)) return;
  throw storageConflict(
    scope,
    `Precondition failed: ResourceVersion in precondition: ${version}, ResourceVersion in object meta: ${resourceVersionOf(pod)}`,
  );
}

function whyUnassignable(pod: JsonObject): string | undefined {
  const name = nameOf(pod);
  const node = stringAt(pod, ['spec', 'nodeName']) ?? '';
  if (isDeleting(pod)) return `pod ${name} is being deleted, cannot be assigned to a host`;
  if (node !== '') return `pod ${name} is already assigned to node ${JSON.stringify(node)}`;
  return listAt(pod, ['spec', 'schedulingGates']).length > 0 ? `pod ${name} has non-empty .spec.schedulingGates` : undefined;
}

function assigned(pod: Draft, binding: Draft, now: string): Draft {
  ensureChild(pod, 'spec')['nodeName'] = stringAt(binding, ['target', 'name']) ?? '';
  delete ensureChild(pod, 'status')['nominatedNodeName'];
  const metadata = ensureChild(pod, 'metadata');
  Object.assign(ensureChild(metadata, 'annotations'), annotationsOf(binding));
  Object.assign(ensureChild(metadata, 'labels'), labelsOf(binding));
  setPodCondition(pod, { type: 'PodScheduled', status: 'True' }, now);
  return pod;
}
