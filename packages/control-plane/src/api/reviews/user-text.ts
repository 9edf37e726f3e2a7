// Users as reviews carry them.
import type { JsonObject } from '@rectrace/kube';
import { isJsonList, isJsonObject, valueAt } from '@rectrace/kube';
import type { UserInfo } from '../strategy.ts';

export function userValue({ name, uid, groups, extra = {} }: UserInfo): JsonObject {
  return {
    username: name,
    ...(uid === undefined ? {} : { uid }),
    ...(groups.length === 0 ? {} : { groups }),
    ...(Object.keys(extra).length === 0 ? {} : { extra }),
  };
}

/** spec.extra */
export function extrasOf(review: JsonObject): Readonly<Record<string, readonly string[]>> {
  const extra = valueAt(review, ['spec', 'extra']);
  if (!isJsonObject(extra)) return {};
  return Object.fromEntries(Object.entries(extra).map(([key, values]) => [key, isJsonList(values) ? values.map(String) : []]));
}
