// What a client is warned of in a pod, or a template of pods, that is accepted.
import { ipWarnings } from '../validation/ip-warnings.ts';
import type { Spot } from '../validation/spot.ts';
import { at, entriesOf, isSet, itemsOf, keyed, numberOf, textAt, textOf } from '../validation/spot.ts';
import type { WarningsOf } from './container-warnings.ts';
import { containerWarnings } from './container-warnings.ts';
import { fractionWarnings } from './fraction-warnings.ts';
import { deprecatedLabel, selectorTermWarnings } from './node-label-warnings.ts';
import { pathWarnings } from './path-warnings.ts';

const ANNOTATIONS: Readonly<Record<string, string>> = {
  'scheduler.alpha.kubernetes.io/critical-pod': 'non-functional in v1.16+; use the "priorityClassName" field instead',
  'security.alpha.kubernetes.io/sysctls': 'non-functional in v1.11+; use the "sysctls" field instead',
  'security.alpha.kubernetes.io/unsafe-sysctls': 'non-functional in v1.11+; use the "sysctls" field instead',
};
const VOLUMES: Readonly<Record<string, string>> = {
  photonPersistentDisk: 'deprecated in v1.11, non-functional in v1.16+',
  gitRepo: 'deprecated in v1.11, and disabled by default in v1.33+',
  scaleIO: 'deprecated in v1.16, non-functional in v1.22+',
  flocker: 'deprecated in v1.22, non-functional in v1.25+',
  storageos: 'deprecated in v1.22, non-functional in v1.25+',
  quobyte: 'deprecated in v1.22, non-functional in v1.25+',
  glusterfs: 'deprecated in v1.25, non-functional in v1.26+',
  cephfs: 'deprecated in v1.28, non-functional in v1.31+',
  rbd: 'deprecated in v1.28, non-functional in v1.31+',
};
/** Fields whose names in messages are not those in JSON. */
const SHOWN: Readonly<Record<string, string>> = { storageos: 'storageOS' };
const SECCOMP = 'seccomp.security.alpha.kubernetes.io/pod';
const NO_MATCH = 'a null labelSelector results in matching no pod';

/** `pod`: with metadata and spec. */
export function podWarnings(pod: Spot, ofContainer: WarningsOf = () => []): readonly string[] {
  const spec = at(pod, 'spec');
  return [
    ...nodeWarnings(spec),
    ...spreadWarnings(spec),
    ...annotationWarnings(at(at(pod, 'metadata'), 'annotations')),
    ...itemsOf(at(spec, 'volumes')).flatMap(volumeWarnings),
    ...itemsOf(at(spec, 'volumes')).flatMap(pathWarnings),
    ...repeatedWarnings(at(spec, 'hostAliases'), 'ip'),
    ...repeatedWarnings(at(spec, 'imagePullSecrets'), 'name'),
    ...emptySecretWarnings(spec),
    ...fractionWarnings(at(spec, 'overhead'), ['memory', 'ephemeral-storage']),
    ...seccompWarnings(pod),
    ...containerWarnings(pod, ofContainer),
    ...graceWarnings(at(spec, 'terminationGracePeriodSeconds')),
    ...['podAffinity', 'podAntiAffinity'].flatMap((key) => affinityWarnings(at(at(spec, 'affinity'), key))),
    ...itemsOf(at(at(spec, 'dnsConfig'), 'nameservers')).flatMap(ipWarnings),
    ...itemsOf(at(spec, 'hostAliases')).flatMap((alias) => ipWarnings(at(alias, 'ip'))),
  ];
}

function nodeWarnings(spec: Spot): readonly string[] {
  const affinity = at(at(spec, 'affinity'), 'nodeAffinity');
  const terms = itemsOf(at(at(affinity, 'requiredDuringSchedulingIgnoredDuringExecution'), 'nodeSelectorTerms'));
  const preferred = itemsOf(at(affinity, 'preferredDuringSchedulingIgnoredDuringExecution'));
  return [
    ...entriesOf(at(spec, 'nodeSelector')).flatMap(([key, { path }]) => {
      const message = deprecatedLabel(key);
      return message === undefined ? [] : [`${path}: ${message}`];
    }),
    ...terms.flatMap((term) => selectorTermWarnings(term, false)),
    ...preferred.flatMap((term) => selectorTermWarnings(at(term, 'preference'), true)),
  ];
}

function spreadWarnings(spec: Spot): readonly string[] {
  return itemsOf(at(spec, 'topologySpreadConstraints')).flatMap((constraint) => {
    const key = at(constraint, 'topologyKey');
    const message = deprecatedLabel(textOf(key));
    return [...(message === undefined ? [] : [`${key.path}: ${textOf(key)} is ${message}`]), ...noMatch(at(constraint, 'labelSelector'))];
  });
}

function noMatch(selector: Spot): readonly string[] {
  return isSet(selector) ? [] : [`${selector.path}: ${NO_MATCH}`];
}

function annotationWarnings(annotations: Spot): readonly string[] {
  return Object.entries(ANNOTATIONS).flatMap(([key, message]) => {
    const place = keyed(annotations, key);
    return place.value === undefined ? [] : [`${place.path}: ${message}`];
  });
}

function volumeWarnings(volume: Spot): readonly string[] {
  const claim = at(at(at(volume, 'ephemeral'), 'volumeClaimTemplate'), 'spec');
  const old = Object.entries(VOLUMES).flatMap(([field, message]) => {
    const source = at(volume, field, SHOWN[field] ?? field);
    return isSet(source) ? [`${source.path}: ${message}`] : [];
  });
  return [...old, ...claimWarnings(claim)];
}

/** Of the spec of a claim. */
export function claimWarnings(spec: Spot): readonly string[] {
  return ['requests', 'limits'].flatMap((key) => fractionWarnings(at(at(spec, 'resources'), key), ['storage']));
}

function repeatedWarnings(list: Spot, key: string): readonly string[] {
  const items = itemsOf(list).map((item) => at(item, key));
  const texts = items.map(textOf);
  return items.flatMap(({ path }, index) => {
    const text = texts[index] ?? '';
    return texts.indexOf(text) < index ? [`${path}: duplicate ${key} ${JSON.stringify(text)}`] : [];
  });
}

function emptySecretWarnings(spec: Spot): readonly string[] {
  const nameless = itemsOf(at(spec, 'imagePullSecrets')).filter((secret) => textAt(secret, 'name') === '');
  return nameless.map(({ path }) => `${path}.name: invalid empty name ""`);
}

function seccompWarnings(pod: Spot): readonly string[] {
  const annotation = keyed(at(at(pod, 'metadata'), 'annotations'), SECCOMP);
  const field = at(at(at(pod, 'spec'), 'securityContext'), 'seccompProfile');
  const alone = annotation.value !== undefined && !isSet(field);
  return alone ? [`${annotation.path}: non-functional in v1.27+; use the "seccompProfile" field instead`] : [];
}

function graceWarnings(grace: Spot): readonly string[] {
  const negative = (numberOf(grace) ?? 0) < 0;
  return negative ? [`${grace.path}: must be >= 0; negative values are invalid and will be treated as 1`] : [];
}

function affinityWarnings(affinity: Spot): readonly string[] {
  const required = itemsOf(at(affinity, 'requiredDuringSchedulingIgnoredDuringExecution'));
  const preferred = itemsOf(at(affinity, 'preferredDuringSchedulingIgnoredDuringExecution'));
  return [...required, ...preferred.map((term) => at(term, 'podAffinityTerm'))].flatMap((term) => noMatch(at(term, 'labelSelector')));
}
