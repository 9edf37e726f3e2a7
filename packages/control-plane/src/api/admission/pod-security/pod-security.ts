// PodSecurity: what the labels of a namespace ask of its pods is enforced on pods, and warned about on what makes pods.
import type { JsonObject } from '@rectrace/kube';
import { isJsonObject, listAt, stringAt, valueAt } from '@rectrace/kube';
import { childrenOf } from '../../draft.ts';
import { forbidden, internalError, invalid } from '../../failures.ts';
import type { FieldError } from '../../field-error.ts';
import { formatFieldErrors } from '../../field-error.ts';
import { annotationsOf, labelsOf, nameOf } from '../../metadata.ts';
import type { AdmissionPlugin, AdmissionRequest, AdmissionView } from '../admission-plugin.ts';
import { evaluatePod, formatFindings, formatReasons } from './evaluate-pod.ts';
import type { CheckedPod } from './pod-check.ts';
import type { LevelVersion } from './security-policy.ts';
import { compareLevels, formatLevel, policyOf } from './security-policy.ts';

/** Where what makes pods has the template of its pods. */
const TEMPLATES: Readonly<Record<string, readonly string[]>> = {
  podtemplates: ['template'],
  replicationcontrollers: ['spec', 'template'],
  'replicasets.apps': ['spec', 'template'],
  'deployments.apps': ['spec', 'template'],
  'statefulsets.apps': ['spec', 'template'],
  'daemonsets.apps': ['spec', 'template'],
  'jobs.batch': ['spec', 'template'],
  'cronjobs.batch': ['spec', 'jobTemplate', 'spec', 'template'],
};
const IGNORED = ['exec', 'attach', 'binding', 'eviction', 'log', 'portforward', 'proxy', 'status'];
const MOST_PODS = 3_000;
/** Of what the audit log is told. */
const PREFIX = 'pod-security.kubernetes.io/';

export const podSecurity: AdmissionPlugin = {
  name: 'PodSecurity',
  validate: (request, view) => {
    if (request.operation === 'DELETE' || request.object === undefined) return;
    const { storage } = request.resource;
    if (storage === 'namespaces') checkNamespace(request, view);
    else if (storage === 'pods') checkPod(request, view);
    else if (TEMPLATES[storage] !== undefined) checkTemplate(request, view);
  },
};

/** @throws RequestRefused */
function checkNamespace({ resource, subresource, name, object = {}, old, warn }: AdmissionRequest, view: AdmissionView): void {
  if (subresource !== '') return;
  const [after, before] = [policyOf(labelsOf(object)), policyOf(labelsOf(old ?? {}))];
  const isNews = old === undefined || JSON.stringify(after.errors) !== JSON.stringify(before.errors);
  if (after.errors.length > 0 && isNews) throw invalid({ group: '', kind: resource.kind, name }, after.errors);
  if (old !== undefined && isStricter(after.policy.enforce, before.policy.enforce)) {
    for (const text of existingViolations(nameOf(object), after.policy.enforce, view)) warn(text);
  }
}

function isStricter(after: LevelVersion, before: LevelVersion): boolean {
  if (after.level === 'privileged' || formatLevel(after) === formatLevel(before)) return false;
  return after.version !== before.version || compareLevels(after.level, before.level) > 0;
}

/** What the pods that are there already do not pass of the new level; pods that fail alike are told once. */
function existingViolations(namespace: string, enforce: LevelVersion, view: AdmissionView): readonly string[] {
  const pods = byController(view.list('pods', namespace));
  const checked = pods.slice(0, MOST_PODS);
  const failing = checked.flatMap((pod) => {
    const findings = evaluatePod(asChecked(pod), enforce);
    return findings.length === 0 ? [] : [{ name: nameOf(pod), reasons: formatReasons(findings) }];
  });
  const texts = [...Map.groupBy(failing, ({ reasons }) => reasons)].map(([reasons, pods]) => {
    const [first = ''] = pods.map(({ name }) => name).sort();
    const others = pods.length - 1;
    const more = others === 0 ? '' : ` (and ${others} other ${others === 1 ? 'pod' : 'pods'})`;
    return `${first}${more}: ${reasons}`;
  });
  const level = formatLevel(enforce);
  return [
    ...(checked.length < pods.length
      ? [`new PodSecurity enforce level only checked against the first ${checked.length} of ${pods.length} existing pods`]
      : []),
    ...(texts.length === 0 ? [] : [`existing pods in namespace "${namespace}" violate the new PodSecurity enforce level "${level}"`]),
    ...texts.sort(),
  ];
}

/** One pod of each controller first. */
function byController(pods: readonly JsonObject[]): readonly JsonObject[] {
  const seen = new Set<string>();
  const repeats = pods.map((pod) => {
    const owner = listAt(pod, ['metadata', 'ownerReferences']).find((one) => valueAt(one, ['controller']) === true);
    const uid = stringAt(owner, ['uid']);
    const again = uid !== undefined && seen.has(uid);
    if (uid !== undefined) seen.add(uid);
    return again;
  });
  return [...pods.filter((_pod, index) => !repeats[index]), ...pods.filter((_pod, index) => repeats[index])];
}

function asChecked(owner: JsonObject): CheckedPod {
  const spec = valueAt(owner, ['spec']);
  return { annotations: annotationsOf(owner), spec: isJsonObject(spec) ? spec : {} };
}

/** @throws RequestRefused */
function checkPod(
  { resource, subresource, namespace, name, object = {}, old, warn, annotate }: AdmissionRequest,
  view: AdmissionView,
): void {
  if (IGNORED.includes(subresource)) return;
  const stored = view.get('namespaces', '', namespace);
  if (stored === undefined) throw internalError(`failed to lookup namespace ${JSON.stringify(namespace)}`);
  if (old !== undefined && !changesImages(object, old)) return;
  const { policy, errors } = policyOf(labelsOf(stored));
  const { enforce, warn: warned } = policy;
  const pod = asChecked(object);
  annotateErrors(errors, annotate);
  annotate(`${PREFIX}enforce-policy`, formatLevel(enforce));
  annotateViolations(pod, policy.audit, annotate);
  const findings = evaluatePod(pod, enforce);
  if (findings.length > 0) throw forbidden(resource, name, `violates PodSecurity "${formatLevel(enforce)}": ${formatFindings(findings)}`);
  warnAbout(pod, warned, warn);
}

function annotateErrors(errors: readonly FieldError[], annotate: AdmissionRequest['annotate']): void {
  if (errors.length > 0) annotate(`${PREFIX}error`, `Failed to parse policy: ${formatFieldErrors(errors)}`);
}

function annotateViolations(pod: CheckedPod, level: LevelVersion, annotate: AdmissionRequest['annotate']): void {
  const findings = evaluatePod(pod, level);
  if (findings.length === 0) return;
  annotate(`${PREFIX}audit-violations`, `would violate PodSecurity "${formatLevel(level)}": ${formatFindings(findings)}`);
}

function warnAbout(pod: CheckedPod, level: LevelVersion, warn: AdmissionRequest['warn']): void {
  const findings = evaluatePod(pod, level);
  if (findings.length > 0) warn(`would violate PodSecurity "${formatLevel(level)}": ${formatFindings(findings)}`);
}

function changesImages(object: JsonObject, old: JsonObject): boolean {
  const moved = ['containers', 'initContainers'].some((field) => imagesOf(object, field).join() !== imagesOf(old, field).join());
  const known = new Map(childrenOf(specOf(old), 'ephemeralContainers').map((one) => [one['name'], one['image']]));
  return moved || childrenOf(specOf(object), 'ephemeralContainers').some(({ name = '', image }) => known.get(name) !== image);
}

function specOf(pod: JsonObject): JsonObject {
  return asChecked(pod).spec;
}

function imagesOf(pod: JsonObject, field: string): readonly string[] {
  return childrenOf(specOf(pod), field).map(({ image }) => String(image));
}

function checkTemplate({ resource, subresource, namespace, object = {}, warn, annotate }: AdmissionRequest, view: AdmissionView): void {
  const template = valueAt(object, TEMPLATES[resource.storage] ?? []);
  const stored = view.get('namespaces', '', namespace);
  if (subresource !== '' || stored === undefined || !isJsonObject(template)) return;
  const { policy, errors } = policyOf(labelsOf(stored));
  annotateErrors(errors, annotate);
  annotateViolations(asChecked(template), policy.audit, annotate);
  warnAbout(asChecked(template), policy.warn, warn);
}
