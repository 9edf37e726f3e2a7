// Webhooks that objects bring along, while the programs that serve them stay where they are: writes that a webhook is for fail as its failurePolicy says.

import type { Json, JsonObject } from '@rectrace/kube';
import { isJsonObject, listAt, stringAt, valueAt } from '@rectrace/kube';

const CONFIGURATIONS = ['ValidatingWebhookConfiguration', 'MutatingWebhookConfiguration'];
const LOOPBACK = /^https:\/\/(127\.|localhost[:/]|\[::1\])/;
/** More names than these say nothing more. */
const MOST_NAMED = 6;

/** One line for people of each configuration and definition, in order; empty where all of them may be reached. */
export function unservedWebhooks(objects: readonly JsonObject[]): readonly string[] {
  return [...configurations(objects).flatMap(refusalOf), ...objects.flatMap(conversionOf)].sort();
}

/** The objects without the configurations of admission webhooks that cannot be reached, and how many these are. */
export function withoutUnservedWebhooks(objects: readonly JsonObject[]): {
  readonly objects: readonly JsonObject[];
  readonly leftOut: number;
} {
  const unserved = new Set(configurations(objects).filter((configuration) => unservedIn(configuration).length > 0));
  return { objects: objects.filter((object) => !unserved.has(object)), leftOut: unserved.size };
}

function configurations(objects: readonly JsonObject[]): readonly JsonObject[] {
  return objects.filter((object) => CONFIGURATIONS.includes(stringAt(object, ['kind']) ?? ''));
}

function unservedIn(configuration: JsonObject): readonly Json[] {
  return listAt(configuration, ['webhooks']).filter((webhook) => placeOf(valueAt(webhook, ['clientConfig'])) !== undefined);
}

function refusalOf(configuration: JsonObject): readonly string[] {
  const strict = unservedIn(configuration).filter((webhook) => (stringAt(webhook, ['failurePolicy']) ?? 'Fail') === 'Fail');
  if (strict.length === 0) return [];
  const places = strict.flatMap((webhook) => placeOf(valueAt(webhook, ['clientConfig'])) ?? []);
  const resources = strict.flatMap((webhook) => listAt(webhook, ['rules'])).flatMap(resourcesOf);
  return [`${titleOf(configuration)}: nothing serves ${named(places)} here, so writes to ${named(resources)} are refused`];
}

/** 'clusters.apps.kubeblocks.io', 'pods'. */
function resourcesOf(rule: Json): readonly string[] {
  const groups = listAt(rule, ['apiGroups']).map(String);
  const resources = listAt(rule, ['resources']).map(String);
  return groups.flatMap((group) => resources.map((resource) => (group === '' ? resource : `${resource}.${group}`)));
}

function conversionOf(definition: JsonObject): readonly string[] {
  if (stringAt(definition, ['kind']) !== 'CustomResourceDefinition') return [];
  if (stringAt(definition, ['spec', 'conversion', 'strategy']) !== 'Webhook') return [];
  const place = placeOf(valueAt(definition, ['spec', 'conversion', 'webhook', 'clientConfig']));
  if (place === undefined || listAt(definition, ['spec', 'versions']).length < 2) return [];
  return [`${titleOf(definition)}: nothing serves ${place} here, so its objects can be had in the version that is stored alone`];
}

/** 'Service shop/hook', 'https://hook.example.org/'; undefined where it may be reached: on loopback. */
function placeOf(clientConfig: Json | undefined): string | undefined {
  const service = valueAt(clientConfig, ['service']);
  if (isJsonObject(service)) return `Service ${stringAt(service, ['namespace']) ?? ''}/${stringAt(service, ['name']) ?? ''}`;
  const url = stringAt(clientConfig, ['url']) ?? '';
  return LOOPBACK.test(url) ? undefined : url;
}

function titleOf(object: JsonObject): string {
  return `${stringAt(object, ['kind']) ?? ''} ${stringAt(object, ['metadata', 'name']) ?? ''}`;
}

function named(names: readonly string[]): string {
  const all = [...new Set(names)].sort();
  const more = all.length - MOST_NAMED;
  return more <= 0 ? all.join(', ') : `${all.slice(0, MOST_NAMED).join(', ')} and ${more} more`;
}
