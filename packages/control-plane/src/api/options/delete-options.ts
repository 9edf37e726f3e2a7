// Options of a deletion, from its body or from its query.
import type { JsonObject } from '@rectrace/kube';
import { isJsonObject, listAt, stringAt } from '@rectrace/kube';
import { invalid } from '../failures.ts';
import type { FieldError } from '../field-error.ts';
import { invalidValue, notSupported } from '../field-error.ts';
import { booleanAt, numberAt } from '../metadata.ts';
import { integerParameter } from './query-parameters.ts';
import { validateDryRun } from './write-options.ts';

export type DeleteOptions = {
  readonly gracePeriodSeconds?: number;
  readonly orphanDependents?: boolean;
  readonly propagationPolicy?: string;
  readonly preconditions: { readonly uid?: string; readonly resourceVersion?: string };
  readonly dryRun: boolean;
  /** As the request has them. */
  readonly sent: JsonObject;
};

const POLICIES = ['Foreground', 'Background', 'Orphan'];

/** From a body that has been decoded as DeleteOptions. @throws RequestRefused */
export function deleteOptionsOf(body: JsonObject): DeleteOptions {
  const dryRun = listAt(body, ['dryRun']).map(String);
  const preconditions = isJsonObject(body['preconditions']) ? body['preconditions'] : {};
  const { kind: _kind, apiVersion: _apiVersion, ...sent } = body;
  return checked(dryRun, {
    sent,
    ...optional('gracePeriodSeconds', numberAt(body, ['gracePeriodSeconds'])),
    ...optional('orphanDependents', booleanAt(body, ['orphanDependents'])),
    ...optional('propagationPolicy', stringAt(body, ['propagationPolicy'])),
    preconditions: {
      ...optional('uid', stringAt(preconditions, ['uid'])),
      ...optional('resourceVersion', stringAt(preconditions, ['resourceVersion'])),
    },
    dryRun: dryRun.length > 0,
  });
}

/** From the query of a request without a body. @throws RequestRefused */
export function deleteOptionsIn(query: URLSearchParams): DeleteOptions {
  const dryRun = query.getAll('dryRun');
  const orphan = query.get('orphanDependents');
  const grace = integerParameter(query, 'gracePeriodSeconds');
  const named = {
    ...optional('gracePeriodSeconds', grace === undefined ? undefined : Number(grace)),
    ...optional('orphanDependents', orphan === null ? undefined : !['false', '0'].includes(orphan.toLowerCase())),
    ...optional('propagationPolicy', query.get('propagationPolicy') ?? undefined),
  };
  return checked(dryRun, {
    ...named,
    sent: { ...named, ...(dryRun.length === 0 ? {} : { dryRun }) },
    preconditions: {},
    dryRun: dryRun.length > 0,
  });
}

function optional<K extends string, V>(key: K, value: V | undefined): { readonly [key in K]?: V } {
  return value === undefined ? {} : ({ [key]: value } as { readonly [key in K]: V });
}

function checked(dryRun: readonly string[], options: DeleteOptions): DeleteOptions {
  const errors = [...policyErrors(options), ...validateDryRun(dryRun)];
  if (errors.length > 0) throw invalid({ group: 'meta.k8s.io', kind: 'DeleteOptions', name: '' }, errors);
  return options;
}

function policyErrors({ orphanDependents, propagationPolicy }: DeleteOptions): readonly FieldError[] {
  if (propagationPolicy === undefined) return [];
  const both = 'orphanDependents and deletionPropagation cannot be both set';
  return [
    ...(orphanDependents === undefined ? [] : [invalidValue('propagationPolicy', propagationPolicy, both)]),
    ...(POLICIES.includes(propagationPolicy) ? [] : [notSupported('propagationPolicy', propagationPolicy, [...POLICIES, 'nil'])]),
  ];
}
