// Job: unless its owner chooses how, it finds its pods by its own uid. What it does does not change, how much of it does.
import type { JsonObject } from '@rectrace/kube';
import { isJsonObject, jsonEquals, stringAt } from '@rectrace/kube';
import type { Draft } from '../../draft.ts';
import { descend, ensureChild } from '../../draft.ts';
import type { FieldError } from '../../field-error.ts';
import { invalidValue, required } from '../../field-error.ts';
import { booleanAt, labelsOf, nameOf, uidOf } from '../../metadata.ts';
import type { DeleteOptions } from '../../options/delete-options.ts';
import type { ResourceStrategy } from '../../strategy.ts';
import { internalForm, semanticEquals } from '../../validation/internal-form.ts';
import { selectorErrors } from '../../validation/label-selectors.ts';
import { dns1123Label } from '../../validation/name-rules.ts';
import { validateObjectMeta } from '../../validation/object-meta.ts';
import type { Spot } from '../../validation/spot.ts';
import { at, isSet, isTrue, numberOf, spot } from '../../validation/spot.ts';
import { withNameWarnings, withTemplate } from '../apps/templated.ts';
import { agreementErrors } from '../apps/workload-errors.ts';
import { checkedBy } from '../checked-by.ts';
import { isIndexed, jobSpecErrors } from './job-spec.ts';
import { jobStatusErrors } from './job-status.ts';

const PREFIX = 'batch.kubernetes.io/';
const IMMUTABLE = 'field is immutable';

export function jobStrategy(base: ResourceStrategy): ResourceStrategy {
  const templated = withNameWarnings(withTemplate(base, 'spec', 'template'));
  const checked = checkedBy(
    {
      ...templated,
      prepareForCreate: (job, context) => {
        templated.prepareForCreate?.(job, context);
        if (!isManual(job)) generateSelector(job);
      },
    },
    {
      errors: jobItselfErrors,
      update: (job, old) => [
        ...validateObjectMeta(job, { namespaced: true, nameRule: base.nameRule, strictFinalizers: base.strictFinalizers }),
        ...jobItselfErrors(job),
        ...jobErrors(at(spot(job), 'spec')),
        ...changeErrors(at(spot(job), 'spec'), old),
      ],
      status: jobStatusErrors,
    },
  );
  return { ...checked, deletionWarning };
}

/** Unlike other kinds, a Job leaves its pods behind unless told. */
function deletionWarning({ propagationPolicy, orphanDependents }: DeleteOptions): string | undefined {
  if (propagationPolicy !== undefined || orphanDependents !== undefined) return undefined;
  return 'child pods are preserved by default when jobs are deleted; set propagationPolicy=Background to remove them or set propagationPolicy=Orphan to suppress this warning';
}

function jobItselfErrors(job: JsonObject): readonly FieldError[] {
  return [...generatedErrors(job), ...jobErrors(at(spot(job), 'spec')), ...hostNameErrors(job)];
}

function isManual(job: JsonObject): boolean {
  return booleanAt(job, ['spec', 'manualSelector']) === true;
}

function generateSelector(job: Draft): void {
  const spec = ensureChild(job, 'spec');
  const metadata = ensureChild(ensureChild(spec, 'template'), 'metadata');
  const known = metadata['labels'] ?? null;
  // A Job without labels of its own shares its template's.
  const shared = known !== null && jsonEquals(known, (descend(job, 'metadata') as JsonObject)['labels'] ?? null);
  const labels = ensureChild(metadata, 'labels');
  for (const [key, value] of Object.entries(generatedLabels(job))) labels[key] ??= value;
  if (shared) ensureChild(job, 'metadata')['labels'] = { ...labels };
  ensureChild(ensureChild(spec, 'selector'), 'matchLabels')[`${PREFIX}controller-uid`] ??= uidOf(job);
}

function generatedLabels(job: JsonObject): Readonly<Record<string, string>> {
  const [uid, name] = [uidOf(job), nameOf(job)];
  return { [`${PREFIX}controller-uid`]: uid, [`${PREFIX}job-name`]: name, 'controller-uid': uid, 'job-name': name };
}

const CHECKED_LABELS = ['controller-uid', 'job-name', `${PREFIX}controller-uid`, `${PREFIX}job-name`];

/** What the client set itself of what is generated has to be the same. */
function generatedErrors(job: JsonObject): readonly FieldError[] {
  const selector = at(at(spot(job), 'spec'), 'selector');
  if (isManual(job) || !isSet(selector)) return [];
  const labels = labelsOf({ metadata: descend(job, 'spec', 'template', 'metadata') ?? {} });
  const wanted = generatedLabels(job);
  return [
    ...CHECKED_LABELS.flatMap((key) => labelErrors(key, labels, wanted[key] ?? '')),
    ...(selectorErrors(selector).length === 0 && agreementErrors(selector, spot(wanted)).length > 0
      ? [invalidValue(selector.path, selector.value ?? null, '`selector` not auto-generated')]
      : []),
  ];
}

function labelErrors(key: string, labels: Readonly<Record<string, string>>, wanted: string): readonly FieldError[] {
  const path = `spec.template.metadata.labels[${key}]`;
  const own = labels[key];
  if (own === undefined) return [required(path, `must be '${wanted}'`)];
  return own === wanted ? [] : [invalidValue(path, sorted(labels), `must be '${wanted}'`)];
}

function sorted(labels: Readonly<Record<string, string>>): JsonObject {
  return Object.fromEntries(Object.entries(labels).toSorted(([left], [right]) => (left < right ? -1 : 1)));
}

function jobErrors(spec: Spot): readonly FieldError[] {
  const selector = at(spec, 'selector');
  const faults = selectorErrors(selector);
  return [
    ...jobSpecErrors(spec),
    ...(isSet(selector) ? faults : [required(selector.path)]),
    ...(faults.length > 0 ? [] : agreementErrors(selector, at(at(at(spec, 'template'), 'metadata'), 'labels'))),
  ];
}

/** The pods of an indexed Job are called after it and their index. */
function hostNameErrors(job: JsonObject): readonly FieldError[] {
  const spec = at(spot(job), 'spec');
  const completions = numberOf(at(spec, 'completions')) ?? 0;
  const last = `${nameOf(job)}-${completions - 1}`;
  if (!isIndexed(spec) || completions <= 0 || dns1123Label(last).length === 0) return [];
  return [invalidValue('metadata.name', nameOf(job), `will not able to create pod with invalid DNS label: ${last}`)];
}

const FIXED: readonly (readonly [string, string])[] = [
  ['completionMode', '*string'],
  ['podFailurePolicy', '*batch.PodFailurePolicy'],
  ['backoffLimitPerIndex', '*number'],
  ['managedBy', '*string'],
  ['successPolicy', '*batch.SuccessPolicy'],
];

function changeErrors(spec: Spot, old: JsonObject): readonly FieldError[] {
  const before = at(spot(old), 'spec');
  return [
    ...completionErrors(spec, before),
    ...fixed(at(spec, 'selector'), at(before, 'selector'), '*Served'),
    ...templateChangeErrors(spec, before, stringAt(old, ['status', 'startTime']) !== undefined),
    ...FIXED.flatMap(([key, type]) => fixed(at(spec, key), at(before, key), type)),
  ];
}

function fixed(place: Spot, before: Spot, type: string): readonly FieldError[] {
  if (semanticEquals(place.value, before.value, type)) return [];
  return [invalidValue(place.path, internalForm(place.value, type), IMMUTABLE)];
}

function completionErrors(spec: Spot, before: Spot): readonly FieldError[] {
  const [completions, parallelism] = [at(spec, 'completions'), at(spec, 'parallelism')];
  if (!isIndexed(spec)) return fixed(completions, at(before, 'completions'), '*number');
  const same = numberOf(completions) === numberOf(at(before, 'completions'));
  if (same || !isSet(completions) || numberOf(completions) === numberOf(parallelism)) return [];
  return [invalidValue(completions.path, numberOf(completions) ?? 0, 'can only be modified in tandem with spec.parallelism')];
}

/** Of a suspended Job that never started, where its pods may run still changes. */
function templateChangeErrors(spec: Spot, before: Spot, started: boolean): readonly FieldError[] {
  const [template, old] = [at(spec, 'template'), at(before, 'template')];
  const movable = isTrue(at(before, 'suspend')) && !started;
  const compared = movable ? withPlacement(old.value as JsonObject, template.value as JsonObject) : old.value;
  return fixed(template, { ...old, value: compared }, 'core.PodTemplateSpec');
}

const PLACEMENT = ['nodeSelector', 'tolerations', 'schedulingGates'];

function withPlacement(old: JsonObject, now: JsonObject): JsonObject {
  const objectAt = (object: JsonObject, key: string): JsonObject => (isJsonObject(object[key]) ? (object[key] as JsonObject) : {});
  const [spec, newSpec] = [objectAt(old, 'spec'), objectAt(now, 'spec')];
  const metadata = { ...objectAt(old, 'metadata') };
  const placed = Object.fromEntries(PLACEMENT.map((key) => [key, newSpec[key] ?? null]));
  for (const key of ['labels', 'annotations']) metadata[key] = objectAt(now, 'metadata')[key] ?? null;
  return { ...old, metadata, spec: { ...spec, ...placed, affinity: withNodeAffinity(spec['affinity'], newSpec['affinity']) } };
}

function withNodeAffinity(old: JsonObject[string] | undefined, now: JsonObject[string] | undefined): JsonObject[string] {
  const { nodeAffinity: _own, ...rest } = isJsonObject(old) ? old : {};
  if (!isJsonObject(now)) return Object.keys(rest).length === 0 ? null : rest;
  return { ...rest, ...(now['nodeAffinity'] === undefined ? {} : { nodeAffinity: now['nodeAffinity'] }) };
}
