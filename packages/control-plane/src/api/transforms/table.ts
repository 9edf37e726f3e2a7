// Tables: what `kubectl get` prints, computed where the objects are.
import type { JsonObject } from '@rectrace/kube';
import { stringAt } from '@rectrace/kube';
import type { ServedResource } from '../served-resource.ts';
import { mappedInSteps, type Steps } from '../steps.ts';
import { metadataOnly } from './partial-metadata.ts';

export type TableRequest = {
  readonly resource: ServedResource;
  /** In the form of the store. */
  readonly objects: readonly JsonObject[];
  /** Milliseconds. */
  readonly now: number;
  /** 'meta.k8s.io/v1' */
  readonly apiVersion: string;
  /** 'Metadata', 'Object', 'None', or '' for metadata. */
  readonly include: string;
  /** False after the first row of a watch. */
  readonly headers: boolean;
  readonly metadata: JsonObject;
};

export function* renderTable(request: TableRequest): Steps<JsonObject> {
  const { resource, objects, apiVersion, now, metadata, headers } = request;
  const { definitions, cells, order } = resource.columns;
  const shown = order === undefined ? objects : objects.toSorted(order);
  return {
    kind: 'Table',
    apiVersion,
    metadata,
    columnDefinitions: headers ? definitions.map((definition) => ({ ...definition })) : null,
    rows: yield* mappedInSteps(shown, (object) => ({
      cells: cells(object, now),
      ...rowConditions(request, object),
      ...rowObject(request, object),
    })),
  };
}

const ENDED: Readonly<Record<string, JsonObject>> = {
  Succeeded: { type: 'Completed', status: 'True', reason: 'Succeeded', message: 'The pod has completed successfully.' },
  Failed: { type: 'Completed', status: 'True', reason: 'Failed', message: 'The pod failed.' },
};

/** Pods that have ended are marked, so that clients may hide them. */
function rowConditions({ resource }: TableRequest, object: JsonObject): { readonly conditions?: readonly JsonObject[] } {
  const ended = resource.storage === 'pods' ? ENDED[stringAt(object, ['status', 'phase']) ?? ''] : undefined;
  return ended === undefined ? {} : { conditions: [ended] };
}

function rowObject({ include, resource, apiVersion }: TableRequest, object: JsonObject): { readonly object: JsonObject | null } {
  if (include === 'None') return { object: null };
  if (include === 'Object') return { object: resource.codec.present(object) };
  const [group = '', version = ''] = apiVersion.split('/');
  return { object: metadataOnly(object, { kind: 'PartialObjectMetadata', group, version }) };
}
