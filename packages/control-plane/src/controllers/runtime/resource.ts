// A resource as a controller names it: where its objects are served, and of which shape they are.
import type { KubeObject } from '@rectrace/kube';

/** `Shape` is what the API server promises of its objects once they are defaulted and valid; nothing checks it again. */
export type Resource<Shape extends KubeObject = KubeObject> = {
  readonly kind: string;
  readonly group: string;
  readonly version: string;
  readonly plural: string;
  readonly namespaced: boolean;
  /** Only a type: there is no value. */
  readonly shape?: Shape;
};

type Names = { readonly apiVersion: string; readonly kind: string; readonly plural: string; readonly namespaced?: boolean };

/** `namespaced` is true where it is absent. */
export function resourceOf<Shape extends KubeObject>({ apiVersion, kind, plural, namespaced = true }: Names): Resource<Shape> {
  const [group = '', version = ''] = apiVersion.includes('/') ? apiVersion.split('/') : ['', apiVersion];
  return { kind, group, version, plural, namespaced };
}

/** As the store knows it, whatever the version: 'pods', 'deployments.apps'. */
export function storageNameOf({ group, plural }: Resource): string {
  return group === '' ? plural : `${plural}.${group}`;
}

export function apiVersionOf({ group, version }: Resource): string {
  return group === '' ? version : `${group}/${version}`;
}

/** The path of a collection, or of one object in it. `namespace` is '' for all and for what belongs to none. */
export function pathOf(
  { group, version, plural, namespaced }: Resource,
  { namespace, name }: { namespace: string; name?: string },
): string {
  const root = group === '' ? `/api/${version}` : `/apis/${group}/${version}`;
  const within = namespaced && namespace !== '' ? `/namespaces/${encodeURIComponent(namespace)}` : '';
  return `${root}${within}/${plural}${name === undefined ? '' : `/${encodeURIComponent(name)}`}`;
}
