// What the API server itself writes into the status of a definition: which of its names are accepted, and whether it is established.
import type { Json, JsonObject } from '@rectrace/kube';
import { jsonEquals, listAt, stringAt, valueAt } from '@rectrace/kube';
import type { Draft } from '../draft.ts';
import { draftOf, ensureChild } from '../draft.ts';
import { isDeleting } from '../metadata.ts';
import type { Approval } from './api-approval.ts';
import { apiApproval } from './api-approval.ts';
import type { DefinitionNames } from './definition.ts';
import { readNames } from './definition.ts';

export type Condition = { readonly type: string; readonly status: 'True' | 'False'; readonly reason: string; readonly message: string };

/** The next state of a definition whose names another one may hold; undefined where it has arrived. */
export function nextDefinition(stored: JsonObject, others: readonly JsonObject[], now: string): Draft | undefined {
  if (isDeleting(stored)) return undefined;
  const draft = draftOf(stored);
  const status = ensureChild(draft, 'status');
  const wanted = readNames(valueAt(stored, ['spec', 'names']));
  const { names, conflict } = acceptedNames(wanted, { stored, others });
  status['acceptedNames'] = namesBody(names);
  if (conflict === undefined) acceptNames(status, now);
  else refuseNames(status, conflict, now);
  const approval = apiApproval(stored);
  if (approval !== undefined) setCondition(status, approvalCondition(approval), now);
  return jsonEquals(draft, stored) ? undefined : draft;
}

function approvalCondition({ state, reason }: Approval): Condition {
  const type = 'KubernetesAPIApprovalPolicyConformant';
  return { type, status: state === 'Approved' ? 'True' : 'False', reason: `${state}Annotation`, message: reason };
}

function acceptNames(status: Draft, now: string): void {
  const established = listAt(status, ['conditions']).find((condition) => stringAt(condition, ['type']) === 'Established');
  const installing = established === undefined || stringAt(established, ['reason']) === 'NotAccepted';
  setCondition(status, { type: 'NamesAccepted', status: 'True', reason: 'NoConflicts', message: 'no conflicts found' }, now);
  const message = 'the initial names have been accepted';
  if (installing) setCondition(status, { type: 'Established', status: 'False', reason: 'Installing', message }, now);
  else if (stringAt(established, ['status']) !== 'True') {
    setCondition(status, { type: 'Established', status: 'True', reason: 'InitialNamesAccepted', message }, now);
  }
}

function refuseNames(status: Draft, conflict: Omit<Condition, 'type' | 'status'>, now: string): void {
  setCondition(status, { type: 'NamesAccepted', status: 'False', ...conflict }, now);
  const known = listAt(status, ['conditions']).some((condition) => stringAt(condition, ['type']) === 'Established');
  if (!known)
    setCondition(status, { type: 'Established', status: 'False', reason: 'NotAccepted', message: 'not all names are accepted' }, now);
}

/** Sets a condition; its transition time moves with its status only. */
export function setCondition(status: Draft, condition: Condition, now: string): void {
  const known = listAt(status, ['conditions']);
  const old = known.find((other) => stringAt(other, ['type']) === condition.type);
  const since = stringAt(old, ['status']) === condition.status ? (stringAt(old, ['lastTransitionTime']) ?? now) : now;
  const { type, status: value, reason, message } = condition;
  const set: JsonObject = { type, status: value, lastTransitionTime: since, reason, message };
  status['conditions'] = old === undefined ? [...known, set] : known.map((other) => (other === old ? set : other));
}

type Accepted = { readonly names: DefinitionNames; readonly conflict: Omit<Condition, 'type' | 'status'> | undefined };
type Neighbours = { readonly stored: JsonObject; readonly others: readonly JsonObject[] };

/** Of names that are taken the ones that were accepted before stay. */
function acceptedNames(wanted: DefinitionNames, { stored, others }: Neighbours): Accepted {
  const known = readNames(valueAt(stored, ['status', 'acceptedNames']));
  const group = stringAt(stored, ['spec', 'group']);
  const held = others
    .filter((other) => stringAt(other, ['spec', 'group']) === group)
    .map((other) => readNames(valueAt(other, ['status', 'acceptedNames'])));
  const resources = new Set(
    held.flatMap(({ plural, singular, shortNames }) => [plural, singular, ...shortNames]).filter((name) => name !== ''),
  );
  const kinds = new Set(held.flatMap(({ kind, listKind }) => [kind, listKind]).filter((name) => name !== ''));
  const taken = [wanted.plural, wanted.singular, ...wanted.shortNames].find((name) => resources.has(name));
  const kindTaken = kinds.has(wanted.kind);
  const listTaken = kinds.has(wanted.listKind);
  return {
    names: {
      plural: resources.has(wanted.plural) ? known.plural : wanted.plural,
      singular: resources.has(wanted.singular) ? known.singular : wanted.singular,
      shortNames: wanted.shortNames.some((name) => resources.has(name)) ? known.shortNames : wanted.shortNames,
      kind: kindTaken ? known.kind : wanted.kind,
      listKind: listTaken ? known.listKind : wanted.listKind,
      categories: wanted.categories,
    },
    conflict: conflictOf(wanted, { taken, kindTaken, listTaken, resources }),
  };
}

type Taken = {
  readonly taken: string | undefined;
  readonly kindTaken: boolean;
  readonly listTaken: boolean;
  readonly resources: ReadonlySet<string>;
};

/** The last one found is the one that is told. */
function conflictOf(wanted: DefinitionNames, { taken, kindTaken, listTaken, resources }: Taken): Accepted['conflict'] {
  const used = (name: string): string => `${JSON.stringify(name)} is already in use`;
  if (listTaken) return { reason: 'ListKindConflict', message: used(wanted.listKind) };
  if (kindTaken) return { reason: 'KindConflict', message: used(wanted.kind) };
  if (taken === undefined) return undefined;
  const short = wanted.shortNames.filter((name) => resources.has(name));
  if (short.length > 0) return { reason: 'ShortNamesConflict', message: short.map(used).join(', ') };
  const reason = resources.has(wanted.singular) ? 'SingularConflict' : 'PluralConflict';
  return { reason, message: used(reason === 'SingularConflict' ? wanted.singular : wanted.plural) };
}

function namesBody({ plural, singular, shortNames, kind, listKind, categories }: DefinitionNames): JsonObject {
  const optional = (key: string, value: string | readonly string[]): Record<string, Json> => (value.length === 0 ? {} : { [key]: value });
  return {
    plural,
    ...optional('singular', singular),
    ...optional('shortNames', shortNames),
    kind,
    ...optional('listKind', listKind),
    ...optional('categories', categories),
  };
}
