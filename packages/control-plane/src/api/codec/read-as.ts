// An object that was made up from fields, as its type writes it: what the type leaves out is gone, what it always writes is there.
import type { JsonObject } from '@rectrace/kube';
import type { Draft } from '../draft.ts';
import type { TypeTable } from '../type-table.ts';
import { decodeTyped } from './decode-typed.ts';

/** @throws TypeError where a field does not fit */
export function readAs(
  object: JsonObject,
  { apiVersion, kind }: { readonly apiVersion: string; readonly kind: string },
  table: TypeTable,
): Draft {
  const type = table.ofKind(apiVersion, kind);
  const decoded = type === undefined ? undefined : decodeTyped(object, type, { table });
  if (decoded?.kind !== 'decoded') throw new TypeError(`no ${kind} of ${apiVersion}`);
  return decoded.object;
}
