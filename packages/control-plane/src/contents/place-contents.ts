// Puts the contents of a new control plane into its store, in one step and as they are: nothing is admitted, prepared or given out anew.
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
import { isServerAddress } from './server-address.ts';

const DEFINITION = 'CustomResourceDefinition';
const NOT_IMPLEMENTED = 501;
const NO_DUPLICATES: Duplicates = new Map();

/**
 * Of a store that holds nothing yet. To be called once the API server's own objects are there: puts those in place that had to wait for them.
 * @throws ContentRefused
 */
export function placeContents(environment: Environment, { objects, onLeftOut }: Contents): () => void {
  const placer = new Placer(environment);
  const parts = Object.groupBy(objects, (object) => partOf(object, objects));
  placer.place(parts.definitions ?? []);
  establishDefinitions(environment);
  placer.place(parts.others ?? []);
  const { store, random, clock } = environment;
  ensureAddresses(store, { random, now: timestamp(clock.now()) });
  for (const left of placer.leftOut.all()) onLeftOut?.(left);
  return () => placer.replace(parts.later ?? []);
}

function partOf(object: JsonObject, objects: readonly JsonObject[]): 'definitions' | 'later' | 'others' {
  if (object['kind'] === DEFINITION) return 'definitions';
  return isServerAddress(object, objects) ? 'later' : 'others';
}

class Placer {
  readonly leftOut = new LeftOutCount();
  readonly #environment: Environment;

  constructor(environment: Environment) {
    this.#environment = environment;
  }

  /** In place of what has been made in the meantime. @throws ContentRefused */
  replace(objects: readonly JsonObject[]): void {
    this.#placeAll(objects, (place, draft) => {
      const { store } = this.#environment;
      const made = store.get(place);
      if (made === undefined) store.create(place, draft);
      else store.update(place, { object: draft, expected: made.revision });
      return undefined;
    });
  }

  /** Tries all, then tells the first that is refused. @throws ContentRefused */
  place(objects: readonly JsonObject[]): void {
    this.#placeAll(objects, (place, draft) => {
      const { kind, stored } = this.#environment.store.create(place, draft);
      // The same object under another group (Events) counts once.
      return kind === 'created' || uidOf(stored.object) === uidOf(draft) ? undefined : 'there are two of that name';
    });
  }

  #placeAll(objects: readonly JsonObject[], write: Write): void {
    const served = this.#servedKinds();
    const refused: { readonly object: JsonObject; readonly reason: string }[] = [];
    for (const object of objects) {
      const reason = this.#placeOne(object, { served, write });
      if (reason !== undefined) refused.push({ object, reason });
    }
    const [first, ...others] = refused;
    if (first !== undefined) throw new ContentRefused(described(first.object), { reason: first.reason, others: others.length });
  }

  #servedKinds(): ReadonlyMap<string, ServedResource> {
    const resources = this.#environment.catalog.groups().flatMap(({ versions }) => versions.flatMap((version) => version.resources));
    return new Map(resources.map((resource) => [`${apiVersionOf(resource)} ${resource.kind}`, resource]));
  }

  /** Why it can't be taken; undefined where it is, or is left out. */
  #placeOne(object: JsonObject, { served, write }: Placing): string | undefined {
    const named = { apiVersion: stringAt(object, ['apiVersion']) ?? '', kind: stringAt(object, ['kind']) ?? '' };
    if (named.apiVersion === '' || named.kind === '') return 'apiVersion or kind is missing';
    const resource = served.get(`${named.apiVersion} ${named.kind}`);
    if (resource === undefined) {
      this.leftOut.note(named, 'not served here');
      return undefined;
    }
    const read = this.#read(object, resource);
    switch (read.kind) {
      case 'refused':
        return read.reason;
      case 'left-out':
        this.leftOut.note(named, read.reason);
        return undefined;
      case 'read':
        for (const problem of new Set(read.problems)) this.leftOut.note(named, problem);
        return write(placeOf({ resource, namespace: namespaceOf(read.draft) }, nameOf(read.draft)), read.draft);
    }
  }

  #read(object: JsonObject, resource: ServedResource): Read {
    try {
      const accepted = resource.codec.accept(object, NO_DUPLICATES);
      if (accepted.kind === 'refused') return { kind: 'refused', reason: accepted.message };
      const { draft, problems } = accepted;
      this.#complete(draft);
      // Another API server has judged it already, perhaps by the rules of another version.
      const rules = { namespaced: resource.namespaced, nameRule: pathSegmentName, strictFinalizers: false };
      const errors = validateObjectMeta(draft, rules);
      if (errors.length > 0) return { kind: 'refused', reason: formatFieldErrors(errors) };
      resource.strategy.canonicalize?.(draft);
      return { kind: 'read', draft: withTidyMetadata(draft), problems };
    } catch (error) {
      if (!(error instanceof RequestRefused)) throw error;
      const { code, message } = error.status;
      return { kind: code === NOT_IMPLEMENTED ? 'left-out' : 'refused', reason: message };
    }
  }

  /** Objects that were written by hand lack what a server sets. */
  #complete(draft: Draft): void {
    const { random, clock } = this.#environment;
    const metadata = metadataOf(draft);
    delete metadata['resourceVersion'];
    metadata['uid'] = uidOf(draft) || newUid(random);
    metadata['creationTimestamp'] ??= timestamp(clock.now());
  }
}

/** Why it can't be; undefined where it could. */
type Write = (place: Place, draft: Draft) => string | undefined;
type Placing = { readonly served: ReadonlyMap<string, ServedResource>; readonly write: Write };

type Read =
  | { readonly kind: 'read'; readonly draft: Draft; readonly problems: readonly string[] }
  | { readonly kind: 'refused' | 'left-out'; readonly reason: string };

/** 'Pod shop/web', 'Namespace shop'. */
function described(object: JsonObject): string {
  const namespace = namespaceOf(object);
  const name = nameOf(object) || '(without a name)';
  return `${stringAt(object, ['kind']) ?? 'object'} ${namespace === '' ? name : `${namespace}/${name}`}`;
}
