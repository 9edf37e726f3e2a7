// Names of resources such as cpu, hugepages-2Mi or example.com/gpu.
import type { FieldError } from '../field-error.ts';
import { invalidValue } from '../field-error.ts';
import { qualifiedName } from '../validation/name-rules.ts';

const HUGE_PAGES = 'hugepages-';
const REQUESTS = 'requests.';

const OBJECT_COUNTS = [
  'pods',
  'resourcequotas',
  'services',
  'replicationcontrollers',
  'secrets',
  'configmaps',
  'persistentvolumeclaims',
  'services.nodeports',
  'services.loadbalancers',
];
const COMPUTE = ['cpu', 'memory', 'ephemeral-storage'];
const STANDARD = [
  ...COMPUTE,
  ...COMPUTE.flatMap((name) => [`requests.${name}`, `limits.${name}`]),
  ...OBJECT_COUNTS,
  'storage',
  'requests.storage',
];

export function isHugePages(name: string): boolean {
  return name.startsWith(HUGE_PAGES);
}

function isStandardResource(name: string): boolean {
  return STANDARD.includes(name) || isHugePages(name) || name.startsWith(`${REQUESTS}${HUGE_PAGES}`);
}

export function isNativeResource(name: string): boolean {
  return !name.includes('/') || name.includes('kubernetes.io/');
}

function isExtendedResource(name: string): boolean {
  return !isNativeResource(name) && !name.startsWith(REQUESTS) && qualifiedName(REQUESTS + name).length === 0;
}

export function isCountedResource(name: string): boolean {
  return OBJECT_COUNTS.includes(name) || isExtendedResource(name);
}

/** More may be asked for than there is. */
export function allowsOvercommit(name: string): boolean {
  return isNativeResource(name) && !isHugePages(name);
}

/** Of a quota. */
export function isQuotaResource(name: string): boolean {
  return (STANDARD.includes(name) && name !== 'storage') || isHugePages(name) || name.startsWith(`${REQUESTS}${HUGE_PAGES}`);
}

export function resourceNameErrors(name: string, path: string): readonly FieldError[] {
  const problems = qualifiedName(name);
  if (problems.length > 0) return problems.map((problem) => invalidValue(path, name, problem));
  if (name.includes('/') || isStandardResource(name)) return [];
  return [invalidValue(path, name, 'must be a standard resource type or fully qualified')];
}

export function containerResourceNameErrors(name: string, path: string): readonly FieldError[] {
  const errors = resourceNameErrors(name, path);
  const parts = name.split('/').length;
  if (parts === 1) {
    const fine = COMPUTE.includes(name) || isHugePages(name);
    return fine ? errors : [...errors, invalidValue(path, name, 'must be a standard resource for containers')];
  }
  if (isNativeResource(name) || isExtendedResource(name)) return errors;
  return [...errors, invalidValue(path, name, "doesn't follow extended resource name standard")];
}
