// What stands below a field that holds a secret: hidden leaf by leaf, but for what only says where the secret is, or whose.

import type { Json, JsonObject } from '@rectrace/kube';
import { isJsonList, isJsonObject } from '@rectrace/kube';
import type { SecretField } from './secret-field.ts';
import { isAuthMode, isPlainMember, pointsToSecret } from './secret-field.ts';
import { isReference } from './sensitive-name.ts';

/** mask: of a secret. plain: of what is none, or may hold one further down. */
export type Hiding = { readonly mask: (text: string) => string; readonly plain: (value: Json, field: string) => Json };

/** Labels select: hiding them would hide who belongs to whom. */
const SELECTORS = new Set(['labels', 'matchLabels', 'selector', 'nodeSelector', 'podSelector']);
const SCHEMA_MEMBERS = ['type', '$ref', 'properties', 'anyOf', 'oneOf', 'allOf', 'x-kubernetes-preserve-unknown-fields'];
/** Of KubeBlocks' credentialVarRef: which of them is needed, not what it is. */
const NEED = /^(?:Required|Optional)$/;

/** key: of the member. field: the name under which its object stands. */
export type SecretMember = { readonly kind: SecretField; readonly key: string; readonly field: string; readonly object: JsonObject };

/** The value of a member that holds a secret, hidden; undefined where it holds none after all. */
export function hideSecretMember(value: Json, member: SecretMember, hiding: Hiding): Json | undefined {
  const { kind, key, field } = member;
  if (isNoSecret(value, member)) return undefined;
  if (kind === 'auth') return typeof value === 'string' && !isAuthMode(value) ? hideLeaf(value, key, hiding) : undefined;
  return field.endsWith('Ref') && typeof value === 'string' && NEED.test(value) ? value : hideLeaf(value, key, hiding);
}

function isNoSecret(value: Json, { kind, field, object }: SecretMember): boolean {
  if (SELECTORS.has(field) || (kind === 'key' && pointsToSecret(object))) return true;
  return field === 'properties' && isSchema(value);
}

function isSchema(value: Json): boolean {
  return isJsonObject(value) && SCHEMA_MEMBERS.some((name) => value[name] !== undefined);
}

function hideLeaf(value: Json, key: string, hiding: Hiding): Json {
  if (typeof value === 'string')
    return value === '' || value === 'true' || value === 'false' || isReference(value) ? value : hiding.mask(value);
  if (typeof value === 'number' || typeof value === 'bigint') return /tokens$|secrets?$/i.test(key) ? value : hiding.mask(String(value));
  if (isJsonList(value)) return hideList(value, key, hiding);
  return isJsonObject(value) ? hideMembers(value, hiding) : value;
}

/** Texts in a list of secrets are names of Secrets: Prometheus' spec.secrets. */
function hideList(list: readonly Json[], key: string, hiding: Hiding): readonly Json[] {
  const hidden = list.map((item) =>
    typeof item === 'string' && /secrets$/i.test(key) ? hiding.plain(item, '') : hideLeaf(item, key, hiding),
  );
  return hidden.every((item, index) => item === list[index]) ? list : hidden;
}

function hideMembers(object: JsonObject, hiding: Hiding): JsonObject {
  const entries = Object.entries(object).map(([key, value]): [string, Json] => [
    key,
    isPlainMember(key) ? hiding.plain(value, key) : hideLeaf(value, key, hiding),
  ]);
  return entries.every(([key, value]) => value === object[key]) ? object : Object.fromEntries(entries);
}
