// Kinds whose tables kube-apiserver does not show in the order of their lists.
import type { JsonObject } from '@rectrace/kube';
import { stringAt } from '@rectrace/kube';
import type { TableColumns } from '../served-resource.ts';

/** By storage. */
export const ROW_ORDERS: Readonly<Record<string, NonNullable<TableColumns['order']>>> = {
  'flowschemas.flowcontrol.apiserver.k8s.io': byPrecedence,
};

/** The schema that is asked first is shown first. */
function byPrecedence(left: JsonObject, right: JsonObject): number {
  return precedence(left) - precedence(right) || (name(left) < name(right) ? -1 : 1);
}

function precedence({ spec }: JsonObject): number {
  return Number((spec as JsonObject | undefined)?.['matchingPrecedence'] ?? 0);
}

function name(schema: JsonObject): string {
  return stringAt(schema, ['metadata', 'name']) ?? '';
}
