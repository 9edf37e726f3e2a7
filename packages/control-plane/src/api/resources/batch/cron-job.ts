// CronJob: when Jobs are made, and what they are made of.
import type { JsonObject } from '@rectrace/kube';
import { jsonEquals } from '@rectrace/kube';
import type { FieldError } from '../../field-error.ts';
import { invalidValue, notSupported } from '../../field-error.ts';
import { nameOf } from '../../metadata.ts';
import type { ResourceStrategy } from '../../strategy.ts';
import { invalidAt, invalidIf, needed, neededOneOf, notNegative } from '../../validation/checks.ts';
import type { Spot } from '../../validation/spot.ts';
import { at, isSet, isTrue, spot, textAt, textOf } from '../../validation/spot.ts';
import { withNameWarnings, withTemplate } from '../apps/templated.ts';
import { checkedBy } from '../checked-by.ts';
import { isTimeZone, scheduleProblem } from './cron-schedule.ts';
import { jobSpecErrors } from './job-spec.ts';

const MOST_NAME = 52;
const ZONE_PART = /^(?!\.\.?$)(?!-)[A-Za-z.\-_0-9+]{1,14}$/;

export function cronJobStrategy(base: ResourceStrategy): ResourceStrategy {
  const templated = withNameWarnings(withTemplate(base, 'spec', 'jobTemplate', 'spec', 'template'));
  const checked = checkedBy(templated, {
    errors: (job) => [...cronJobErrors(job), ...nameErrors(job)],
    update: cronJobErrors,
  });
  const status = checked.status === undefined ? {} : { status: { ...checked.status, ownMetadataRules: false } as const };
  const warnings = (job: JsonObject, old?: JsonObject): readonly string[] => [
    ...(templated.warnings?.(job, old) ?? []),
    ...(old === undefined ? [] : zoneWarnings(job)),
  ];
  return { ...checked, ...status, warnings };
}

/** Jobs are named after it, with the minute behind. */
function nameErrors(job: JsonObject): readonly FieldError[] {
  return nameOf(job).length > MOST_NAME ? [invalidValue('metadata.name', nameOf(job), 'must be no more than 52 characters')] : [];
}

function zoneWarnings(job: JsonObject): readonly string[] {
  const schedule = textAt(at(spot(job), 'spec'), 'schedule');
  if (!schedule.includes('TZ')) return [];
  const page = 'https://kubernetes.io/docs/concepts/workloads/controllers/cron-jobs/';
  return [`cannot use TZ or CRON_TZ in spec.spec.schedule, use timeZone instead, see ${page} for more details`];
}

function cronJobErrors(job: JsonObject, old?: JsonObject): readonly FieldError[] {
  const [spec, before] = [at(spot(job), 'spec'), at(spot(old), 'spec')];
  const zone = at(spec, 'timeZone');
  const sameZone = old !== undefined && jsonEquals(zone.value ?? null, at(before, 'timeZone').value ?? null);
  const template = at(at(spec, 'jobTemplate'), 'spec');
  const [selector, manual] = [at(template, 'selector'), at(template, 'manualSelector')];
  return [
    ...scheduleErrors(spec, textAt(before, 'schedule').includes('TZ')),
    ...notNegative(at(spec, 'startingDeadlineSeconds')),
    ...(sameZone ? [] : zoneErrors(zone)),
    ...neededOneOf(at(spec, 'concurrencyPolicy'), ['Allow', 'Forbid', 'Replace']),
    ...jobSpecErrors(template),
    ...(isSet(selector) ? [invalidAt(selector, '`selector` will be auto-generated')] : []),
    ...(isTrue(manual) ? [notSupported(manual.path, true, ['nil', 'false'])] : []),
    ...notNegative(at(spec, 'successfulJobsHistoryLimit')),
    ...notNegative(at(spec, 'failedJobsHistoryLimit')),
  ];
}

function scheduleErrors(spec: Spot, hadZone: boolean): readonly FieldError[] {
  const schedule = at(spec, 'schedule');
  if (textOf(schedule) === '') return needed(schedule);
  const problem = scheduleProblem(textOf(schedule));
  const zoned = textOf(schedule).includes('TZ');
  const both = zoned && hadZone && isSet(at(spec, 'timeZone'));
  return [
    ...(problem === undefined ? [] : [invalidAt(schedule, problem)]),
    ...invalidIf(both, schedule, 'cannot use both timeZone field and TZ or CRON_TZ in schedule'),
    ...invalidIf(zoned && !hadZone, schedule, 'cannot use TZ or CRON_TZ in schedule, use timeZone field instead'),
  ];
}

function zoneErrors(zone: Spot): readonly FieldError[] {
  if (!isSet(zone)) return [];
  const name = textOf(zone);
  if (name === '') return [invalidAt(zone, 'timeZone must be nil or non-empty string')];
  const unknown = `unknown time zone ${name}`;
  if (!name.split('/').every((part) => ZONE_PART.test(part))) return [invalidAt(zone, unknown)];
  const local = 'timeZone must be an explicit time zone as defined in https://www.iana.org/time-zones';
  if (name.toLowerCase() === 'local') return [invalidAt(zone, local), ...invalidIf(name !== 'Local', zone, unknown)];
  return invalidIf(!isTimeZone(name), zone, unknown);
}
