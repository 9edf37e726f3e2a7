// CertificateSigningRequest: who asks is noted at creation and never changes; conditions say who approved, denied or signed it.
import type { Json, JsonObject } from '@rectrace/kube';
import { isJsonObject, listAt, stringAt, valueAt } from '@rectrace/kube';
import type { Draft } from '../../draft.ts';
import { assign, draftOf, ensureChild } from '../../draft.ts';
import { copyField } from '../../registry/update-object.ts';
import type { ResourceStrategy, StrategyContext, UserInfo } from '../../strategy.ts';
import { pathSegmentName } from '../../validation/name-rules.ts';
import { SIGNING_REQUEST_FIELDS } from '../selectable-fields.ts';
import { signingRequestChangeErrors, signingRequestErrors } from './signing-request-errors.ts';

/** Set by /approval alone. */
const DECISIONS = ['Approved', 'Denied'];

export function signingRequestStrategy(base: ResourceStrategy): ResourceStrategy {
  return {
    ...base,
    ...SIGNING_REQUEST_FIELDS,
    nameRule: pathSegmentName,
    prepareForCreate: (draft, { user }) => noteRequester(draft, user),
    prepareForUpdate: (draft, old) => copyField(draft, old, 'spec'),
    validate: (object) => signingRequestErrors(object, undefined),
    validateOnUpdate: () => [],
    validateUpdate: (object, old) => signingRequestChangeErrors(object, old, 'none'),
    ...(base.status === undefined
      ? {}
      : {
          status: {
            ...base.status,
            prepareForUpdate: prepareStatus,
            validateUpdate: (object, old) => signingRequestChangeErrors(object, old, 'certificate'),
          },
        }),
    views: {
      approval: {
        prepareForUpdate: prepareApproval,
        validateUpdate: (object, old) => signingRequestChangeErrors(object, old, 'decision'),
      },
    },
  };
}

function noteRequester(draft: Draft, { name, uid = '', groups, extra = {} }: UserInfo): void {
  const spec = ensureChild(draft, 'spec');
  assign(spec, 'username', name || undefined);
  assign(spec, 'uid', uid || undefined);
  assign(spec, 'groups', groups.length === 0 ? undefined : [...groups]);
  const entries = Object.entries(extra).map(([key, values]) => [key, [...values]] as const);
  assign(spec, 'extra', entries.length === 0 ? undefined : Object.fromEntries(entries));
}

function prepareStatus(draft: Draft, old: JsonObject, context: StrategyContext): void {
  for (const type of DECISIONS) keepConditions(draft, old, type);
  setTimes(draft, old, context);
}

/** Those of the type stay as they were. Where some came or went, the checks tell. */
function keepConditions(draft: Draft, old: JsonObject, type: string): void {
  const known = conditionsOf(old).filter((condition) => stringAt(condition, ['type']) === type);
  const conditions = conditionsOf(draft);
  if (conditions.filter((condition) => stringAt(condition, ['type']) === type).length !== known.length) return;
  const left = [...known];
  setConditions(
    draft,
    conditions.map((condition) => (stringAt(condition, ['type']) === type ? (left.shift() ?? condition) : condition)),
  );
}

/** Nothing but the conditions is written. */
function prepareApproval(draft: Draft, old: JsonObject, context: StrategyContext): void {
  setTimes(draft, old, context);
  const conditions = conditionsOf(draft);
  copyField(draft, old, 'spec');
  const status = valueAt(old, ['status']);
  draft['status'] = draftOf(isJsonObject(status) ? status : {});
  setConditions(draft, conditions);
}

/** Times that are missing: of the write, but of a condition that stays as it was the time at which it became so. */
function setTimes(draft: Draft, old: JsonObject, { now }: StrategyContext): void {
  const before = conditionsOf(old);
  setConditions(
    draft,
    conditionsOf(draft).map((condition) => {
      const same = before.find(
        (one) => ['type', 'status'].every((key) => one[key] === condition[key]) && isTime(one['lastTransitionTime']),
      );
      const lastTransitionTime = isTime(condition['lastTransitionTime']) ? condition['lastTransitionTime'] : same?.['lastTransitionTime'];
      const lastUpdateTime = isTime(condition['lastUpdateTime']) ? condition['lastUpdateTime'] : now;
      return { ...condition, lastUpdateTime, lastTransitionTime: lastTransitionTime ?? now };
    }),
  );
}

function isTime(value: Json | undefined): value is string {
  return typeof value === 'string' && value !== '';
}

function conditionsOf(object: JsonObject): readonly JsonObject[] {
  return listAt(object, ['status', 'conditions']).filter(isJsonObject);
}

function setConditions(draft: Draft, conditions: readonly JsonObject[]): void {
  if (conditions.length === 0 && draft['status'] === undefined) return;
  assign(ensureChild(draft, 'status'), 'conditions', conditions.length === 0 ? undefined : [...conditions]);
}
