// Merges look at objects in the versions of all who manage their fields. Where a webhook converts between these, a merge is
// begun again with each conversion that it turned out to need: it changes nothing before it is through.
import type { JsonObject } from '@rectrace/kube';
import { formatJson } from '@rectrace/kube';
import type { ObjectConversion } from '../served-resource.ts';
import type { MergePlace } from './resource-merging.ts';

class MissingConversion extends Error {
  readonly object: JsonObject;
  readonly apiVersion: string;

  constructor(object: JsonObject, apiVersion: string) {
    super(`an object is not yet known in ${apiVersion}: the merge is to be begun again`);
    this.object = object;
    this.apiVersion = apiVersion;
  }
}

/** `merge` must do the same each time. @throws RequestRefused (500) where a conversion fails. */
export async function convertAsNeeded<Value>(
  conversion: ObjectConversion | undefined,
  merge: (convert: MergePlace['convert']) => Value,
): Promise<Value> {
  const { convert } = conversion ?? {};
  if (convert === undefined) return merge(undefined);
  const known = new Map<string, JsonObject>();
  for (;;) {
    try {
      return merge((object, apiVersion) => {
        const found = known.get(keyOf(object, apiVersion));
        if (found === undefined) throw new MissingConversion(object, apiVersion);
        return found;
      });
    } catch (error) {
      if (!(error instanceof MissingConversion)) throw error;
      const { object, apiVersion } = error;
      known.set(keyOf(object, apiVersion), await convert(object, apiVersion));
    }
  }
}

function keyOf(object: JsonObject, apiVersion: string): string {
  return `${apiVersion} ${formatJson(object)}`;
}
