// RuntimeClass: a pod gets the overhead and the places of the class that it names.
import type { JsonObject } from '@rectrace/kube';
import { isJsonObject, jsonEquals, listAt, stringAt, valueAt } from '@rectrace/kube';
import type { Draft } from '../draft.ts';
import { ensureChild } from '../draft.ts';
import { textsAt } from '../metadata.ts';
import type { AdmissionPlugin, AdmissionRequest, AdmissionView } from './admission-plugin.ts';
import { createdOf, refusal } from './concerns.ts';

export const runtimeClass: AdmissionPlugin = {
  name: 'RuntimeClass',
  mutate: (request, view) => {
    const pod = createdOf(request, 'pods');
    if (pod === undefined) return;
    const spec = ensureChild(pod, 'spec');
    const found = classOf(request, view, spec);
    if (found === undefined) return;
    giveOverhead(request, spec, valueAt(found, ['overhead', 'podFixed']));
    givePlaces(request, spec, found);
  },
  validate: (request, view) => {
    const pod = createdOf(request, 'pods');
    if (pod === undefined || classOf(request, view, pod['spec'] as JsonObject) !== undefined) return;
    if (isJsonObject(valueAt(pod, ['spec', 'overhead'])))
      throw refusal(request, 'pod rejected: Pod Overhead set without corresponding RuntimeClass defined Overhead');
  },
};

function classOf(request: AdmissionRequest, view: AdmissionView, spec: JsonObject): JsonObject | undefined {
  const name = stringAt(spec, ['runtimeClassName']);
  if (name === undefined) return undefined;
  const found = view.get('runtimeclasses.node.k8s.io', '', name);
  if (found === undefined) throw refusal(request, `pod rejected: RuntimeClass ${JSON.stringify(name)} not found`);
  return found;
}

function giveOverhead(request: AdmissionRequest, spec: Draft, overhead: JsonObject[string] | undefined): void {
  if (!isJsonObject(overhead)) return;
  const own = spec['overhead'];
  if (own !== undefined && !jsonEquals(own, overhead))
    throw refusal(request, "pod rejected: Pod's Overhead doesn't match RuntimeClass's defined Overhead");
  spec['overhead'] = overhead;
}

function givePlaces(request: AdmissionRequest, spec: Draft, found: JsonObject): void {
  const wanted = textsAt(found, ['scheduling', 'nodeSelector']);
  const own = textsAt(spec, ['nodeSelector']);
  const conflict = Object.keys(wanted).find((key) => own[key] !== undefined && own[key] !== wanted[key]);
  if (conflict !== undefined)
    throw refusal(
      request,
      `conflict: runtimeClass.scheduling.nodeSelector[${conflict}] = ${wanted[conflict]}; pod.spec.nodeSelector[${conflict}] = ${own[conflict]}`,
    );
  if (Object.keys(wanted).length > 0) spec['nodeSelector'] = { ...own, ...wanted };
  const tolerations = listAt(found, ['scheduling', 'tolerations']);
  const missing = tolerations.filter((one) => !listAt(spec, ['tolerations']).some((known) => jsonEquals(known, one)));
  if (missing.length > 0) spec['tolerations'] = [...listAt(spec, ['tolerations']), ...missing];
}
