// eviction: deletes a pod if its disruption budget allows it.
import type { JsonObject } from '@rectrace/kube';
import { isJsonObject, listAt, matchesSelector, parseSelectorObject, stringAt, valueAt } from '@rectrace/kube';
import { mutateAdmitted, validateAdmitted } from '../admission/admission-plugin.ts';
import type { ApiResponse } from '../api-request.ts';
import type { Draft } from '../draft.ts';
import { draftOf, ensureChild } from '../draft.ts';
import type { Environment } from '../environment.ts';
import { badRequest, conflict, failure, forbidden, notFound, tooManyRequests } from '../failures.ts';
import { generationOf, isDeleting, labelsOf, nameOf, numberAt, resourceVersionOf, uidOf, withTidyMetadata } from '../metadata.ts';
import type { DeleteOptions } from '../options/delete-options.ts';
import { deleteOptionsOf } from '../options/delete-options.ts';
import { writeOptionsIn } from '../options/write-options.ts';
import { deleteObject } from '../registry/delete-object.ts';
import type { ObjectScope } from '../registry/registry.ts';
import { admissionOf, placeOf } from '../registry/registry.ts';
import type { ServedResource } from '../served-resource.ts';
import { answerValue } from '../verbs/answer.ts';
import { negotiateAnswer } from '../verbs/negotiate.ts';
import { managerOf, scopeOf } from '../verbs/object-scope.ts';
import { readObject } from '../verbs/read-body.ts';
import type { Target } from '../verbs/target.ts';
import { noteCreation } from './note-creation.ts';
import { setPodCondition } from './pod-condition.ts';

const BUDGETS = 'poddisruptionbudgets.policy';
const VIOLATES = "Cannot evict pod as it would violate the pod's disruption budget.";
const MOST_DISRUPTED = 2000;
const BUDGET = { group: 'policy', resource: 'poddisruptionbudget' };

/** `eviction`: the kind that the body is of. @throws RequestRefused */
export async function handleEviction(environment: Environment, target: Target, eviction: ServedResource): Promise<ApiResponse> {
  const media = negotiateAnswer(environment, target);
  const write = writeOptionsIn(target.request.query, 'CreateOptions');
  const { draft, sent } = readObject(environment, { ...target, resource: eviction }, write.fieldValidation);
  if (target.info.name !== nameOf(draft)) throw badRequest('name in URL does not match name in Eviction object');
  const body = valueAt(draft, ['deleteOptions']);
  const options = deleteOptionsOf(isJsonObject(body) ? body : {});
  const scope = scopeOf(environment, target, { ...write, dryRun: write.dryRun || options.dryRun });
  noteCreation(draft, { scope, shown: eviction, sent, manager: managerOf(write.fieldManager, target.request.headers.userAgent) });
  const request = admissionOf(scope, { operation: 'CREATE', object: draft, shown: eviction });
  await mutateAdmitted(environment.registry.admission, request);
  await validateAdmitted(environment.registry.admission, request);
  await evict(environment, scope, options);
  return answerValue(target, {
    status: 201,
    media,
    value: { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success', code: 201 },
  });
}

async function evict(environment: Environment, scope: ObjectScope, options: DeleteOptions): Promise<void> {
  const pod = currentPod(environment, scope);
  if (!isDisposable(pod)) askBudget(environment, scope, pod);
  const known = markDisrupted(environment, scope, options);
  const { preconditions } = options;
  const fresh = preconditions.resourceVersion === undefined ? preconditions : { ...preconditions, resourceVersion: known };
  // The deletion itself is not asked about again.
  await deleteObject(environment.registry, scope, { options: { ...options, preconditions: fresh }, admit: async () => undefined });
}

function currentPod({ store }: Environment, scope: ObjectScope): JsonObject {
  const stored = store.get(placeOf(scope, scope.name));
  if (stored === undefined) throw notFound(scope.resource, scope.name);
  return stored.object;
}

function isDisposable(pod: JsonObject): boolean {
  return isDeleting(pod) || ['Succeeded', 'Failed', 'Pending'].includes(stringAt(pod, ['status', 'phase']) ?? '');
}

/** Takes one disruption of the pod's budget. @throws RequestRefused (429) where there is none left. */
function askBudget(environment: Environment, scope: ObjectScope, pod: JsonObject): void {
  const { view } = environment.registry.admission;
  const [budget, ...others] = view.list(BUDGETS, scope.namespace).filter((known) => covers(known, pod));
  if (others.length > 0) {
    const message = 'This pod has more than one PodDisruptionBudget, which the eviction subresource does not support.';
    throw failure({ code: 500, reason: '', message });
  }
  if (budget === undefined || isUnhealthyAllowed(budget, pod)) return;
  refuseUnlessAllowed(budget);
  if (!scope.dryRun) takeDisruption(environment, scope, budget);
}

function covers(budget: JsonObject, pod: JsonObject): boolean {
  const value = valueAt(budget, ['spec', 'selector']);
  const selector = parseSelectorObject(value);
  return isJsonObject(value) && selector.kind === 'selector' && matchesSelector(selector, labelsOf(pod));
}

function isUnhealthyAllowed(budget: JsonObject, pod: JsonObject): boolean {
  const ready = listAt(pod, ['status', 'conditions']).some(
    (condition) => stringAt(condition, ['type']) === 'Ready' && stringAt(condition, ['status']) === 'True',
  );
  if (ready) return false;
  if (stringAt(budget, ['spec', 'unhealthyPodEvictionPolicy']) === 'AlwaysAllow') return true;
  const desired = statusNumber(budget, 'desiredHealthy');
  return desired > 0 && statusNumber(budget, 'currentHealthy') >= desired;
}

function statusNumber(budget: JsonObject, field: string): number {
  return numberAt(budget, ['status', field]) ?? 0;
}

function refuseUnlessAllowed(budget: JsonObject): void {
  const name = nameOf(budget);
  if (statusNumber(budget, 'observedGeneration') < generationOf(budget)) {
    throw violates(`The disruption budget ${name} is still being processed by the server.`, 10);
  }
  const allowed = statusNumber(budget, 'disruptionsAllowed');
  if (allowed < 0) throw forbidden(BUDGET, name, 'pdb disruptions allowed is negative');
  const disrupted = valueAt(budget, ['status', 'disruptedPods']);
  if (isJsonObject(disrupted) && Object.keys(disrupted).length > MOST_DISRUPTED) {
    throw forbidden(BUDGET, name, 'DisruptedPods map too big - too many evictions not confirmed by PDB controller');
  }
  if (allowed === 0) throw violates(whyNot(budget), 0);
}

function violates(message: string, retryAfterSeconds: number): Error {
  const causes = [{ reason: 'DisruptionBudget', message }];
  return tooManyRequests(VIOLATES, { causes, ...(retryAfterSeconds === 0 ? {} : { retryAfterSeconds }) });
}

function whyNot(budget: JsonObject): string {
  const name = nameOf(budget);
  const condition = listAt(budget, ['status', 'conditions']).find((known) => stringAt(known, ['type']) === 'DisruptionAllowed');
  const message = stringAt(condition, ['status']) === 'False' ? (stringAt(condition, ['message']) ?? '') : '';
  const reason = stringAt(condition, ['reason']) ?? '';
  if (message !== '' && reason === 'SyncFailed') {
    return `The disruption budget ${name} does not allow evicting pods currently because it failed sync: ${message}`;
  }
  const [healthy, desired] = [statusNumber(budget, 'currentHealthy'), statusNumber(budget, 'desiredHealthy')];
  if (healthy <= desired) return `The disruption budget ${name} needs ${desired} healthy pods and has ${healthy} currently`;
  const why = message === '' ? '' : ` (${reason}): ${message}`;
  return `The disruption budget ${name} does not allow evicting pods currently${why}`;
}

function takeDisruption({ store }: Environment, scope: ObjectScope, budget: JsonObject): void {
  const draft = draftOf(budget);
  const status = ensureChild(draft, 'status');
  status['disruptionsAllowed'] = statusNumber(budget, 'disruptionsAllowed') - 1;
  if (status['disruptionsAllowed'] === 0) forbidMore(status, scope.now, generationOf(budget));
  ensureChild(status, 'disruptedPods')[scope.name] = scope.now;
  const place = { resource: BUDGETS, key: `${scope.namespace}/${nameOf(budget)}` };
  store.update(place, { object: draft, expected: Number(resourceVersionOf(budget)) });
}

function forbidMore(status: Draft, now: string, generation: number): void {
  const known = listAt(status, ['conditions']);
  const condition = {
    type: 'DisruptionAllowed',
    status: 'False',
    observedGeneration: generation,
    lastTransitionTime: now,
    reason: 'InsufficientPods',
    message: '',
  };
  status['conditions'] = [...known.filter((other) => stringAt(other, ['type']) !== 'DisruptionAllowed'), condition];
}

/** Says on the pod why it goes. Returns its resourceVersion. @throws RequestRefused where the preconditions do not hold. */
function markDisrupted({ store }: Environment, scope: ObjectScope, { preconditions }: DeleteOptions): string {
  const place = placeOf(scope, scope.name);
  const current = store.get(place);
  if (current === undefined) throw notFound(scope.resource, scope.name);
  const { uid, resourceVersion } = preconditions;
  const subject = { group: '', resource: 'Pod' };
  if (uid !== undefined && uid !== uidOf(current.object)) {
    const why = `the UID in the precondition (${uid}) does not match the UID in record (${uidOf(current.object)}). The object might have been deleted and then recreated`;
    throw conflict(subject, scope.name, why);
  }
  if (resourceVersion !== undefined && resourceVersion !== resourceVersionOf(current.object)) {
    const why = `the ResourceVersion in the precondition (${resourceVersion}) does not match the ResourceVersion in record (${resourceVersionOf(current.object)}). The object might have been modified`;
    throw conflict(subject, scope.name, why);
  }
  if (scope.dryRun) return resourceVersionOf(current.object);
  const pod = draftOf(current.object);
  setPodCondition(
    pod,
    { type: 'DisruptionTarget', status: 'True', reason: 'EvictionByEvictionAPI', message: 'Eviction API: evicting' },
    scope.now,
  );
  const updated = store.update(place, { object: withTidyMetadata(pod), expected: current.revision });
  return updated.kind === 'updated' ? String(updated.stored.revision) : resourceVersionOf(current.object);
}
