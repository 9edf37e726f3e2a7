// Admission: what may change or refuse a write before it is stored. One plugin a file; the chain runs them in order.
import type { JsonObject } from '@rectrace/kube';
import type { Draft } from '../draft.ts';
import type { ServedResource } from '../served-resource.ts';
import type { UserInfo } from '../strategy.ts';

export type AdmissionRequest = {
  readonly operation: 'CREATE' | 'UPDATE' | 'DELETE' | 'CONNECT';
  readonly resource: ServedResource;
  readonly subresource: string;
  readonly namespace: string;
  readonly name: string;
  /** What is to be stored; mutating plugins change it. Absent for deletions. */
  readonly object?: Draft;
  /** What is stored; absent for creations. */
  readonly old?: JsonObject;
  readonly user: UserInfo;
  readonly dryRun: boolean;
  /** RFC 3339, to the second. */
  readonly now: string;
};

/** Objects of the store that plugins look at, in the form of the store. */
export interface AdmissionView {
  get(resource: string, namespace: string, name: string): JsonObject | undefined;
  list(resource: string, namespace: string): readonly JsonObject[];
}

export interface AdmissionPlugin {
  readonly name: string;
  /** @throws RequestRefused */
  mutate?(request: AdmissionRequest, view: AdmissionView): Promise<void> | void;
  /** @throws RequestRefused */
  validate?(request: AdmissionRequest, view: AdmissionView): Promise<void> | void;
}

export type AdmissionChain = { readonly plugins: readonly AdmissionPlugin[]; readonly view: AdmissionView };

export async function mutateAdmitted({ plugins, view }: AdmissionChain, request: AdmissionRequest): Promise<void> {
  for (const plugin of plugins) await plugin.mutate?.(request, view);
}

export async function validateAdmitted({ plugins, view }: AdmissionChain, request: AdmissionRequest): Promise<void> {
  for (const plugin of plugins) await plugin.validate?.(request, view);
}
