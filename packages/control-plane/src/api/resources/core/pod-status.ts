// What may stand in the status of a pod.
import type { Json, JsonObject } from '@rectrace/kube';
import type { FieldError } from '../../field-error.ts';
import { duplicate, forbiddenField, invalidValue } from '../../field-error.ts';
import { annotationsOf } from '../../metadata.ts';
import { podAnnotationErrors } from '../../pod-spec/pod-annotations.ts';
import { fits, fitsIfSet } from '../../validation/checks.ts';
import { internalForm } from '../../validation/internal-form.ts';
import { ipErrors, isDualStack } from '../../validation/ip-checks.ts';
import { dns1123Subdomain, qualifiedName } from '../../validation/name-rules.ts';
import { immutable } from '../../validation/object-meta.ts';
import type { Spot } from '../../validation/spot.ts';
import { at, isSet, itemsOf, numberOf, spot, textAt, textOf } from '../../validation/spot.ts';
import { fixedAnnotationErrors } from './pod-update.ts';

const SYSTEM_CONDITIONS = ['PodScheduled', 'Ready', 'Initialized'];
const NOT_NEGATIVE = 'must be a non-negative integer';

export function podStatusErrors(pod: JsonObject, old: JsonObject): readonly FieldError[] {
  const [status, before, spec] = [at(spot(pod), 'status'), at(spot(old), 'status'), at(spot(old), 'spec')];
  return [
    ...fixedAnnotationErrors(annotationsOf(pod), annotationsOf(old)),
    ...podAnnotationErrors(annotationsOf(pod), spec, 'metadata.annotations'),
    ...itemsOf(at(status, 'conditions')).flatMap(conditionErrors),
    ...nominationErrors(status, before, spec),
    ...negativeErrors(at(status, 'observedGeneration')),
    ...immutable('status.qosClass', at(status, 'qosClass').value ?? '', at(before, 'qosClass').value ?? ''),
    ...stateErrors(at(status, 'containerStatuses'), at(before, 'containerStatuses'), restartsOf(spec, 'containers')),
    ...stateErrors(at(status, 'initContainerStatuses'), at(before, 'initContainerStatuses'), restartsOf(spec, 'initContainers')),
    ...stateErrors(at(status, 'ephemeralContainerStatuses'), at(before, 'ephemeralContainerStatuses'), () => false),
    ...claimErrors(at(status, 'resourceClaimStatuses'), at(spec, 'resourceClaims')),
    ...addressErrors(at(status, 'podIPs'), at(before, 'podIPs'), 'core.PodIP'),
    ...hostErrors(status, before),
  ];
}

function negativeErrors(place: Spot): readonly FieldError[] {
  return (numberOf(place) ?? 0) < 0 ? [invalidValue(place.path, place.value ?? 0, NOT_NEGATIVE)] : [];
}

function conditionErrors(condition: Spot): readonly FieldError[] {
  const type = at(condition, 'type', 'Type');
  const known = SYSTEM_CONDITIONS.includes(textOf(type));
  return [...negativeErrors(at(condition, 'observedGeneration')), ...(known ? [] : fits({ ...type, value: textOf(type) }, qualifiedName))];
}

function nominationErrors(status: Spot, before: Spot, spec: Spot): readonly FieldError[] {
  const node = at(status, 'nominatedNodeName');
  if (textOf(node) === textAt(before, 'nominatedNodeName') || textOf(node) === '') return [];
  const bound = textAt(spec, 'nodeName') !== '';
  return [
    ...fitsIfSet(node, dns1123Subdomain),
    ...(bound ? [forbiddenField(node.path, 'may not be set on pods that are already bound to a node')] : []),
  ];
}

type Restarts = (name: string, exitCode: number) => boolean;

/** Whether a container that has ended may be started again. */
function restartsOf(spec: Spot, list: string): Restarts {
  return (name, exitCode) => {
    const container = itemsOf(at(spec, list)).find((one) => textAt(one, 'name') === name);
    if (container === undefined) return false;
    const own = at(container, 'restartPolicy');
    const policy = isSet(own) ? textOf(own) : textAt(spec, 'restartPolicy');
    if (ruleAllows(container, exitCode)) return true;
    return policy === 'Always' || (policy === 'OnFailure' && exitCode !== 0);
  };
}

function ruleAllows(container: Spot, exitCode: number): boolean {
  return itemsOf(at(container, 'restartPolicyRules')).some((rule) => {
    const codes = at(rule, 'exitCodes');
    const listed = itemsOf(at(codes, 'values')).some((value) => numberOf(value) === exitCode);
    return isSet(codes) && textAt(rule, 'action') === 'Restart' && listed === (textAt(codes, 'operator') === 'In');
  });
}

function stateErrors(statuses: Spot, before: Spot, restarts: Restarts): readonly FieldError[] {
  return itemsOf(before).flatMap((old, index) => {
    const ended = at(at(old, 'state'), 'terminated');
    const now = itemsOf(statuses).find((status) => textAt(status, 'name') === textAt(old, 'name'));
    if (!isSet(ended) || now === undefined || isSet(at(at(now, 'state'), 'terminated'))) return [];
    if (restarts(textAt(old, 'name'), numberOf(at(ended, 'exitCode')) ?? 0)) return [];
    return [forbiddenField(`${statuses.path}[${index}].state`, 'may not be transitioned to non-terminated state')];
  });
}

function claimErrors(statuses: Spot, claims: Spot): readonly FieldError[] {
  const known = itemsOf(claims).map((claim) => textAt(claim, 'name'));
  const seen = new Set<string>();
  return itemsOf(statuses).flatMap((status) => {
    const [name, claim] = [at(status, 'name'), at(status, 'resourceClaimName')];
    const text = textOf(name);
    const again = seen.has(text);
    seen.add(text);
    return [
      ...(known.includes(text) ? [] : [invalidValue(name.path, text, 'must match the name of an entry in `spec.resourceClaims`')]),
      ...(again ? [duplicate(name.path, text)] : []),
      ...(isSet(claim) ? fits({ ...claim, path: name.path }, dns1123Subdomain) : []),
    ];
  });
}

function addressErrors(list: Spot, before: Spot, type: string): readonly FieldError[] {
  const known = itemsOf(before).map((entry) => textAt(entry, 'ip'));
  const texts = itemsOf(list).map((entry) => textAt(entry, 'ip'));
  const paired = texts.length < 2 || (texts.length === 2 && isDualStack(texts));
  const shown: Json = internalForm(list.value, `[]${type}`);
  return [
    ...itemsOf(list).flatMap(({ path }, index) => ipErrors(spot(texts[index] ?? '', path), known)),
    ...(paired ? [] : [invalidValue(list.path, shown, 'may specify no more than one IP for each IP family')]),
  ];
}

function hostErrors(status: Spot, before: Spot): readonly FieldError[] {
  const list = at(status, 'hostIPs');
  const [first] = itemsOf(list);
  if (first === undefined) return [];
  const ip = at(first, 'ip');
  const differs = textOf(ip) !== textAt(status, 'hostIP');
  return [
    ...(differs ? [invalidValue(ip.path, textOf(ip), 'must be equal to `hostIP`')] : []),
    ...addressErrors(list, at(before, 'hostIPs'), 'core.HostIP'),
  ];
}
