// Tokens of ServiceAccounts are the one secret that no virtual control plane gets: they would open the live cluster, and nothing else.

import type { JsonObject } from '@rectrace/kube';
import { isJsonObject } from '@rectrace/kube';
import type { StandIns } from '../stand-ins/stand-ins.ts';

const TOKEN_TYPE = 'kubernetes.io/service-account-token';

export function withoutAccountTokens(objects: readonly JsonObject[], standIns: Pick<StandIns, 'value'>): readonly JsonObject[] {
  return objects.map((object) => {
    const { kind, type, data } = object;
    if (kind !== 'Secret' || type !== TOKEN_TYPE || !isJsonObject(data) || typeof data['token'] !== 'string') return object;
    return { ...object, data: { ...data, token: standIns.value(data['token']) } };
  });
}
