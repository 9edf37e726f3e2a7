// Keys of labels in spread constraints and affinity terms: their values, as the new pod has them, become part of the selector.
import type { JsonObject } from '@rectrace/kube';
import { listAt } from '@rectrace/kube';
import type { Draft } from '../draft.ts';
import { childOf, childrenOf } from '../draft.ts';
import { labelsOf } from '../metadata.ts';

const REQUIRED = 'requiredDuringSchedulingIgnoredDuringExecution';
const PREFERRED = 'preferredDuringSchedulingIgnoredDuringExecution';

/** `pod`: in place. */
export function mergeLabelKeys(pod: Draft): void {
  const spec = childOf(pod, 'spec');
  const affinity = childOf(spec ?? {}, 'affinity') ?? {};
  for (const kind of ['podAffinity', 'podAntiAffinity']) {
    const terms = childOf(affinity, kind);
    const preferred = childrenOf(terms, PREFERRED)
      .map((term) => childOf(term, 'podAffinityTerm'))
      .filter((term) => term !== undefined);
    for (const term of [...preferred, ...childrenOf(terms, REQUIRED)]) {
      merge(pod, term, { keys: 'matchLabelKeys', operator: 'In' });
      merge(pod, term, { keys: 'mismatchLabelKeys', operator: 'NotIn' });
    }
  }
  for (const constraint of childrenOf(spec, 'topologySpreadConstraints'))
    merge(pod, constraint, { keys: 'matchLabelKeys', operator: 'In' });
}

/** A selector that is absent matches nothing, and stays so. */
function merge(pod: JsonObject, term: Draft, { keys, operator }: { readonly keys: string; readonly operator: string }): void {
  const selector = childOf(term, 'labelSelector');
  if (selector === undefined) return;
  const labels = labelsOf(pod);
  const added = listAt(term, [keys]).flatMap((key) => {
    const value = typeof key === 'string' && Object.hasOwn(labels, key) ? labels[key] : undefined;
    return value === undefined ? [] : [{ key, operator, values: [value] }];
  });
  if (added.length > 0) selector['matchExpressions'] = [...listAt(selector, ['matchExpressions']), ...added];
}
