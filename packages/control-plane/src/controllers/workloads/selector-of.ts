// What a workload selects.
import type { JsonObject, KubeObject, LabelSelector } from '@rectrace/kube';
import { parseSelectorObject } from '@rectrace/kube';

export function selectorOf({ spec }: KubeObject & { readonly spec: { readonly selector: JsonObject } }): LabelSelector {
  const parsed = parseSelectorObject(spec.selector);
  // The server stores no other: an invalid one selects nothing.
  return parsed.kind === 'selector' ? parsed : { kind: 'selector', requirements: [{ key: '', operator: 'Exists', values: [] }] };
}
