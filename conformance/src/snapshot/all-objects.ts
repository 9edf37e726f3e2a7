// What `kubectl get … -o json` shows of a namespace and of all that belongs to none.
import type { Json, JsonObject } from '@rectrace/kube';
import { jsonEquals, listAt, stringAt } from '@rectrace/kube';
import type { ClusterAccess } from '@rectrace/testbed';

/** By kind, namespace and name. */
export type AllObjects = ReadonlyMap<string, JsonObject>;

/** Made up at each read; the same Events once more. */
const NOT_THEIR_OWN = new Set(['componentstatuses', 'events.events.k8s.io']);

type Kubectl = Pick<ClusterAccess, 'kubectl'>;

/** kubeconfig: of another cluster than the testbed's. resourceTypes: as kindsOf gives them. */
export async function allObjects(
  plane: Kubectl,
  { kinds, namespace, kubeconfig }: { readonly kinds: Kinds; readonly namespace: string; readonly kubeconfig?: string },
): Promise<AllObjects> {
  const options = kubeconfig === undefined ? {} : { kubeconfig };
  const within = await json(plane, ['get', kinds.namespaced.join(','), '-n', namespace, '-o', 'json', '--show-managed-fields'], options);
  const without = await json(plane, ['get', kinds.clusterScoped.join(','), '-o', 'json', '--show-managed-fields'], options);
  const items = [...listAt(within, ['items']), ...listAt(without, ['items'])] as readonly JsonObject[];
  return new Map(items.map((item) => [keyOf(item), item]));
}

export type Kinds = { readonly namespaced: readonly string[]; readonly clusterScoped: readonly string[] };

export async function kindsOf(plane: Kubectl): Promise<Kinds> {
  const names = async (namespaced: boolean): Promise<readonly string[]> => {
    const { stdout } = await plane.kubectl(['api-resources', '--verbs=list', `--namespaced=${namespaced}`, '-o', 'name']);
    return stdout.split('\n').filter((name) => name !== '' && !NOT_THEIR_OWN.has(name));
  };
  return { namespaced: await names(true), clusterScoped: await names(false) };
}

async function json(plane: Kubectl, args: readonly string[], options: { readonly kubeconfig?: string }): Promise<Json> {
  const { code, stdout, stderr } = await plane.kubectl(args, options);
  if (code !== 0) throw new Error(`kubectl ${args.join(' ')}: ${stderr}`);
  return JSON.parse(stdout) as Json;
}

function keyOf(object: JsonObject): string {
  const place = [stringAt(object, ['metadata', 'namespace']), stringAt(object, ['metadata', 'name'])];
  return `${stringAt(object, ['kind'])} ${place.filter((part) => part !== undefined).join('/')}`;
}

/** What differs, one line each, in order. resourceVersions differ in any case, and the uid that clusters are told apart by. */
export function differencesBetween(
  before: AllObjects,
  after: AllObjects,
  except: (key: string) => boolean = () => false,
): readonly string[] {
  const keys = [...new Set([...before.keys(), ...after.keys()])].sort().filter((key) => !except(key));
  return keys.flatMap((key) => {
    const [old, now] = [before.get(key), after.get(key)];
    if (old === undefined) return [`${key}: came`];
    if (now === undefined) return [`${key}: went`];
    return differingPaths(comparable(old), comparable(now), key);
  });
}

function comparable(object: JsonObject): JsonObject {
  const { resourceVersion: _version, uid, ...metadata } = object['metadata'] as JsonObject;
  return { ...object, metadata: keyOf(object) === 'Namespace kube-system' ? metadata : { ...metadata, uid: uid ?? null } };
}

function differingPaths(before: Json | undefined, after: Json | undefined, path: string): readonly string[] {
  if (jsonEquals(before ?? null, after ?? null) && (before === undefined) === (after === undefined)) return [];
  if (!isObject(before) || !isObject(after)) return [`${path}: ${JSON.stringify(before)} -> ${JSON.stringify(after)}`];
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((key) =>
    differingPaths(before[key], after[key], `${path}.${key}`),
  );
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
