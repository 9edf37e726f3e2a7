// The spec of a pod, in pods and in templates of them, as the API server checks it.
import type { FieldError } from '../field-error.ts';
import { duplicate, forbiddenField, invalidValue, notFoundValue, required } from '../field-error.ts';
import { between, fits, fitsIfSet, invalidAt, neededOneOf, oneOf } from '../validation/checks.ts';
import { labelMapErrors } from '../validation/label-selectors.ts';
import { dns1123Label, dns1123Subdomain, qualifiedName } from '../validation/name-rules.ts';
import type { Spot } from '../validation/spot.ts';
import { at, isSet, itemsOf, keysOf, numberOf, textAt, textOf } from '../validation/spot.ts';
import { affinityErrors } from './affinity.ts';
import type { ContainerContext } from './containers.ts';
import { ephemeralErrors, initErrors, regularErrors } from './containers.ts';
import { dnsConfigErrors, hostAliasErrors, hostnameOverrideErrors, hostPortErrors } from './names-in-network.ts';
import { podResourceErrors } from './pod-resources.ts';
import { containerResourceNameErrors } from './resource-names.ts';
import { resourceErrors } from './resources.ts';
import { ownUsersErrors, podSecurityErrors } from './security-context.ts';
import { tolerationErrors } from './tolerations.ts';
import { topologySpreadErrors } from './topology-spread.ts';
import type { VolumeContext } from './volume-sources.ts';
import { checkVolumes } from './volumes.ts';
import { hostProcessErrors, systemErrors } from './windows-options.ts';

type PodContext = VolumeContext & { readonly isMirror: boolean };

const RESTART_POLICIES = ['Always', 'OnFailure', 'Never'];
const DNS_POLICIES = ['ClusterFirstWithHostNet', 'ClusterFirst', 'Default', 'None'];
const MOST_DEADLINE = 2_147_483_647;

/** In the order in which pods list them: before, beside, later. */
export function allContainers(spec: Spot): readonly Spot[] {
  return ['initContainers', 'containers', 'ephemeralContainers'].flatMap((key) => itemsOf(at(spec, key)));
}

export function podSpecErrors(spec: Spot, context: PodContext): readonly FieldError[] {
  const grace = at(spec, 'terminationGracePeriodSeconds');
  const { volumes, errors } = checkVolumes(at(spec, 'volumes'), context);
  const containers = allContainers(spec);
  const within: ContainerContext = {
    volumes,
    claims: itemsOf(at(spec, 'resourceClaims'))
      .map((claim) => textAt(claim, 'name'))
      .filter((name) => name !== ''),
    podRestartPolicy: textAt(spec, 'restartPolicy'),
    hostUsers: at(spec, 'hostUsers').value !== false,
    grace: numberOf(grace),
  };
  return [
    ...(isSet(grace) ? [] : [required(grace.path)]),
    ...errors,
    ...claimErrors(at(spec, 'resourceClaims'), context),
    ...regularErrors(at(spec, 'containers'), within),
    ...initErrors(at(spec, 'initContainers'), at(spec, 'containers'), within),
    ...ephemeralErrors(spec, within),
    ...podResourceErrors(spec, within.claims),
    ...hostPortErrors(spec, context),
    ...neededOneOf(at(spec, 'restartPolicy'), RESTART_POLICIES),
    ...neededOneOf(at(spec, 'dnsPolicy'), DNS_POLICIES),
    ...labelMapErrors(at(spec, 'nodeSelector')),
    ...podSecurityErrors(spec),
    ...itemsOf(at(spec, 'imagePullSecrets')).flatMap(pullSecretErrors),
    ...affinityErrors(at(spec, 'affinity')),
    ...dnsConfigErrors(at(spec, 'dnsConfig'), textAt(spec, 'dnsPolicy')),
    ...gatesErrors(spec),
    ...topologySpreadErrors(at(spec, 'topologySpreadConstraints')),
    ...hostProcessErrors(spec, containers),
    ...ownUsersErrors(spec, containers),
    ...hostnameOverrideErrors(spec),
    ...nameErrors(spec),
    ...systemChoiceErrors(spec, containers),
    ...fileVolumeErrors(spec, containers),
  ];
}

function nameErrors(spec: Spot): readonly FieldError[] {
  const overhead = at(spec, 'overhead');
  const runtime = at(spec, 'runtimeClassName');
  return [
    ...fitsIfSet(at(spec, 'serviceAccountName'), dns1123Subdomain),
    ...fitsIfSet(at(spec, 'nodeName'), dns1123Subdomain),
    ...between(at(spec, 'activeDeadlineSeconds'), { least: 1, most: MOST_DEADLINE }),
    ...fitsIfSet(at(spec, 'hostname'), dns1123Label),
    ...fitsIfSet(at(spec, 'subdomain'), dns1123Label),
    ...tolerationErrors(at(spec, 'tolerations')),
    ...hostAliasErrors(at(spec, 'hostAliases')),
    ...fitsIfSet(at(spec, 'priorityClassName'), dns1123Subdomain),
    ...(isSet(runtime) ? fits(runtime, dns1123Subdomain) : []),
    ...(isSet(at(spec, 'preemptionPolicy')) ? neededOneOf(at(spec, 'preemptionPolicy'), ['PreemptLowerPriority', 'Never']) : []),
    ...(isSet(overhead)
      ? resourceErrors(
          { value: { limits: overhead.value ?? {} }, path: overhead.path },
          { nameErrors: containerResourceNameErrors, claims: [] },
        )
      : []),
  ];
}

function systemChoiceErrors(spec: Spot, containers: readonly Spot[]): readonly FieldError[] {
  const os = at(spec, 'os');
  if (!isSet(os)) return [];
  const name = at(os, 'name');
  if (textOf(name) === '') return [required(name.path)];
  const known = oneOf({ ...name, path: os.path }, ['linux', 'windows']);
  return known.length > 0 ? known : systemErrors(spec, containers);
}

function pullSecretErrors(secret: Spot): readonly FieldError[] {
  return keysOf(secret).some((key) => key !== 'name') ? [invalidAt(secret, 'only name may be set')] : [];
}

function gatesErrors(spec: Spot): readonly FieldError[] {
  const seen = new Set<string>();
  return [
    ...itemsOf(at(spec, 'readinessGates')).flatMap((gate) => fits(at(gate, 'conditionType'), qualifiedName)),
    ...itemsOf(at(spec, 'schedulingGates')).flatMap((gate) => {
      const name = textAt(gate, 'name');
      const again = seen.has(name);
      seen.add(name);
      return [...fits({ value: name, path: gate.path }, qualifiedName), ...(again ? [duplicate(gate.path, name)] : [])];
    }),
  ];
}

function claimErrors(claims: Spot, { isMirror }: PodContext): readonly FieldError[] {
  const names = new Set<string>();
  return itemsOf(claims).flatMap((claim) => {
    if (isMirror) return [forbiddenField('', 'static pods do not support resource claims')];
    return [...claimNameErrors(at(claim, 'name'), names), ...claimSourceErrors(claim)];
  });
}

function claimNameErrors(name: Spot, names: Set<string>): readonly FieldError[] {
  const text = textOf(name);
  if (text === '') return [required(name.path)];
  if (names.has(text)) return [duplicate(name.path, text)];
  names.add(text);
  return fits(name, dns1123Label);
}

function claimSourceErrors(claim: Spot): readonly FieldError[] {
  const given = ['resourceClaimName', 'resourceClaimTemplateName'].map((key) => at(claim, key)).filter(isSet);
  return [
    ...(given.length > 1 ? [invalidAt(claim, 'at most one of `resourceClaimName` or `resourceClaimTemplateName` may be specified')] : []),
    ...(given.length === 0 ? [invalidAt(claim, 'must specify one of: `resourceClaimName`, `resourceClaimTemplateName`')] : []),
    ...given.flatMap((name) => fits(name, dns1123Subdomain)),
  ];
}

/** Files with variables lie in volumes that start empty. */
function fileVolumeErrors(spec: Spot, containers: readonly Spot[]): readonly FieldError[] {
  const volumes = new Map(itemsOf(at(spec, 'volumes')).map((volume) => [textAt(volume, 'name'), volume]));
  const references = containers
    .flatMap((container) => itemsOf(at(container, 'env')))
    .map((variable) => at(at(variable, 'valueFrom'), 'fileKeyRef'))
    .filter(isSet);
  return references.flatMap((reference) => {
    const name = at(reference, 'volumeName');
    const volume = volumes.get(textOf(name));
    if (volume === undefined) return [notFoundValue(name.path, textOf(name))];
    if (isSet(at(volume, 'emptyDir'))) return [];
    return [invalidValue(name.path, textOf(name), 'referenced volume must be of type emptyDir')];
  });
}
