// PersistentVolumeClaimResize: a claim only grows once it is bound, and only where its class lets volumes grow.
import type { JsonObject } from '@rectrace/kube';
import { compareQuantities, parseQuantity, type Quantity, stringAt, valueAt } from '@rectrace/kube';
import { booleanAt } from '../metadata.ts';
import type { AdmissionPlugin, AdmissionView } from './admission-plugin.ts';
import { refusal, updatedOf } from './concerns.ts';

const CLASSES = 'storageclasses.storage.k8s.io';
const NOT_RESIZABLE = 'only dynamically provisioned pvc can be resized and the storageclass that provisions the pvc must support resize';

export const claimResize: AdmissionPlugin = {
  name: 'PersistentVolumeClaimResize',
  validate: (request, view) => {
    const claim = updatedOf(request, 'persistentvolumeclaims');
    const { old } = request;
    if (claim === undefined || old === undefined || !grows(old, claim)) return;
    if (stringAt(old, ['status', 'phase']) !== 'Bound') throw refusal(request, 'Only bound persistent volume claims can be expanded');
    if (!mayGrow(view, old)) throw refusal(request, NOT_RESIZABLE);
  },
};

function grows(old: JsonObject, claim: JsonObject): boolean {
  const [before, after] = [sizeOf(old), sizeOf(claim)];
  return before !== undefined && after !== undefined && compareQuantities(after, before) > 0;
}

function sizeOf(claim: JsonObject): Quantity | undefined {
  const text = valueAt(claim, ['spec', 'resources', 'requests', 'storage']);
  const quantity = typeof text === 'string' ? parseQuantity(text) : undefined;
  return quantity?.kind === 'quantity' ? quantity : undefined;
}

function mayGrow(view: AdmissionView, claim: JsonObject): boolean {
  const name = stringAt(claim, ['spec', 'storageClassName']) ?? '';
  const found = name === '' ? undefined : view.get(CLASSES, '', name);
  return found !== undefined && booleanAt(found, ['allowVolumeExpansion']) === true;
}
