// The spec of a definition as the API server checks it: what all versions have alike stands once, above them.
import type { Json, JsonObject } from '@rectrace/kube';
import { isJsonList, isJsonObject, jsonEquals, listAt, valueAt } from '@rectrace/kube';

const LIFTED = ['subresources', 'schema', 'additionalPrinterColumns', 'selectableFields'] as const;

type LiftedField = (typeof LIFTED)[number];

export type LiftedSpec = {
  /** What the versions have alike; absent where they have nothing, or differ. */
  readonly common: Readonly<Partial<Record<LiftedField, Json>>>;
  /** The versions without what they have alike. */
  readonly versions: readonly JsonObject[];
  /** The versions in the form in which messages quote them. */
  readonly quoted: Json;
};

export function liftedSpec(spec: Json | undefined): LiftedSpec {
  const listed = valueAt(spec, ['versions']);
  const versions = listAt(spec, ['versions']).map((version) => (isJsonObject(version) ? version : {}));
  const [first] = versions;
  if (first === undefined) return { common: {}, versions, quoted: isJsonList(listed) ? [] : null };
  const alike = LIFTED.filter((field) => versions.every((version) => jsonEquals(version[field] ?? null, first[field] ?? null)));
  const common = Object.fromEntries(alike.flatMap((field) => (first[field] === undefined ? [] : [[field, first[field]]])));
  const rest = versions.map((version) =>
    Object.fromEntries(Object.entries(version).filter(([key]) => !alike.some((field) => field === key))),
  );
  return { common, versions: rest, quoted: rest.map(quotedVersion) };
}

function quotedVersion(version: JsonObject): Json {
  return {
    Name: version['name'] ?? '',
    Served: version['served'] ?? false,
    Storage: version['storage'] ?? false,
    Deprecated: version['deprecated'] ?? false,
    DeprecationWarning: version['deprecationWarning'] ?? null,
    Schema: version['schema'] ?? null,
    Subresources: quotedSubresources(version),
    AdditionalPrinterColumns: version['additionalPrinterColumns'] ?? null,
    SelectableFields: version['selectableFields'] ?? null,
  };
}

function quotedSubresources(version: JsonObject): Json {
  const subresources = version['subresources'];
  if (subresources === undefined) return null;
  return { Status: valueAt(subresources, ['status']) ?? null, Scale: valueAt(subresources, ['scale']) ?? null };
}
