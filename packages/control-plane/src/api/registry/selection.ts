// Which objects of a resource a list or a watch is about.
import type { JsonObject } from '@rectrace/kube';
import { objectKey } from '../../storage/stored-object.ts';
import { badRequest } from '../failures.ts';
import { labelsOf } from '../metadata.ts';
import type { ListOptions } from '../options/list-options.ts';
import { exactValueOf, type FieldTerm, matchesFields } from '../selectors/field-selector-text.ts';
import { matchesLabels } from '../selectors/label-selector-text.ts';
import type { ServedResource } from '../served-resource.ts';

export type Selection = {
  /** Keys that begin with it; '' for all. */
  readonly prefix: string;
  /** The only key, where a selector names one object. */
  readonly single: string | undefined;
  /** Nothing but the namespace narrows the selection. */
  readonly everything: boolean;
  readonly matches: (object: JsonObject) => boolean;
};

export type Selecting = {
  readonly resource: ServedResource;
  /** '' for all namespaces. */
  readonly namespace: string;
  /** Of a path that names one object. */
  readonly name: string;
};

/** @throws RequestRefused for a field that the kind does not let select. */
export function selectionOf({ resource, namespace, name }: Selecting, options: Pick<ListOptions, 'labels' | 'fields'>): Selection {
  checkFields(resource, options.fields);
  const terms = withName(options.fields, name);
  const only = exactValueOf(terms, 'metadata.name');
  const where = namespace === '' ? (exactValueOf(terms, 'metadata.namespace') ?? '') : namespace;
  const inNamespace = resource.namespaced && where !== '';
  return {
    prefix: inNamespace ? `${where}/` : '',
    single: only !== undefined && (inNamespace || !resource.namespaced) ? objectKey(resource.namespaced ? where : '', only) : undefined,
    everything: options.labels.length === 0 && terms.length === 0,
    matches: (object) =>
      matchesLabels(options.labels, labelsOf(object)) && matchesFields(terms, (field) => fieldOf(resource, object, field)),
  };
}

function withName(terms: readonly FieldTerm[], name: string): readonly FieldTerm[] {
  if (name === '') return terms;
  if (terms.length === 0) return [{ field: 'metadata.name', equal: true, value: name }];
  if (exactValueOf(terms, 'metadata.name') !== name) throw badRequest("fieldSelector metadata.name doesn't match requested name");
  return terms;
}

function checkFields({ strategy }: ServedResource, terms: readonly FieldTerm[]): void {
  const unknown = terms.find(({ field }) => !Object.hasOwn(strategy.selectableFields, field));
  if (unknown !== undefined) throw badRequest(strategy.unknownField(unknown.field));
}

function fieldOf({ strategy }: ServedResource, object: JsonObject, field: string): string {
  return strategy.selectableFields[field]?.(object) ?? '';
}
