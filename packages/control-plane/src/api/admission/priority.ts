// Priority: a pod's priority is what its class says, and only one class is the default.
import type { JsonObject } from '@rectrace/kube';
import { stringAt } from '@rectrace/kube';
import type { Draft } from '../draft.ts';
import { ensureChild } from '../draft.ts';
import { booleanAt, nameOf, numberAt } from '../metadata.ts';
import type { AdmissionPlugin, AdmissionRequest, AdmissionView } from './admission-plugin.ts';
import { createdOf, refusal, updatedOf } from './concerns.ts';

const CLASSES = 'priorityclasses.scheduling.k8s.io';
const DEFAULT_POLICY = 'PreemptLowerPriority';

export const priority: AdmissionPlugin = {
  name: 'Priority',
  mutate: (request, view) => {
    const created = createdOf(request, 'pods');
    if (created !== undefined) givePriority(request, view, created);
    const updated = updatedOf(request, 'pods');
    if (updated !== undefined) keepPriority(ensureChild(updated, 'spec'), request.old ?? {});
  },
  validate: (request, view) => {
    const changed = createdOf(request, CLASSES) ?? updatedOf(request, CLASSES);
    if (changed === undefined || booleanAt(changed, ['globalDefault']) !== true) return;
    const other = view.list(CLASSES, '').find((known) => booleanAt(known, ['globalDefault']) === true);
    if (other === undefined || nameOf(other) === nameOf(changed)) return;
    const why = `PriorityClass ${nameOf(other)} is already marked as default. Only one default can exist`;
    throw refusal(request, why);
  },
};

type Computed = { readonly className: string; readonly value: number; readonly policy: string };

function givePriority(request: AdmissionRequest, view: AdmissionView, pod: Draft): void {
  const spec = ensureChild(pod, 'spec');
  const computed = computePriority(request, view, stringAt(spec, ['priorityClassName']) ?? '');
  const given = numberAt(spec, ['priority']);
  const refuse = (why: string): Error => refusal(request, `${why} from the given PriorityClass name`);
  if (given !== undefined && given !== computed.value)
    throw refuse(
      `the integer value of priority (${given}) must not be provided in pod spec; priority admission controller computed ${computed.value}`,
    );
  const policy = stringAt(spec, ['preemptionPolicy']);
  if (policy !== undefined && policy !== computed.policy)
    throw refuse(
      `the string value of PreemptionPolicy (${policy}) must not be provided in pod spec; priority admission controller computed ${computed.policy}`,
    );
  if (computed.className !== '') spec['priorityClassName'] = computed.className;
  spec['priority'] = computed.value;
  spec['preemptionPolicy'] = computed.policy;
}

function computePriority(request: AdmissionRequest, view: AdmissionView, name: string): Computed {
  if (name !== '') {
    const found = view.get(CLASSES, '', name);
    if (found === undefined) throw refusal(request, `no PriorityClass with name ${name} was found`);
    return computedOf(found);
  }
  const defaults = view.list(CLASSES, '').filter((known) => booleanAt(known, ['globalDefault']) === true);
  const [lowest] = defaults.toSorted((left, right) => classValue(left) - classValue(right));
  return lowest === undefined ? { className: '', value: 0, policy: DEFAULT_POLICY } : computedOf(lowest);
}

function computedOf(priorityClass: JsonObject): Computed {
  const policy = stringAt(priorityClass, ['preemptionPolicy']) ?? DEFAULT_POLICY;
  return { className: nameOf(priorityClass), value: classValue(priorityClass), policy };
}

function classValue(priorityClass: JsonObject): number {
  return numberAt(priorityClass, ['value']) ?? 0;
}

/** What an update leaves out stays as it was. */
function keepPriority(spec: Draft, old: JsonObject): void {
  const [value, policy] = [numberAt(old, ['spec', 'priority']), stringAt(old, ['spec', 'preemptionPolicy'])];
  if (spec['priority'] === undefined && value !== undefined) spec['priority'] = value;
  if (spec['preemptionPolicy'] === undefined && policy !== undefined) spec['preemptionPolicy'] = policy;
}
