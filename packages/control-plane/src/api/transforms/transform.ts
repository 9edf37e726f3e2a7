// An object or list as the client wants to see it: as it is, as metadata only, or as a table.
import type { JsonObject } from '@rectrace/kube';
import { badRequest, notAcceptableBecause } from '../failures.ts';
import type { MediaChoice } from '../media-type.ts';
import type { ObjectList } from '../registry/list-objects.ts';
import type { ServedResource } from '../served-resource.ts';
import { apiVersionOf } from '../served-resource.ts';
import { doneAtOnce, mappedInSteps, type Steps } from '../steps.ts';
import { type TransformTarget, transformOf } from '../transform-target.ts';
import { metadataOnly } from './partial-metadata.ts';
import { renderTable } from './table.ts';

export type Transforming = {
  readonly target: { readonly resource: ServedResource; readonly request: { readonly query: URLSearchParams } };
  readonly media: Pick<MediaChoice, 'target'>;
  /** Milliseconds; ages are counted from it. */
  readonly now: number;
};

export function transformObject(transforming: Transforming, stored: JsonObject): JsonObject {
  const { target, media, now } = transforming;
  const { resource } = target;
  if (media.target === undefined) return resource.codec.present(stored);
  switch (transformOf(media.target)) {
    case 'metadata':
      return metadataOnly(stored, media.target);
    case 'table':
      return doneAtOnce(
        renderTable({
          resource,
          objects: [stored],
          now,
          ...tableOptions(transforming, media.target),
          metadata: objectListMeta(stored),
        }),
      );
    default:
      throw notAcceptableBecause(`you requested PartialObjectMetadataList, but the requested object is not a list (*${goName(resource)})`);
  }
}

export function* transformList(transforming: Transforming, list: ObjectList): Steps<JsonObject> {
  const { target, media, now } = transforming;
  const { resource } = target;
  const metadata = listMeta(list);
  if (media.target === undefined) {
    return {
      kind: `${resource.kind}List`,
      apiVersion: apiVersionOf(resource),
      metadata: resource.custom ? { continue: '', ...metadata } : metadata,
      items: yield* mappedInSteps(list.items, (item) => resource.codec.item(item)),
    };
  }
  switch (transformOf(media.target)) {
    case 'metadata-list': {
      const { target: wanted } = media;
      return {
        kind: wanted.kind,
        apiVersion: `${wanted.group}/${wanted.version}`,
        metadata,
        items: yield* mappedInSteps(list.items, (item) => metadataOnly(item, { ...wanted, kind: 'PartialObjectMetadata' })),
      };
    }
    case 'table':
      return yield* renderTable({ resource, objects: list.items, now, ...tableOptions(transforming, media.target), metadata });
    default:
      throw notAcceptableBecause(`you requested PartialObjectMetadata, but the requested object is a list (*${goName(resource)}List)`);
  }
}

function listMeta({ revision, continueToken, remainingItemCount }: ObjectList): JsonObject {
  return {
    resourceVersion: String(revision),
    ...(continueToken === '' ? {} : { continue: continueToken }),
    ...(remainingItemCount === undefined ? {} : { remainingItemCount }),
  };
}

function objectListMeta(stored: JsonObject): JsonObject {
  const { resourceVersion = '' } = (stored['metadata'] ?? {}) as { readonly resourceVersion?: string };
  return { resourceVersion };
}

const INCLUDES = ['Metadata', 'Object', 'None', ''];

function tableOptions(
  { target }: Transforming,
  wanted: TransformTarget,
): { readonly apiVersion: string; readonly include: string; readonly headers: boolean } {
  const include = target.request.query.get('includeObject') ?? '';
  if (!INCLUDES.includes(include)) {
    throw badRequest(
      `Unable to convert to Table as requested: includeObject: Invalid value: ${JSON.stringify(include)}: must be 'Metadata', 'Object', 'None', or empty`,
    );
  }
  return { apiVersion: `${wanted.group}/${wanted.version}`, include, headers: true };
}

function goName({ group, kind, custom }: ServedResource): string {
  if (custom) return 'unstructured.Unstructured';
  return `${group === '' ? 'core' : (group.split('.')[0] ?? '')}.${kind}`;
}
