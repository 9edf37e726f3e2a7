// Options of lists and watches, checked as the API server checks them.
import { badRequest, invalid } from '../failures.ts';
import type { FieldError } from '../field-error.ts';
import { forbiddenField, notSupported } from '../field-error.ts';
import type { FieldTerm } from '../selectors/field-selector-text.ts';
import { parseFieldSelector } from '../selectors/field-selector-text.ts';
import type { LabelRequirement } from '../selectors/label-selector-text.ts';
import { parseLabelSelector } from '../selectors/label-selector-text.ts';
import { booleanParameter, integerParameter } from './query-parameters.ts';

export type ListOptions = {
  readonly labels: readonly LabelRequirement[];
  readonly fields: readonly FieldTerm[];
  readonly watch: boolean;
  readonly allowWatchBookmarks: boolean;
  /** '' where the request names none. */
  readonly resourceVersion: string;
  readonly resourceVersionMatch: string;
  readonly sendInitialEvents: boolean | undefined;
  /** 0 where the request names none. */
  readonly limit: number;
  readonly continueToken: string;
  readonly timeoutSeconds: number | undefined;
};

/** @throws RequestRefused (400 for what can't be read, 422 for what does not go together). */
export function listOptionsIn(query: URLSearchParams, watch: boolean): ListOptions {
  const options = withInitialEvents(readOptions(query, watch));
  const errors = options.watch ? watchErrors(options) : listErrors(options);
  if (errors.length > 0) throw invalid({ group: 'meta.k8s.io', kind: 'ListOptions', name: '' }, errors);
  return options;
}

function readOptions(query: URLSearchParams, watch: boolean): ListOptions {
  const labels = parseLabelSelector(query.get('labelSelector') ?? '');
  if (labels.kind === 'invalid') throw badRequest(labels.message);
  const fields = parseFieldSelector(query.get('fieldSelector') ?? '');
  if (fields.kind === 'invalid') throw badRequest(fields.message);
  const timeout = integerParameter(query, 'timeoutSeconds');
  return {
    labels: labels.requirements,
    fields: fields.terms,
    watch,
    allowWatchBookmarks: booleanParameter(query, 'allowWatchBookmarks') ?? false,
    resourceVersion: query.get('resourceVersion') ?? '',
    resourceVersionMatch: query.get('resourceVersionMatch') ?? '',
    sendInitialEvents: booleanParameter(query, 'sendInitialEvents'),
    limit: Math.max(0, Number(integerParameter(query, 'limit') ?? 0n)),
    continueToken: query.get('continue') ?? '',
    timeoutSeconds: timeout === undefined ? undefined : Number(timeout),
  };
}

/** A watch from nowhere, or from 0, starts with the present state. */
function withInitialEvents(options: ListOptions): ListOptions {
  const { watch, resourceVersion, resourceVersionMatch, sendInitialEvents } = options;
  if (!watch || sendInitialEvents !== undefined || resourceVersionMatch !== '') return options;
  const legacy = resourceVersion === '' || resourceVersion === '0';
  return legacy ? { ...options, sendInitialEvents: true, resourceVersionMatch: 'NotOlderThan' } : options;
}

function listErrors(options: ListOptions): readonly FieldError[] {
  const sent =
    options.sendInitialEvents === undefined ? [] : [forbiddenField('sendInitialEvents', 'sendInitialEvents is forbidden for list')];
  return options.resourceVersionMatch === '' ? sent : [...matchErrors(options), ...sent];
}

function matchErrors({ resourceVersion, resourceVersionMatch: match, continueToken }: ListOptions): readonly FieldError[] {
  const field = 'resourceVersionMatch';
  const errors: FieldError[] = [];
  if (resourceVersion === '') errors.push(forbiddenField(field, 'resourceVersionMatch is forbidden unless resourceVersion is provided'));
  if (continueToken !== '') errors.push(continued());
  if (match !== 'Exact' && match !== 'NotOlderThan') errors.push(notSupported(field, match, ['Exact', 'NotOlderThan', '']));
  const never = match === 'Exact' && resourceVersion === '0';
  if (never) errors.push(forbiddenField(field, 'resourceVersionMatch "exact" is forbidden for resourceVersion "0"'));
  return errors;
}

function watchErrors({ resourceVersionMatch: match, continueToken, sendInitialEvents }: ListOptions): readonly FieldError[] {
  const field = 'resourceVersionMatch';
  const errors: FieldError[] = [];
  if (sendInitialEvents !== undefined && match !== 'NotOlderThan') {
    errors.push(forbiddenField(field, 'sendInitialEvents requires setting resourceVersionMatch to NotOlderThan'));
  }
  if (match === '') return errors;
  if (sendInitialEvents === undefined) {
    errors.push(forbiddenField(field, 'resourceVersionMatch is forbidden for watch unless sendInitialEvents is provided'));
  }
  if (match !== 'NotOlderThan') errors.push(notSupported(field, match, ['NotOlderThan']));
  if (continueToken !== '') errors.push(continued());
  return errors;
}

function continued(): FieldError {
  return forbiddenField('resourceVersionMatch', 'resourceVersionMatch is forbidden when continue is provided');
}
