// An object of one version in another one: by way of the one that is stored.
import type { JsonObject } from '@rectrace/kube';
import { stringAt } from '@rectrace/kube';
import { draftOf } from '../draft.ts';
import type { VersionConversion } from './built-in-codec.ts';

/** `conversions`: by apiVersion, but for the stored one. */
export function betweenVersions(
  conversions: Readonly<Record<string, VersionConversion>>,
): (object: JsonObject, apiVersion: string) => JsonObject {
  return (object, apiVersion) => {
    const from = conversions[stringAt(object, ['apiVersion']) ?? ''];
    const stored = from?.toStored(draftOf(object)) ?? object;
    const shown = conversions[apiVersion]?.fromStored(stored) ?? stored;
    return { ...shown, kind: object['kind'] ?? '', apiVersion };
  };
}
