// The parameters that a binding gives its policy.
import type { JsonObject } from '@rectrace/kube';
import { isJsonObject, matchesSelector, parseSelectorObject, stringAt } from '@rectrace/kube';
import { labelsOf } from '../../metadata.ts';
import type { ResourceCatalog } from '../../resource-catalog.ts';
import type { ServedResource } from '../../served-resource.ts';
import { apiVersionOf } from '../../served-resource.ts';
import type { AdmissionRequest, AdmissionView } from '../admission-plugin.ts';
import type { Policy, PolicyBinding } from './policy.ts';

/** One evaluation for each; undefined stands for no parameter. `message`: what is wrong with the configuration. */
export type FoundParams =
  | { readonly kind: 'params'; readonly params: readonly (JsonObject | undefined)[] }
  | { readonly kind: 'misconfigured'; readonly message: string };

/** Undefined where nothing of that kind is served. */
export function paramResource(
  catalog: ResourceCatalog,
  { apiVersion, kind }: NonNullable<Policy['paramKind']>,
): ServedResource | undefined {
  return catalog
    .groups()
    .flatMap(({ versions }) => versions.flatMap(({ resources }) => resources))
    .find((resource) => resource.kind === kind && apiVersionOf(resource) === apiVersion && resource.verbs.includes('list'));
}

type Finding = { readonly resource: ServedResource; readonly request: AdmissionRequest; readonly view: AdmissionView };

/** Of a binding whose policy has parameters. @throws RequestRefused (500) where they can't be converted. */
export async function findParams({ paramRef }: PolicyBinding, { resource, request, view }: Finding): Promise<FoundParams> {
  if (paramRef === undefined) return { kind: 'params', params: [undefined] };
  const named = stringAt(paramRef, ['namespace']) ?? '';
  if (named !== '' && !resource.namespaced)
    return misconfigured('paramRef.namespace must not be provided for a cluster-scoped `paramKind`');
  const namespace = resource.namespaced ? named || request.namespace : '';
  if (resource.namespaced && namespace === '') {
    return misconfigured('cannot use namespaced paramRef in policy binding that matches cluster-scoped resources');
  }
  const found = paramsIn(paramRef, { resource, view, namespace });
  await resource.conversion?.show(found);
  const params = found.map((stored) => resource.codec.present(stored));
  if (params.length === 0 && stringAt(paramRef, ['parameterNotFoundAction']) === 'Deny') {
    return misconfigured('no params found for policy binding with `Deny` parameterNotFoundAction');
  }
  return { kind: 'params', params };
}

function misconfigured(message: string): FoundParams {
  return { kind: 'misconfigured', message };
}

type Place = { readonly resource: ServedResource; readonly view: AdmissionView; readonly namespace: string };

function paramsIn(paramRef: JsonObject, { resource, view, namespace }: Place): readonly JsonObject[] {
  const name = stringAt(paramRef, ['name']) ?? '';
  if (name !== '') {
    const found = view.get(resource.storage, namespace, name);
    return found === undefined ? [] : [found];
  }
  const selector = parseSelectorObject(isJsonObject(paramRef['selector']) ? paramRef['selector'] : undefined);
  return view
    .list(resource.storage, namespace)
    .filter((stored) => selector.kind === 'selector' && matchesSelector(selector, labelsOf(stored)));
}
