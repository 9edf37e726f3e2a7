// LimitRanger: what pods and claims ask for keeps within the limit ranges of their namespace; containers that say nothing get the defaults.
import type { JsonObject } from '@rectrace/kube';
import { isJsonObject, listAt, stringAt } from '@rectrace/kube';
import type { Draft } from '../draft.ts';
import { childrenOf, ensureChild } from '../draft.ts';
import { textsAt } from '../metadata.ts';
import { podTotals } from '../pod-spec/pod-totals.ts';
import type { AdmissionPlugin, AdmissionRequest, AdmissionView } from './admission-plugin.ts';
import { createdOf, refusal, updatedOf } from './concerns.ts';
import { limitViolations } from './limit-violations.ts';

const ANNOTATION = 'kubernetes.io/limit-ranger';

export const limitRanger: AdmissionPlugin = {
  name: 'LimitRanger',
  mutate: (request, view) => {
    const pod = createdOf(request, 'pods');
    if (pod === undefined) return;
    const notes = rangesOf(request, view).flatMap((range) => giveDefaults(pod, range));
    if (notes.length === 0) return;
    const metadata = ensureChild(pod, 'metadata');
    ensureChild(metadata, 'annotations')[ANNOTATION] = `LimitRanger plugin set: ${notes.join('; ')}`;
  },
  validate: (request, view) => {
    const violations = violationsIn(request);
    if (violations === undefined) return;
    const found = rangesOf(request, view)
      .map(violations)
      .find((texts) => texts.length > 0);
    if (found !== undefined) throw refusal(request, found.length === 1 ? (found[0] ?? '') : `[${found.join(', ')}]`);
  },
};

/** What a limit range says to the object; undefined for objects that none speaks of. */
function violationsIn(request: AdmissionRequest): ((range: JsonObject) => readonly string[]) | undefined {
  const pod = createdOf(request, 'pods');
  if (pod !== undefined) return (range) => podViolations(pod, range);
  const claim = createdOf(request, 'persistentvolumeclaims') ?? updatedOf(request, 'persistentvolumeclaims');
  return claim === undefined ? undefined : (range) => claimViolations(claim, range);
}

function rangesOf({ namespace }: AdmissionRequest, view: AdmissionView): readonly JsonObject[] {
  return view.list('limitranges', namespace);
}

function limitsOf(range: JsonObject, type: string): readonly JsonObject[] {
  return listAt(range, ['spec', 'limits']).filter((item) => isJsonObject(item) && item['type'] === type) as readonly JsonObject[];
}

/** What was set, a text for each container. */
function giveDefaults(pod: Draft, range: JsonObject): readonly string[] {
  const spec = ensureChild(pod, 'spec');
  const limits = limitsOf(range, 'Container');
  const defaults = {
    requests: Object.assign({}, ...limits.map((limit) => textsAt(limit, ['defaultRequest']))),
    limits: Object.assign({}, ...limits.map((limit) => textsAt(limit, ['default']))),
  };
  return [
    ...childrenOf(spec, 'containers').flatMap((container) => fillContainer(container, 'container', defaults)),
    ...childrenOf(spec, 'initContainers').flatMap((container) => fillContainer(container, 'init container', defaults)),
  ];
}

type Defaults = Readonly<Record<'requests' | 'limits', Readonly<Record<string, string>>>>;

function fillContainer(container: Draft, word: string, defaults: Defaults): readonly string[] {
  const set = (list: 'requests' | 'limits', what: string): readonly string[] => {
    const known = textsAt(container, ['resources', list]);
    const missing = Object.keys(defaults[list])
      .filter((key) => known[key] === undefined)
      .sort();
    if (missing.length === 0) return [];
    const resources = ensureChild(ensureChild(container, 'resources'), list);
    for (const key of missing) resources[key] = defaults[list][key] ?? '';
    return [`${missing.join(', ')} ${what} for ${word} ${stringAt(container, ['name']) ?? ''}`];
  };
  return [...set('requests', 'request'), ...set('limits', 'limit')];
}

function podViolations(pod: JsonObject, range: JsonObject): readonly string[] {
  const containers = [...listAt(pod, ['spec', 'containers']), ...listAt(pod, ['spec', 'initContainers'])];
  const ofContainers = limitsOf(range, 'Container').flatMap((limit) =>
    containers.flatMap((container) =>
      limitViolations('Container', limit, {
        requests: textsAt(container, ['resources', 'requests']),
        limits: textsAt(container, ['resources', 'limits']),
      }),
    ),
  );
  const spec = isJsonObject(pod['spec']) ? pod['spec'] : {};
  const totals = { requests: podTotals(spec, 'requests'), limits: podTotals(spec, 'limits') };
  return [...ofContainers, ...limitsOf(range, 'Pod').flatMap((limit) => limitViolations('Pod', limit, totals))];
}

function claimViolations(claim: JsonObject, range: JsonObject): readonly string[] {
  const requests = textsAt(claim, ['spec', 'resources', 'requests']);
  return limitsOf(range, 'PersistentVolumeClaim').flatMap((limit) =>
    limitViolations('PersistentVolumeClaim', limit, { requests, limits: undefined }),
  );
}
