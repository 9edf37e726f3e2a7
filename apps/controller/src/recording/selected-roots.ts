// Which objects are recorded without a trace, by the selections of --record.

import type { KubeObject } from '@rectrace/kube';
import { formatObjectKey, matchesSelector, parseApiVersion } from '@rectrace/kube';
import type { RecorderMessage, RootTarget } from '@rectrace/trace';
import type { RecordSelection } from '../record-selection.ts';

/** The root that a message shows and a selection wants; undefined for everything else. */
export function selectedRoot(message: RecorderMessage, selections: readonly RecordSelection[]): RootTarget | undefined {
  if (message.kind !== 'Listed' && !(message.kind === 'Observed' && message.type !== 'Deleted')) return undefined;
  return selectedTarget(message.object, selections);
}

/** The same for an object known otherwise. */
export function selectedTarget(object: KubeObject, selections: readonly RecordSelection[]): RootTarget | undefined {
  const { group } = parseApiVersion(object.apiVersion);
  const { namespace = '', name } = object.metadata;
  if (!selections.some((selection) => isSelected(object, { selection, group }))) return undefined;
  return { id: formatObjectKey({ group, kind: object.kind, namespace, name }), group, objectKind: object.kind, namespace, name };
}

function isSelected(
  { kind, metadata }: KubeObject,
  { selection, group }: { readonly selection: RecordSelection; readonly group: string },
): boolean {
  if (selection.kind !== kind || selection.group !== group) return false;
  const inNamespace = selection.namespaces.length === 0 || selection.namespaces.includes(metadata.namespace ?? '');
  return inNamespace && matchesSelector(selection.selector, metadata.labels);
}
