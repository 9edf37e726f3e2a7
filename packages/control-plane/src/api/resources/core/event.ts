// Event, by the rules of each of its two groups. Of the newer one all that says what happened is fixed.
import type { Json, JsonObject } from '@rectrace/kube';
import { jsonEquals, stringAt, valueAt } from '@rectrace/kube';
import type { FieldError } from '../../field-error.ts';
import { invalidValue, required } from '../../field-error.ts';
import { namespaceOf } from '../../metadata.ts';
import type { ResourceStrategy } from '../../strategy.ts';
import { internalForm } from '../../validation/internal-form.ts';
import { dns1123Subdomain, qualifiedName } from '../../validation/name-rules.ts';
import { immutable, validateObjectMeta, validateObjectMetaUpdate } from '../../validation/object-meta.ts';

const MOST = 128;
const MOST_NOTE = 1024;
const OTHER_NAMESPACE = 'does not match event.namespace';

export function eventStrategy(base: ResourceStrategy): ResourceStrategy {
  return {
    ...base,
    ownMetadataRules: false,
    validate: (event) => plainErrors(event, 'reportingComponent'),
    validateUpdate: (event) => plainErrors(event, 'reportingComponent'),
    validateOnUpdate: () => [],
  };
}

export function newEventStrategy(base: ResourceStrategy): ResourceStrategy {
  const meta = { namespaced: true, nameRule: base.nameRule, strictFinalizers: base.strictFinalizers };
  return {
    ...base,
    ownMetadataRules: false,
    validate: (event) => [...plainErrors(event, 'reportingController'), ...validateObjectMeta(event, meta), ...newErrors(event)],
    validateUpdate: (event, old) => [
      ...plainErrors(event, 'reportingController'),
      ...validateObjectMetaUpdate(event, old),
      ...(jsonEquals(event['series'] ?? null, old['series'] ?? null) ? [] : seriesErrors(event)),
      ...fixedErrors(event, old),
    ],
    validateOnUpdate: () => [],
  };
}

function textAt(event: JsonObject, ...path: readonly string[]): string {
  return stringAt(event, path) ?? '';
}

function isTimed(event: JsonObject, key: string): boolean {
  return event[key] !== undefined && event[key] !== null;
}

/** `reporter`: how the version calls the field. */
function plainErrors(event: JsonObject, reporter: string): readonly FieldError[] {
  const namespace = namespaceOf(event);
  return [
    ...(isTimed(event, 'eventTime') ? timedErrors(event, reporter) : untimedErrors(event)),
    ...dns1123Subdomain(namespace).map((problem) => invalidValue('namespace', namespace, problem)),
  ];
}

function untimedErrors(event: JsonObject): readonly FieldError[] {
  const [own, involved] = [namespaceOf(event), textAt(event, 'involvedObject', 'namespace')];
  const fine = involved === '' ? own === '' || own === 'default' : own === involved;
  return fine ? [] : [invalidValue('involvedObject.namespace', involved, OTHER_NAMESPACE)];
}

function timedErrors(event: JsonObject, reporter: string): readonly FieldError[] {
  const [own, involved] = [namespaceOf(event), textAt(event, 'involvedObject', 'namespace')];
  const lost = involved === '' && own !== 'default' && own !== 'kube-system';
  const controller = textAt(event, 'reportingComponent');
  return [
    ...(lost ? [invalidValue('involvedObject.namespace', involved, OTHER_NAMESPACE)] : []),
    ...(controller === '' ? [required(reporter)] : []),
    ...qualifiedName(controller).map((problem) => invalidValue(reporter, controller, problem)),
    ...['reportingInstance', 'action', 'reason'].flatMap((key) => [
      ...(textAt(event, key) === '' ? [required(key)] : []),
      ...lengthErrors(event, key, MOST),
    ]),
    ...lengthErrors(event, 'message', MOST_NOTE),
  ];
}

function lengthErrors(event: JsonObject, key: string, most: number): readonly FieldError[] {
  return textAt(event, key).length > most ? [invalidValue(key, '', `can have at most ${most} characters`)] : [];
}

const UNSET = ['firstTimestamp', 'lastTimestamp', 'count', 'source'];

function newErrors(event: JsonObject): readonly FieldError[] {
  const type = textAt(event, 'type');
  return [
    ...seriesErrors(event),
    ...(isTimed(event, 'eventTime') ? [] : [required('eventTime')]),
    ...(type === 'Normal' || type === 'Warning' ? [] : [invalidValue('type', '', `has invalid value: ${type}`)]),
    ...UNSET.filter((key) => isGiven(event[key])).map((key) => invalidValue(key, '', 'needs to be unset')),
  ];
}

function isGiven(value: Json | undefined): boolean {
  if (value === undefined || value === null || value === 0) return false;
  return typeof value !== 'object' || Object.values(value).some((item) => item !== '');
}

function seriesErrors(event: JsonObject): readonly FieldError[] {
  if (!isTimed(event, 'series')) return [];
  const count = valueAt(event, ['series', 'count']) ?? 0;
  const observed = stringAt(event, ['series', 'lastObservedTime']);
  return [
    ...(Number(count) < 2 ? [invalidValue('series.count', '', 'should be at least 2')] : []),
    ...(observed === undefined ? [required('series.lastObservedTime')] : []),
  ];
}

const FIXED: readonly (readonly [string, string, string])[] = [
  ['involvedObject', 'involvedObject', 'core.ObjectReference'],
  ['reason', 'reason', 'string'],
  ['message', 'message', 'string'],
  ['source', 'source', 'core.EventSource'],
  ['firstTimestamp', 'firstTimestamp', 'Time'],
  ['lastTimestamp', 'lastTimestamp', 'Time'],
  ['count', 'count', 'number'],
  ['reason', 'reason', 'string'],
  ['type', 'type', 'string'],
  ['eventTime', 'eventTime', 'MicroTime'],
  ['action', 'action', 'string'],
  ['related', 'related', '*core.ObjectReference'],
  ['reportingController', 'reportingComponent', 'string'],
  ['reportingInstance', 'reportingInstance', 'string'],
];

function fixedErrors(event: JsonObject, old: JsonObject): readonly FieldError[] {
  return FIXED.flatMap(([shown, key, type]) => immutable(shown, internalForm(event[key], type), internalForm(old[key], type)));
}
