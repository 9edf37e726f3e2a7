// A CustomResourceDefinition as it is stored, read.
import type { Json, JsonObject } from '@rectrace/kube';
import { isJsonObject, listAt, stringAt, valueAt } from '@rectrace/kube';
import type { WebhookClient } from '../admission/webhooks/webhook-target.ts';
import { readWebhookClient } from '../admission/webhooks/webhook-target.ts';
import { booleanAt } from '../metadata.ts';
import { sortVersions } from './sort-versions.ts';

export const DEFINITIONS = 'customresourcedefinitions.apiextensions.k8s.io';

export type DefinitionNames = {
  readonly plural: string;
  readonly singular: string;
  readonly shortNames: readonly string[];
  readonly kind: string;
  readonly listKind: string;
  readonly categories: readonly string[];
};

export type DefinitionVersion = {
  readonly name: string;
  readonly served: boolean;
  readonly storage: boolean;
  readonly schema: Json;
  /** Has a status subresource. */
  readonly status: boolean;
  readonly scale: ScalePaths | undefined;
  readonly columns: readonly JsonObject[];
  /** JSON paths that field selectors may name. */
  readonly selectable: readonly string[];
  readonly deprecation: string | undefined;
};

/** JSON paths of simple fields, e.g. '.spec.replicas'. */
export type ScalePaths = { readonly replicas: string; readonly statusReplicas: string; readonly selector: string };

export type Definition = {
  readonly group: string;
  readonly namespaced: boolean;
  readonly names: DefinitionNames;
  readonly versions: readonly DefinitionVersion[];
  /** What converts its versions; undefined where nothing but the apiVersion differs. */
  readonly conversion: ConversionWebhook | undefined;
};

export type ConversionWebhook = {
  readonly client: WebhookClient;
  /** Of ConversionReview, the most wanted first. */
  readonly reviewVersions: readonly string[];
};

export function readDefinition(stored: JsonObject): Definition {
  const group = stringAt(stored, ['spec', 'group']) ?? '';
  const names = readNames(valueAt(stored, ['spec', 'names']));
  const versions = listAt(stored, ['spec', 'versions']);
  const current = versions.filter((version) => valueAt(version, ['served']) === true && valueAt(version, ['deprecated']) !== true);
  const whole = { group, kind: names.kind, current: sortVersions(current.map((version) => stringAt(version, ['name']) ?? '')) };
  return {
    group,
    namespaced: stringAt(stored, ['spec', 'scope']) === 'Namespaced',
    names,
    versions: versions.map((version) => readVersion(version, whole)),
    conversion: stringAt(stored, ['spec', 'conversion', 'strategy']) === 'Webhook' ? readConversion(stored) : undefined,
  };
}

function readConversion(stored: JsonObject): ConversionWebhook {
  const webhook = valueAt(stored, ['spec', 'conversion', 'webhook']) ?? {};
  return {
    client: readWebhookClient(valueAt(webhook, ['clientConfig'])),
    reviewVersions: listAt(webhook, ['conversionReviewVersions']).map(String),
  };
}

export function readNames(names: Json | undefined): DefinitionNames {
  const text = (key: string): string => stringAt(names, [key]) ?? '';
  const texts = (key: string): readonly string[] => listAt(names, [key]).map(String);
  return {
    plural: text('plural'),
    singular: text('singular'),
    shortNames: texts('shortNames'),
    kind: text('kind'),
    listKind: text('listKind'),
    categories: texts('categories'),
  };
}

/** `current`: the versions that are served and not deprecated, the newest first. */
type Whole = { readonly group: string; readonly kind: string; readonly current: readonly string[] };

function readVersion(version: Json, whole: Whole): DefinitionVersion {
  const name = stringAt(version, ['name']) ?? '';
  const object = isJsonObject(version) ? version : {};
  const scale = valueAt(version, ['subresources', 'scale']);
  return {
    name,
    served: booleanAt(object, ['served']) ?? false,
    storage: booleanAt(object, ['storage']) ?? false,
    schema: valueAt(version, ['schema', 'openAPIV3Schema']) ?? {},
    status: valueAt(version, ['subresources', 'status']) !== undefined,
    scale: isJsonObject(scale) ? scalePaths(scale) : undefined,
    columns: listAt(version, ['additionalPrinterColumns']).filter(isJsonObject),
    selectable: listAt(version, ['selectableFields']).map((field) => (stringAt(field, ['jsonPath']) ?? '').replace(/^\./, '')),
    deprecation: booleanAt(object, ['deprecated']) === true ? deprecationOf(object, name, whole) : undefined,
  };
}

function deprecationOf(version: JsonObject, name: string, { group, kind, current }: Whole): string {
  const own = stringAt(version, ['deprecationWarning']);
  if (own !== undefined) return own;
  const [newest = name] = current;
  const newer = newest !== name && sortVersions([newest, name])[0] === newest;
  return `${group}/${name} ${kind} is deprecated${newer ? `; use ${group}/${newest} ${kind}` : ''}`;
}

function scalePaths(scale: JsonObject): ScalePaths {
  return {
    replicas: stringAt(scale, ['specReplicasPath']) ?? '',
    statusReplicas: stringAt(scale, ['statusReplicasPath']) ?? '',
    selector: stringAt(scale, ['labelSelectorPath']) ?? '',
  };
}

/** Whether the condition of that type is True. */
export function definitionIs(stored: JsonObject, type: string): boolean {
  return listAt(stored, ['status', 'conditions']).some(
    (condition) => stringAt(condition, ['type']) === type && stringAt(condition, ['status']) === 'True',
  );
}

/** Steps of a simple JSON path: '.spec.replicas' -> ['spec', 'replicas']. */
export function stepsOf(path: string): readonly string[] {
  return path.split('.').filter((step) => step !== '');
}
