// Which objects an owner manages: those that name it and match its selector. Orphans that match are adopted, those that no longer match let go.
// (pkg/controller/controller_ref_manager.go, 1.35.)
import type { KubeObject, LabelSelector } from '@rectrace/kube';
import { matchesSelector } from '@rectrace/kube';
import { BY_CONTROLLER, controllerOf, controllerReference, isDeleting, orphansOf } from '../kinds/meta.ts';
import type { Effects } from '../runtime/effect.ts';
import type { ObjectView } from '../runtime/object-view.ts';
import type { Resource } from '../runtime/resource.ts';

export type Claiming<Shape extends KubeObject> = {
  readonly owner: KubeObject;
  readonly resource: Resource<Shape>;
  readonly selector: LabelSelector;
  /** Others are neither managed nor taken nor let go. Default: all. */
  readonly among?: (object: Shape) => boolean;
};

/** `effects` adopt and let go; what is to be adopted is not managed yet. */
export type Claimed<Shape extends KubeObject> = { readonly managed: readonly Shape[]; readonly effects: Effects };

export function claim<Shape extends KubeObject>(
  view: ObjectView,
  { owner, resource, selector, among = () => true }: Claiming<Shape>,
): Claimed<Shape> {
  const { uid = '', namespace = '' } = owner.metadata;
  const isMatch = ({ metadata }: Shape): boolean => matchesSelector(selector, metadata.labels);
  const own = view.find(resource, { index: BY_CONTROLLER, value: uid }).filter(among);
  const managed = own.filter(isMatch);
  if (isDeleting(owner)) return { managed, effects: [] };
  const orphans = view.find(resource, { index: BY_CONTROLLER, value: orphansOf(namespace) }).filter(among);
  const adopted = orphans.filter((orphan) => isMatch(orphan) && !isDeleting(orphan));
  const left = own.filter((object) => !isMatch(object));
  return {
    managed,
    effects: [
      ...left.map((target) => patch(resource, target, [{ $patch: 'delete', uid }])),
      ...adopted.map((target) => patch(resource, target, [controllerReference(owner)])),
    ],
  };
}

function patch(resource: Resource, target: KubeObject, ownerReferences: readonly Reference[]): Effects[number] {
  return { kind: 'patch', resource, target, body: { metadata: { uid: target.metadata.uid ?? '', ownerReferences } } };
}

type Reference = Readonly<Record<string, string | boolean>>;

/** Keys of the owners that an object's change concerns: the one that manages it, or those whose selector matches it while nobody does. */
export function ownersOf<Shape extends KubeObject>(
  view: ObjectView,
  {
    object,
    owners,
    selectorOf,
  }: { readonly object: KubeObject; readonly owners: Resource<Shape>; selectorOf(owner: NoInfer<Shape>): LabelSelector },
): readonly Shape[] {
  const { namespace = '', labels } = object.metadata;
  const reference = controllerOf(object);
  if (reference === undefined) return view.list(owners, namespace).filter((owner) => matchesSelector(selectorOf(owner), labels));
  if (reference.kind !== owners.kind) return [];
  const owner = view.get(owners, { namespace, name: reference.name });
  return owner === undefined || owner.metadata.uid !== reference.uid ? [] : [owner];
}
