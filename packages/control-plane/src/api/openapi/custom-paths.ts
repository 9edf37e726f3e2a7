// The paths of a custom kind: those of a built-in kind of the same shape, under its own names and in the forms that custom resources have.
import type { Json, JsonObject } from '@rectrace/kube';
import { formatJson, isJsonList, isJsonObject, parseJson, valueAt } from '@rectrace/kube';
import type { CustomKind } from './custom-schemas.ts';

type Model = { readonly plural: string; readonly kind: string };

const PREFIX = '/apis/networking.k8s.io/v1/';
const IN_NAMESPACES: Model = { plural: 'ingresses', kind: 'Ingress' };
const WITHOUT: Model = { plural: 'servicecidrs', kind: 'ServiceCIDR' };
const GVK = 'x-kubernetes-group-version-kind';
const BUILT_IN_ONLY = /protobuf|cbor|strategic-merge-patch/;
/** What OpenAPI v2 says of built-in kinds, which take any of their forms, and what it says of custom ones. */
const ANY_FORM = '*/*';
const CUSTOM_FORMS = ['application/json', 'application/yaml'];

/** Whether paths of custom kinds are made from it. */
export function isModelPath(path: string): boolean {
  return path.startsWith(PREFIX);
}

export function customPaths(kind: CustomKind, model: Json): JsonObject {
  const like = kind.namespaced ? IN_NAMESPACES : WITHOUT;
  const paths = valueAt(model, ['paths']);
  const shape = new RegExp(`^${PREFIX}(namespaces/\\{namespace\\}/)?${like.plural}(/\\{name\\}(/status)?)?$`);
  const copied = Object.entries(isJsonObject(paths) ? paths : {})
    .filter(([path]) => shape.test(path) && (kind.status || !path.endsWith('/status')))
    .map(([path, item]) => [renamed(path, kind, like), fitted(parseJson(renamed(formatJson(item), kind, like)), kind)]);
  return Object.fromEntries(copied);
}

function renamed(text: string, { group, version, kind, plural, schemaName, listName }: CustomKind, like: Model): string {
  return text
    .replaceAll(PREFIX, `/apis/${group}/${version}/`)
    .replaceAll(new RegExp(`/${like.plural}\\b`, 'g'), `/${plural}`)
    .replaceAll(`io.k8s.api.networking.v1.${like.kind}List`, listName)
    .replaceAll(new RegExp(`io\\.k8s\\.api\\.networking\\.v1\\.${like.kind}\\b`, 'g'), schemaName)
    .replaceAll('networking_v1', `${camel(group)}_${version}`)
    .replaceAll(
      /(create|read|replace|patch|delete|list|watch)(Collection)?NetworkingV1/g,
      `$1$2${capital(camel(group))}${capital(version)}`,
    )
    .replaceAll(like.kind, kind);
}

function camel(group: string): string {
  return group
    .split('.')
    .map((part, index) => (index === 0 ? part : capital(part)))
    .join('');
}

function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

/** Without the forms that only built-in kinds have, and of the custom kind. */
function fitted(value: Json, kind: CustomKind): Json {
  if (isJsonList(value)) return value.flatMap((item) => fittedItem(item, kind));
  if (!isJsonObject(value)) return value;
  const kept = Object.entries(value).filter(([key]) => !(key.startsWith('application/') && BUILT_IN_ONLY.test(key)));
  return Object.fromEntries(kept.map(([key, item]) => [key, key === GVK ? groupVersionKind(kind) : fitted(item, kind)]));
}

/** Of a list of media types, those that custom resources have. */
function fittedItem(item: Json, kind: CustomKind): readonly Json[] {
  if (item === ANY_FORM) return CUSTOM_FORMS;
  return typeof item === 'string' && item.startsWith('application/') && BUILT_IN_ONLY.test(item) ? [] : [fitted(item, kind)];
}

function groupVersionKind({ group, kind, version }: CustomKind): JsonObject {
  return { group, kind, version };
}
