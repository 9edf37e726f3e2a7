// References to fields and resources of the pod itself, from environment variables and from files.

import { compareQuantities, formatQuantity } from '@rectrace/kube';
import type { FieldError } from '../field-error.ts';
import { invalidValue, notSupported, required } from '../field-error.ts';
import { fits, invalidAt, quantityOf, ZERO } from '../validation/checks.ts';
import { qualifiedName } from '../validation/name-rules.ts';
import type { Spot } from '../validation/spot.ts';
import { at, textAt, textOf } from '../validation/spot.ts';

export const ENV_FIELDS = [
  'metadata.name',
  'metadata.namespace',
  'metadata.uid',
  'spec.nodeName',
  'spec.serviceAccountName',
  'status.hostIP',
  'status.hostIPs',
  'status.podIP',
  'status.podIPs',
];
export const VOLUME_FIELDS = ['metadata.annotations', 'metadata.labels', 'metadata.name', 'metadata.namespace', 'metadata.uid'];

const KNOWN_FIELDS = [
  ...new Set([...ENV_FIELDS, ...VOLUME_FIELDS, 'spec.host', 'spec.restartPolicy', 'spec.schedulerName', 'status.phase']),
];
const SUBSCRIPT = /^(.*)\['(.*)'\]$/s;

export function fieldRefErrors(reference: Spot, accepted: readonly string[]): readonly FieldError[] {
  const path = at(reference, 'fieldPath');
  const version = textAt(reference, 'apiVersion');
  if (version === '') return [required(at(reference, 'apiVersion').path)];
  const text = textOf(path);
  if (text === '') return [required(path.path)];
  if (version !== 'v1') return [invalidAt(path, `error converting fieldPath: unsupported pod version: ${version}`)];
  const subscript = SUBSCRIPT.exec(text);
  if (subscript !== null) return subscriptErrors(reference, { text, name: subscript[1] ?? '', key: subscript[2] ?? '' });
  if (!KNOWN_FIELDS.includes(text)) return [invalidAt(path, `error converting fieldPath: field label not supported: ${text}`)];
  const field = text === 'spec.host' ? 'spec.nodeName' : text;
  return accepted.includes(field) ? [] : [notSupported(path.path, field, accepted)];
}

type Subscript = { readonly text: string; readonly name: string; readonly key: string };

function subscriptErrors(reference: Spot, { text, name, key }: Subscript): readonly FieldError[] {
  const place = { value: name === 'metadata.annotations' ? key.toLowerCase() : key, path: reference.path };
  if (name === 'metadata.annotations' || name === 'metadata.labels') return fits(place, qualifiedName);
  return [invalidAt(at(reference, 'fieldPath'), `error converting fieldPath: field label does not support subscript: ${text}`)];
}

const RESOURCES = [
  'limits.cpu',
  'limits.ephemeral-storage',
  'limits.memory',
  'requests.cpu',
  'requests.ephemeral-storage',
  'requests.memory',
];
const HUGE_PAGES = ['requests.hugepages-', 'limits.hugepages-'];
const SIZES = ['1', '1k', '1M', '1G', '1T', '1P', '1E', '1Ki', '1Mi', '1Gi', '1Ti', '1Pi', '1Ei'];

/** `inVolume`: where the container has to be named. */
export function resourceRefErrors(reference: Spot, { inVolume }: { readonly inVolume: boolean }): readonly FieldError[] {
  return [...resourceNameErrors(reference, inVolume), ...divisorErrors(reference)];
}

function resourceNameErrors(reference: Spot, inVolume: boolean): readonly FieldError[] {
  if (inVolume && textAt(reference, 'containerName') === '') return [required(at(reference, 'containerName').path)];
  const resource = at(reference, 'resource');
  const text = textOf(resource);
  if (text === '') return [required(resource.path)];
  const known = RESOURCES.includes(text) || HUGE_PAGES.some((prefix) => text.startsWith(prefix));
  return known ? [] : [notSupported(resource.path, text, RESOURCES)];
}

function divisorErrors(reference: Spot): readonly FieldError[] {
  const resource = textAt(reference, 'resource');
  const place = at(reference, 'divisor');
  const divisor = quantityOf(place);
  const rule = divisorRule(resource);
  if (rule === undefined || compareQuantities(divisor, ZERO) === 0 || rule.accepted.includes(formatQuantity(divisor))) return [];
  const values = resource.endsWith('.cpu') ? '1m and 1' : rule.accepted.join(', ');
  return [invalidValue(place.path, resource, `only divisor's values ${values} are supported with the ${rule.words} resource`)];
}

type DivisorRule = { readonly accepted: readonly string[]; readonly words: string };

function divisorRule(resource: string): DivisorRule | undefined {
  if (HUGE_PAGES.some((prefix) => resource.startsWith(prefix))) return { accepted: SIZES, words: 'hugepages' };
  switch (resource.slice(resource.indexOf('.') + 1)) {
    case 'cpu':
      return { accepted: ['1m', '1'], words: 'cpu' };
    case 'memory':
      return { accepted: SIZES, words: 'memory' };
    case 'ephemeral-storage':
      return { accepted: SIZES, words: 'local ephemeral storage' };
    default:
      return undefined;
  }
}
