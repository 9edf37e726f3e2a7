// scale of the built-in workloads: autoscaling/v1 Scale, read from and written to spec.replicas.
import type { Json, JsonObject } from '@rectrace/kube';
import { isJsonObject, valueAt } from '@rectrace/kube';
import type { Draft } from '../draft.ts';
import { draftOf, ensureChild } from '../draft.ts';
import { conflict, invalid } from '../failures.ts';
import { invalidValue } from '../field-error.ts';
import { metadataOf, nameOf, numberAt, resourceVersionOf, uidOf } from '../metadata.ts';
import { formatSelectorText } from '../selectors/format-selector.ts';
import type { Projection, ScaleKind, ServedResource } from '../served-resource.ts';
import { dns1123Subdomain } from '../validation/name-rules.ts';
import { validateObjectMeta } from '../validation/object-meta.ts';

export function scaleProjection(resource: ServedResource, { codec, merging }: ScaleKind): Projection {
  return {
    shown: { ...resource, group: 'autoscaling', version: 'v1', kind: 'Scale', codec, merging },
    project: (stored) => projectScale(stored, resource),
    absorb: (written, current) => absorbScale(written, current, resource),
  };
}

function projectScale(stored: JsonObject, { storage }: ServedResource): JsonObject {
  const selector = valueAt(stored, ['spec', 'selector']);
  const text = storage === 'replicationcontrollers' ? formatPlain(selector) : formatSelectorText(selector);
  return {
    metadata: scaleMetadata(stored),
    spec: optional('replicas', numberAt(stored, ['spec', 'replicas']) || undefined),
    status: { replicas: numberAt(stored, ['status', 'replicas']) ?? 0, ...optional('selector', text || undefined) },
  };
}

/** What a Scale shows of its object's metadata. */
export function scaleMetadata(stored: JsonObject): JsonObject {
  const metadata = valueAt(stored, ['metadata']);
  const fields = ['name', 'namespace', 'uid', 'resourceVersion', 'creationTimestamp'];
  return Object.fromEntries(
    fields.flatMap((field) => (isJsonObject(metadata) && metadata[field] !== undefined ? [[field, metadata[field]]] : [])),
  );
}

function optional(key: string, value: Json | undefined): JsonObject {
  return value === undefined ? {} : { [key]: value };
}

function formatPlain(selector: Json | undefined): string {
  return isJsonObject(selector) ? formatSelectorText({ matchLabels: selector }) : '';
}

function absorbScale(written: Draft, current: JsonObject, resource: ServedResource): Draft {
  checkScale(written, current, resource);
  const draft = draftOf(current);
  ensureChild(draft, 'spec')['replicas'] = numberAt(written, ['spec', 'replicas']) ?? 0;
  metadataOf(draft)['resourceVersion'] = resourceVersionOf(written);
  return draft;
}

/** @throws RequestRefused */
function checkScale(written: Draft, current: JsonObject, resource: ServedResource): void {
  const replicas = numberAt(written, ['spec', 'replicas']) ?? 0;
  const errors = [
    ...validateObjectMeta(written, { namespaced: true, nameRule: dns1123Subdomain, strictFinalizers: true }),
    ...(replicas < 0 ? [invalidValue('spec.replicas', replicas, 'must be greater than or equal to 0')] : []),
  ];
  if (errors.length > 0) throw invalid({ group: 'autoscaling', kind: 'Scale', name: nameOf(current) }, errors);
  const uid = uidOf(written);
  if (uid === '' || uid === uidOf(current)) return;
  const subject = { group: resource.group, resource: `${resource.resource}/scale` };
  throw conflict(subject, nameOf(current), `Precondition failed: UID in precondition: ${uid}, UID in object meta: ${uidOf(current)}`);
}
