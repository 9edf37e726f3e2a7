// Admission: what may change or refuse a write before it is stored. One plugin a file; the chain runs them in order.
import type { Json, JsonObject } from '@rectrace/kube';
import { parseManagers, valueAt } from '@rectrace/kube';
import type { Annotate } from '../annotate.ts';
import type { Draft } from '../draft.ts';
import { assign, ensureChild } from '../draft.ts';
import type { ServedResource } from '../served-resource.ts';
import type { UserInfo } from '../strategy.ts';
import { MutationRound } from './mutation-round.ts';

export type AdmissionRequest = {
  readonly operation: 'CREATE' | 'UPDATE' | 'DELETE';
  readonly resource: ServedResource;
  /** The kind of the objects: another one than the resource's where a subresource has its own (Scale, Binding, Eviction). */
  readonly shown: ServedResource;
  readonly subresource: string;
  readonly namespace: string;
  readonly name: string;
  /** What is to be stored; mutating plugins change it. Absent for deletions. */
  readonly object?: Draft;
  /** What is stored; absent for creations. */
  readonly old?: JsonObject;
  readonly user: UserInfo;
  /** CreateOptions, UpdateOptions or DeleteOptions, as the client gave them. */
  readonly options: JsonObject;
  readonly dryRun: boolean;
  /** RFC 3339, to the second. */
  readonly now: string;
  /** Tells the client, whatever the answer will be. */
  readonly warn: (text: string) => void;
  /** Tells the audit log. */
  readonly annotate: Annotate;
};

/** Objects of the store that plugins look at, in the form of the store. */
export interface AdmissionView {
  get(resource: string, namespace: string, name: string): JsonObject | undefined;
  list(resource: string, namespace: string): readonly JsonObject[];
}

export interface AdmissionPlugin {
  readonly name: string;
  /** @throws RequestRefused */
  mutate?(request: AdmissionRequest, view: AdmissionView, round: MutationRound): Promise<void> | void;
  /** @throws RequestRefused */
  validate?(request: AdmissionRequest, view: AdmissionView): Promise<void> | void;
}

export type AdmissionChain = { readonly plugins: readonly AdmissionPlugin[]; readonly view: AdmissionView };

/** @throws RequestRefused */
export async function mutateAdmitted(chain: AdmissionChain, request: AdmissionRequest): Promise<void> {
  const managers = valueAt(request.object, ['metadata', 'managedFields']);
  const first = new MutationRound();
  await mutateRound(chain, request, first);
  if (first.wantsAnother) await mutateRound(chain, request, new MutationRound(first));
  if (request.object !== undefined) keepManagers(request.object, managers, request.warn);
}

async function mutateRound({ plugins, view }: AdmissionChain, request: AdmissionRequest, round: MutationRound): Promise<void> {
  for (const plugin of plugins) {
    const changing = plugin.mutate?.(request, view, round);
    if (changing !== undefined) await changing;
  }
}

/** Managers that a plugin has made unreadable are put back. */
function keepManagers(object: Draft, managers: Json | undefined, warn: AdmissionRequest['warn']): void {
  const left = valueAt(object, ['metadata', 'managedFields']);
  if (left === managers) return;
  const parsed = parseManagers(left);
  if (parsed.kind === 'managers') return;
  assign(ensureChild(object, 'metadata'), 'managedFields', managers);
  warn(`${UNREADABLE}: ${parsed.message}`);
}

const UNREADABLE =
  '.metadata.managedFields was in an invalid state after admission; this could be caused by an outdated mutating admission controller; please fix your requests';

/** @throws RequestRefused */

export async function validateAdmitted({ plugins, view }: AdmissionChain, request: AdmissionRequest): Promise<void> {
  for (const plugin of plugins) {
    const judging = plugin.validate?.(request, view);
    if (judging !== undefined) await judging;
  }
}
