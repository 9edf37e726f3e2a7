// ResourceQuota: what is created is counted against the quotas of its namespace before it is stored.
import type { JsonObject } from '@rectrace/kube';
import { isJsonObject, valueAt } from '@rectrace/kube';
import type { Store } from '../../../storage/store.ts';
import { objectKey } from '../../../storage/stored-object.ts';
import type { Draft } from '../../draft.ts';
import { draftOf } from '../../draft.ts';
import { conflict } from '../../failures.ts';
import { noteWrite } from '../../field-manager.ts';
import { nameOf, textsAt } from '../../metadata.ts';
import type { ResourceCatalog } from '../../resource-catalog.ts';
import type { AdmissionPlugin, AdmissionRequest } from '../admission-plugin.ts';
import { refusal } from '../concerns.ts';
import type { Amounts } from './amounts.ts';
import { addAmounts, amountsAt, exceeding, formatAmounts, growth, isNothing, onlyKeys } from './amounts.ts';
import { isTerminating, quotaScopesMatch } from './quota-scopes.ts';
import { missingAmounts, usageOf } from './usage-of.ts';

const QUOTAS = 'resourcequotas';
const MOST_TRIES = 100;

export type QuotaParts = { readonly store: Store; readonly catalog: ResourceCatalog };

export function resourceQuota(parts: QuotaParts): AdmissionPlugin {
  return {
    name: 'ResourceQuota',
    validate: (request, view) => {
      const { namespace, object } = request;
      if (namespace === '' || object === undefined || !isCounted({ ...request, object })) return;
      const quotas = view.list(QUOTAS, namespace);
      if (quotas.length > 0) countAgainst(parts, { ...request, object }, quotas);
    },
  };
}

type Counted = AdmissionRequest & { readonly object: JsonObject };

/** Whether what is written may change what the object counts for. */
function isCounted({ resource, operation, subresource, object, old }: Counted): boolean {
  switch (resource.storage) {
    case 'pods':
      if (operation === 'CREATE') return subresource === '';
      return subresource === 'resize' || (subresource === '' && isTerminating(old ?? {}) !== isTerminating(object));
    case 'persistentvolumeclaims':
      return subresource === '' || subresource === 'status';
    case 'services':
    case 'resourceclaims.resource.k8s.io':
      return subresource === '';
    default:
      return operation === 'CREATE' && subresource === '';
  }
}

type Concerned = { readonly quota: JsonObject; readonly delta: Amounts };

/** @throws RequestRefused (403) where one of the quotas does not suffice; none is charged then. */
function countAgainst(parts: QuotaParts, request: Counted, quotas: readonly JsonObject[]): void {
  const concerned = quotas.flatMap((quota) => concernedBy(request, quota));
  for (const { quota, delta } of concerned) checkOne(request, quota, delta);
  for (const { quota, delta } of request.dryRun ? [] : concerned) charge(parts, request, { name: nameOf(quota), delta });
}

/** What the object has been counted for already is not counted again. */
function concernedBy({ resource, object, old }: Counted, quota: JsonObject): readonly Concerned[] {
  const usage = usageOf(resource, object);
  const names = onlyKeys(usage, amountsAt(quota, ['status', 'hard']));
  if (isNothing(names) || !quotaScopesMatch(quota, resource, object)) return [];
  const before = old !== undefined && quotaScopesMatch(quota, resource, old) ? usageOf(resource, old) : {};
  return [{ quota, delta: growth(before, usage) }];
}

/** @throws RequestRefused (403) */
function checkOne(request: Counted, quota: JsonObject, delta: Amounts): void {
  const name = nameOf(quota);
  const hard = amountsAt(quota, ['status', 'hard']);
  const missing = missingAmounts(request.resource, request.object, hard);
  if (missing !== '') throw refusal(request, `failed quota: ${name}: must specify ${missing}`);
  const used = amountsAt(quota, ['status', 'used']);
  const counted = onlyKeys(usageOf(request.resource, request.object), hard);
  const unknown = Object.keys(counted).filter((key) => used[key] === undefined);
  if (unknown.length > 0) throw refusal(request, `status unknown for quota: ${name}, resources: ${unknown.sort().join(',')}`);
  if (request.subresource === 'status') return;
  const requested = onlyKeys(delta, hard);
  const over = exceeding(addAmounts(onlyKeys(used, requested), requested), hard);
  if (isNothing(over)) return;
  const [asked, before, limited] = [requested, used, hard].map((amounts) => formatAmounts(onlyKeys(amounts, over)));
  throw refusal(request, `exceeded quota: ${name}, requested: ${asked}, used: ${before}, limited: ${limited}`);
}

type Charge = { readonly name: string; readonly delta: Amounts };

/** Adds to what the quota says is used; checked again where somebody else was faster. */
function charge({ store, catalog }: QuotaParts, request: Counted, { name, delta }: Charge): void {
  const place = { resource: QUOTAS, key: objectKey(request.namespace, name) };
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const current = store.get(place);
    if (current === undefined) return;
    checkOne(request, current.object, delta);
    const added = onlyKeys(delta, amountsAt(current.object, ['status', 'hard']));
    if (isNothing(added)) return;
    const object = draftOf(charged(current.object, added));
    noteStatus(catalog, object, { old: current.object, now: request.now });
    if (store.update(place, { object, expected: current.revision }).kind === 'updated') return;
  }
  throw conflict({ group: '', resource: QUOTAS }, name, 'the quota is written to all the time');
}

/** The API server itself is who writes it. */
function noteStatus(catalog: ResourceCatalog, object: Draft, { old, now }: { readonly old: JsonObject; readonly now: string }): void {
  const found = catalog.lookup('', 'v1', QUOTAS);
  if (found.kind === 'found') noteWrite(object, old, { resource: found.resource, subresource: 'status', manager: 'kube-apiserver', now });
}

function charged(quota: JsonObject, added: Amounts): JsonObject {
  const status = valueAt(quota, ['status']);
  const used = { ...textsAt(quota, ['status', 'used']), ...addAmounts(onlyKeys(amountsAt(quota, ['status', 'used']), added), added) };
  return { ...quota, status: { ...(isJsonObject(status) ? status : {}), used } };
}
