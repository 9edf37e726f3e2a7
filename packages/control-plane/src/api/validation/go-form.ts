// Structs as the API server shows them in messages where their internal types have no names for JSON: every field by its Go name, in order.
import type { Json, JsonObject } from '@rectrace/kube';
import { isJsonObject } from '@rectrace/kube';

/** Go name -> what stands there: a pointer or list (null where absent), a text ('' where absent), or a pointer to another struct. */
export type GoStruct = { readonly [name: string]: 'pointer' | 'text' | GoStruct };

export function goForm(value: Json | undefined, struct: GoStruct): Json {
  if (!isJsonObject(value)) return null;
  return Object.fromEntries(Object.entries(struct).map(([name, field]) => [name, goField(fieldOf(value, name), field)]));
}

function goField(value: Json | undefined, field: GoStruct[string]): Json {
  if (field === 'text') return value ?? '';
  return field === 'pointer' ? (value ?? null) : goForm(value, field);
}

/** Names differ in the case of their first word only: GMSACredentialSpec is gmsaCredentialSpec, SELinuxOptions is seLinuxOptions. */
function fieldOf(object: JsonObject, goName: string): Json | undefined {
  const key = Object.keys(object).find((one) => one.toLowerCase() === goName.toLowerCase());
  return key === undefined ? undefined : object[key];
}
