// Impersonate-* headers from flags, else from the kubeconfig user's as, as-uid, as-groups and as-user-extra.

import type { Json, JsonObject } from '@rectrace/kube';
import { isJsonObject, listAt, stringAt, valueAt } from '@rectrace/kube';
import { ConnectionOptionInvalid } from '../errors.ts';
import type { Impersonation } from './connection-options.ts';

export type ImpersonationHeaders = { readonly [name: string]: string | string[] };

/** @throws ConnectionOptionInvalid for groups or a uid without a user. */
export function impersonationHeaders(flags: Impersonation = {}, user: JsonObject = {}): ImpersonationHeaders {
  const configured = flags.user === undefined ? user : {};
  const name = flags.user ?? stringAt(user, ['as']) ?? '';
  const groups = flags.groups ?? listAt(configured, ['as-groups']).map(String);
  const uid = flags.uid ?? stringAt(configured, ['as-uid']) ?? '';
  if (name === '' && (groups.length > 0 || uid !== '')) throw new ConnectionOptionInvalid('--as-group and --as-uid need --as USER');
  return {
    ...(name === '' ? {} : { 'Impersonate-User': name }),
    ...(groups.length === 0 ? {} : { 'Impersonate-Group': [...groups] }),
    ...(uid === '' ? {} : { 'Impersonate-Uid': uid }),
    ...extraHeaders(valueAt(configured, ['as-user-extra'])),
  };
}

function extraHeaders(extra: Json | undefined): { readonly [name: string]: string[] } {
  if (!isJsonObject(extra)) return {};
  return Object.fromEntries(
    Object.entries(extra).map(([key, values]) => [
      `Impersonate-Extra-${encodeURIComponent(key)}`,
      Array.isArray(values) ? values.map(String) : [String(values)],
    ]),
  );
}
