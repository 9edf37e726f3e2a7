// Puts the contents of a new control plane into its store, as they are: nothing is admitted, prepared or given out anew.
// An object has to be one of its kind; definitions come first, so that what they define is served.
import type { JsonObject } from '@rectrace/kube';
import { stringAt } from '@rectrace/kube';
import type { Duplicates } from '../api/codec/read-json.ts';
import { establishDefinitions } from '../api/custom/definition-keeper.ts';
import type { Draft } from '../api/draft.ts';
import type { Environment } from '../api/environment.ts';
import { formatFieldErrors } from '../api/field-error.ts';
import { metadataOf, nameOf, namespaceOf, timestamp, uidOf, withTidyMetadata } from '../api/metadata.ts';
import { newUid } from '../api/random-source.ts';
import { placeOf } from '../api/registry/registry.ts';
import { ensureAddresses } from '../api/resources/core/service/ensure-addresses.ts';
import type { ServedResource } from '../api/served-resource.ts';
import { apiVersionOf } from '../api/served-resource.ts';
import { pathSegmentName } from '../api/validation/name-rules.ts';
import { validateObjectMeta } from '../api/validation/object-meta.ts';
import { ContentRefused, RequestRefused } from '../errors.ts';
import type { Place } from '../storage/store.ts';
import type { Contents } from './contents.ts';
import { LeftOutCount } from './contents.ts';

const DEFINITION = 'CustomResourceDefinition';
/** What the API server's own objects need before they can be made. */
const GROUND = new Set(['v1 Namespace', 'networking.k8s.io/v1 ServiceCIDR']);
const NO_DUPLICATES: Duplicates = new Map();

/** The contents of one control plane on their way into its store. In between, the API server makes its own objects, as far as they are not held. */
export class PlacedContents {
  readonly #environment: Environment;
  readonly #contents: Contents;
  readonly #leftOut = new LeftOutCount();
  readonly #placed = new Set<string>();

  constructor(environment: Environment, contents: Contents) {
    this.#environment = environment;
    this.#contents = contents;
  }

  /** Namespaces, and the ranges of addresses. @throws ContentRefused */
  async placeGround(): Promise<void> {
    await this.#place(this.#contents.objects.filter((object) => GROUND.has(kindOf(object))));
  }

  /** Whether an object of a collection ('/api/v1/configmaps') is among the contents. */
  holder(): (collection: string, object: JsonObject) => boolean {
    if (this.#contents.objects.length === 0) return () => false;
    const served = this.#servedKinds();
    const held = new Set(this.#contents.objects.flatMap((object) => heldKey(object, served.get(kindOf(object))) ?? []));
    return (collection, object) => held.has(`${collection.replace(/\/namespaces\/[^/]+(?=\/)/, '')} ${placeText(object, collection)}`);
  }

  /** Everything else. @throws ContentRefused */
  async placeRest(): Promise<void> {
    const rest = this.#contents.objects.filter((object) => !GROUND.has(kindOf(object)));
    await this.#place(rest.filter(({ kind }) => kind === DEFINITION));
    establishDefinitions(this.#environment);
    await this.#place(rest.filter(({ kind }) => kind !== DEFINITION));
    const { store, random, clock } = this.#environment;
    ensureAddresses(store, { random, now: timestamp(clock.now()) });
    for (const left of this.#leftOut.all()) this.#contents.onLeftOut?.(left);
  }

  /** Tries all, then tells the first that is refused. */
  async #place(objects: readonly JsonObject[]): Promise<void> {
    if (objects.length === 0) return;
    const served = this.#servedKinds();
    const refused: { readonly object: JsonObject; readonly reason: string }[] = [];
    for (const object of objects) {
      const reason = await this.#placeOne(object, served.get(kindOf(object)));
      if (reason !== undefined) refused.push({ object, reason });
    }
    const [first, ...others] = refused;
    if (first !== undefined) throw new ContentRefused(described(first.object), { reason: first.reason, others: others.length });
  }

  #servedKinds(): ReadonlyMap<string, ServedResource> {
    const resources = this.#environment.catalog.groups().flatMap(({ versions }) => versions.flatMap((version) => version.resources));
    return new Map(resources.map((resource) => [kindOf({ apiVersion: apiVersionOf(resource), kind: resource.kind }), resource]));
  }

  /** Why it can't be taken; undefined where it is, or is left out. */
  async #placeOne(object: JsonObject, resource: ServedResource | undefined): Promise<string | undefined> {
    const named = { apiVersion: stringAt(object, ['apiVersion']) ?? '', kind: stringAt(object, ['kind']) ?? '' };
    if (named.apiVersion === '' || named.kind === '') return 'apiVersion or kind is missing';
    if (resource === undefined) {
      this.#leftOut.note(named, 'not served here');
      return undefined;
    }
    const read = await this.#read(object, resource);
    switch (read.kind) {
      case 'refused':
        return read.reason;
      case 'left-out':
        this.#leftOut.note(named, read.reason);
        return undefined;
      case 'read':
        for (const problem of new Set(read.problems)) this.#leftOut.note(named, problem);
        return this.#store(placeOf({ resource, namespace: namespaceOf(read.draft) }, nameOf(read.draft)), read.draft);
    }
  }

  async #read(object: JsonObject, resource: ServedResource): Promise<Read> {
    const accepted = resource.codec.accept(object, NO_DUPLICATES);
    if (accepted.kind === 'refused') return { kind: 'refused', reason: accepted.message };
    const { draft, problems } = accepted;
    this.#complete(draft, resource);
    // Another API server has judged it already, perhaps by the rules of another version.
    const rules = { namespaced: resource.namespaced, nameRule: pathSegmentName, strictFinalizers: false };
    const errors = validateObjectMeta(draft, rules);
    if (errors.length > 0) return { kind: 'refused', reason: formatFieldErrors(errors) };
    const unconverted = await inStoredForm(draft, resource);
    if (unconverted !== undefined) return { kind: 'left-out', reason: unconverted };
    return { kind: 'read', draft: withTidyMetadata(draft), problems };
  }

  /** Objects that were written by hand lack what a server sets. By the uid of kube-system clients tell clusters apart: this is another one. */
  #complete(draft: Draft, resource: ServedResource): void {
    const { random, clock } = this.#environment;
    const metadata = metadataOf(draft);
    delete metadata['resourceVersion'];
    metadata['uid'] = isClusterIdentity(draft, resource) ? newUid(random) : uidOf(draft) || newUid(random);
    metadata['creationTimestamp'] ??= timestamp(clock.now());
  }

  /** The same object under another group (Events) counts once; what the API server has made in the meantime makes room. */
  #store(place: Place, draft: Draft): string | undefined {
    const { store } = this.#environment;
    const [name, there] = [`${place.resource} ${place.key}`, store.get(place)];
    if (there !== undefined && this.#placed.has(name))
      return uidOf(there.object) === uidOf(draft) ? undefined : 'there are two of that name';
    this.#placed.add(name);
    if (there === undefined) store.create(place, draft);
    else store.update(place, { object: draft, expected: there.revision });
    return undefined;
  }
}

/** Why it can't be brought into the version that is stored: nothing serves the webhook that would. */
async function inStoredForm(draft: Draft, { strategy, conversion }: ServedResource): Promise<string | undefined> {
  try {
    strategy.canonicalize?.(draft);
    await conversion?.settle(draft);
    return undefined;
  } catch (error) {
    if (error instanceof RequestRefused) return error.status.message;
    throw error;
  }
}

type Read =
  | { readonly kind: 'read'; readonly draft: Draft; readonly problems: readonly string[] }
  | { readonly kind: 'refused' | 'left-out'; readonly reason: string };

/** 'apps/v1 Deployment'. */
function kindOf(object: JsonObject): string {
  return `${stringAt(object, ['apiVersion']) ?? ''} ${stringAt(object, ['kind']) ?? ''}`;
}

/** '/api/v1/configmaps kube-system/a': where it stands in the API. */
function heldKey(object: JsonObject, resource: ServedResource | undefined): string | undefined {
  if (resource === undefined) return undefined;
  const root = resource.group === '' ? '/api' : '/apis';
  return `${root}/${apiVersionOf(resource)}/${resource.resource} ${placeText(object, '')}`;
}

/** collection: its path says the namespace where the object does not. */
function placeText(object: JsonObject, collection: string): string {
  const namespace = namespaceOf(object) || (/\/namespaces\/([^/]+)\//.exec(collection)?.[1] ?? '');
  return `${namespace}/${nameOf(object)}`;
}

function isClusterIdentity(object: JsonObject, { group, resource }: ServedResource): boolean {
  return group === '' && resource === 'namespaces' && nameOf(object) === 'kube-system';
}

/** 'Pod shop/web', 'Namespace shop'. */
function described(object: JsonObject): string {
  const namespace = namespaceOf(object);
  const name = nameOf(object) || '(without a name)';
  return `${stringAt(object, ['kind']) ?? 'object'} ${namespace === '' ? name : `${namespace}/${name}`}`;
}
