// ControllerRevision: a state of a workload that never changes, and its number.
import type { JsonObject } from '@rectrace/kube';
import { isJsonObject } from '@rectrace/kube';
import type { FieldError } from '../../field-error.ts';
import { required } from '../../field-error.ts';
import type { ResourceStrategy } from '../../strategy.ts';
import { notNegative } from '../../validation/checks.ts';
import { immutable, validateObjectMeta } from '../../validation/object-meta.ts';
import { at, spot } from '../../validation/spot.ts';
import { checkedBy } from '../checked-by.ts';

export function controllerRevisionStrategy(base: ResourceStrategy): ResourceStrategy {
  const meta = { namespaced: true, nameRule: base.nameRule, strictFinalizers: base.strictFinalizers };
  const revisionErrors = (revision: JsonObject): readonly FieldError[] => notNegative(at(spot(revision), 'revision'));
  return checkedBy(base, {
    errors: (revision) => [...revisionErrors(revision), ...dataErrors(revision)],
    update: (revision, old) => [
      ...validateObjectMeta(revision, meta),
      ...revisionErrors(revision),
      ...immutable('data', revision['data'], old['data']),
    ],
  });
}

function dataErrors({ data }: JsonObject): readonly FieldError[] {
  if (data === undefined || data === null) return [required('data', 'data is mandatory')];
  return isJsonObject(data) ? [] : [required('data', 'data must be a valid JSON object')];
}
