// A Service as the API server checks it, once it has its addresses and ports.
import type { JsonObject } from '@rectrace/kube';
import type { FieldError } from '../../../field-error.ts';
import { duplicate, forbiddenField, invalidValue, notSupported, required } from '../../../field-error.ts';
import { annotationsOf } from '../../../metadata.ts';
import { portOrName } from '../../../pod-spec/handlers.ts';
import { fits, fitsIfSet, forbiddenIf, invalidIf, neededAndFits, neededOneOf, oneOf, portNumber } from '../../../validation/checks.ts';
import { internalForm } from '../../../validation/internal-form.ts';
import { cidrErrors, endpointIpErrors, ipErrors } from '../../../validation/ip-checks.ts';
import { labelMapErrors } from '../../../validation/label-selectors.ts';
import { dns1123Label, dns1123Subdomain, qualifiedName } from '../../../validation/name-rules.ts';
import type { Spot } from '../../../validation/spot.ts';
import { at, isSet, itemsOf, numberOf, spot, textAt, textOf, textsOf } from '../../../validation/spot.ts';
import { balancerHostErrors } from '../../networking/ingress.ts';
import { addressFieldErrors } from './address-errors.ts';
import { balancerClassErrors, ONLY_BALANCED } from './balancer-class.ts';
import { clusterIpsOf, isHeadless, needsHealthPort, typeOf } from './needs.ts';

const TYPES = ['ClusterIP', 'ExternalName', 'LoadBalancer', 'NodePort'];
const POLICIES = ['Cluster', 'Local'];
const BALANCED = 'LoadBalancer';
const RANGES_ANNOTATION = 'service.beta.kubernetes.io/load-balancer-source-ranges';
const HINTS = 'service.kubernetes.io/topology-aware-hints';
const MODE = 'service.kubernetes.io/topology-mode';
const MOST_SECONDS = 86_400;

export function serviceErrors(service: JsonObject, old?: JsonObject): readonly FieldError[] {
  const [spec, before] = [at(spot(service), 'spec'), at(spot(old), 'spec')];
  return [
    ...modeErrors(service),
    ...typeErrors(service, spec),
    ...portsErrors(at(spec, 'ports')),
    ...labelMapErrors(at(spec, 'selector')),
    ...affinityErrors(spec),
    ...addressFieldErrors(service, old),
    ...externalIpErrors(at(spec, 'externalIPs'), textsOf(at(before, 'externalIPs'))),
    ...neededOneOf(at(spec, 'type'), TYPES),
    ...nodePortErrors(spec, typeOf(service)),
    ...rangeErrors(service, old),
    ...balancerErrors(spec, typeOf(service)),
    ...balancerClassErrors(spec, typeOf(service)),
    ...externalPolicyErrors(service, spec),
    ...internalPolicyErrors(spec, typeOf(service)),
    ...distributionErrors(at(spec, 'trafficDistribution')),
  ];
}

function modeErrors(service: JsonObject): readonly FieldError[] {
  const { [HINTS]: hints, [MODE]: mode } = annotationsOf(service);
  if (hints === undefined || mode === undefined || hints === mode) return [];
  return [invalidValue(`metadata.annotations[${MODE}]`, mode, `must match annotations[${HINTS}] when both are specified`)];
}

function typeErrors(service: JsonObject, spec: Spot): readonly FieldError[] {
  const type = typeOf(service);
  const lonely = itemsOf(at(spec, 'ports')).length === 0 && !isHeadless(service) && type !== 'ExternalName';
  const first = `${at(spec, 'clusterIPs').path}[0]`;
  const headless = isHeadless(service) && (type === BALANCED || type === 'NodePort');
  return [
    ...(lonely ? [required(at(spec, 'ports').path)] : []),
    ...(headless ? [invalidValue(first, clusterIpsOf(service)[0] ?? '', `may not be set to 'None' for ${type} services`)] : []),
    ...(type === 'ExternalName' ? externalNameErrors(spec) : []),
  ];
}

function externalNameErrors(spec: Spot): readonly FieldError[] {
  const name = at(spec, 'externalName');
  const text = textOf(name).replace(/\.$/, '');
  const words = 'may not be set for ExternalName services';
  return [
    ...['clusterIPs', 'ipFamilies'].flatMap((key) => forbiddenIf(itemsOf(at(spec, key)).length > 0, at(spec, key), words)),
    ...forbiddenIf(isSet(at(spec, 'ipFamilyPolicy')), at(spec, 'ipFamilyPolicy'), words),
    ...(text === '' ? [required(name.path)] : fits({ ...name, value: text }, dns1123Subdomain)),
  ];
}

function portsErrors(ports: Spot): readonly FieldError[] {
  const names = itemsOf(ports).map((port) => textAt(port, 'name'));
  return itemsOf(ports).flatMap((port, index) => {
    const [name, application] = [at(port, 'name'), at(port, 'appProtocol')];
    const again = textOf(name) !== '' && names.indexOf(textOf(name)) < index;
    return [
      ...(names.length > 1 ? neededAndFits(name, dns1123Label) : fitsIfSet(name, dns1123Label)),
      ...(again ? [duplicate(name.path, textOf(name))] : []),
      ...portNumber({ ...at(port, 'port'), value: at(port, 'port').value ?? 0 }),
      ...neededOneOf(at(port, 'protocol'), ['SCTP', 'TCP', 'UDP']),
      ...portOrName(at(port, 'targetPort')),
      ...(isSet(application) ? fits(application, qualifiedName) : []),
    ];
  });
}

function affinityErrors(spec: Spot): readonly FieldError[] {
  const [affinity, config] = [at(spec, 'sessionAffinity'), at(spec, 'sessionAffinityConfig')];
  const kinds = neededOneOf(affinity, ['ClientIP', 'None']);
  if (textOf(affinity) === 'ClientIP') return [...kinds, ...clientErrors(config)];
  const set = textOf(affinity) === 'None' && isSet(config);
  return [...kinds, ...forbiddenIf(set, config, 'must not be set when session affinity is None')];
}

function clientErrors(config: Spot): readonly FieldError[] {
  const client = at(config, 'clientIP');
  const seconds = at(client, 'timeoutSeconds');
  const missing = [config, client, seconds].find((place) => !isSet(place));
  if (missing !== undefined) return [required(missing.path, 'when session affinity type is ClientIP')];
  const value = numberOf(seconds) ?? 0;
  return invalidIf(value <= 0 || value > MOST_SECONDS, seconds, `must be greater than 0 and less than ${MOST_SECONDS}`);
}

function externalIpErrors(ips: Spot, known: readonly string[]): readonly FieldError[] {
  return itemsOf(ips).flatMap((ip) => {
    const errors = ipErrors(ip, known);
    return errors.length > 0 ? errors : endpointIpErrors(ip);
  });
}

function nodePortErrors(spec: Spot, type: string): readonly FieldError[] {
  const ports = itemsOf(at(spec, 'ports'));
  const given = ports.map((port) => at(port, 'nodePort')).filter((port) => (numberOf(port) ?? 0) !== 0);
  const keys = (key: string): readonly string[] => ports.map((port) => `${textAt(port, 'protocol')} ${numberOf(at(port, key)) ?? 0}`);
  const [nodePorts, own] = [keys('nodePort'), keys('port')];
  return [
    ...(type === 'ClusterIP' ? given.map(({ path }) => forbiddenField(path, "may not be used when `type` is 'ClusterIP'")) : []),
    ...ports.flatMap((port, index) => {
      const place = at(port, 'nodePort');
      const again = (numberOf(place) ?? 0) !== 0 && nodePorts.indexOf(nodePorts[index] ?? '') < index;
      return again ? [duplicate(place.path, numberOf(place) ?? 0)] : [];
    }),
    ...ports.flatMap((port, index) => {
      const key = { protocol: textAt(port, 'protocol'), port: numberOf(at(port, 'port')) ?? 0 };
      return own.indexOf(own[index] ?? '') < index ? [duplicate(port.path, internalForm(key, 'core.ServicePort'))] : [];
    }),
  ];
}

/** Which clients a load balancer serves: said in a field, or in the annotation of old times. */
function rangeErrors(service: JsonObject, old: JsonObject | undefined): readonly FieldError[] {
  const spec = at(spot(service), 'spec');
  const ranges = at(spec, 'loadBalancerSourceRanges', 'LoadBalancerSourceRanges');
  const before = textsOf(at(at(spot(old), 'spec'), 'loadBalancerSourceRanges')).map((text) => text.trim());
  if (itemsOf(ranges).length === 0) return annotatedRangeErrors(service, old);
  return [
    ...forbiddenIf(typeOf(service) !== BALANCED, ranges, ONLY_BALANCED),
    ...itemsOf(ranges).flatMap(({ value, path }) => cidrErrors(spot(String(value).trim(), path), before)),
  ];
}

function annotatedRangeErrors(service: JsonObject, old: JsonObject | undefined): readonly FieldError[] {
  const text = annotationsOf(service)[RANGES_ANNOTATION];
  if (text === undefined) return [];
  const place = spot(text, `metadata.annotations[${RANGES_ANNOTATION}]`);
  const same = old !== undefined && annotationsOf(old)[RANGES_ANNOTATION] === text;
  const ranges = same || text.trim() === '' ? [] : text.trim().split(',');
  return [
    ...forbiddenIf(typeOf(service) !== BALANCED, place, ONLY_BALANCED),
    ...ranges.flatMap((range) => cidrErrors({ ...place, value: range.trim() })),
  ];
}

function balancerErrors(spec: Spot, type: string): readonly FieldError[] {
  const allocates = at(spec, 'allocateLoadBalancerNodePorts');
  return [
    ...forbiddenIf(isSet(allocates) && type !== BALANCED, allocates, ONLY_BALANCED),
    ...(type === BALANCED && !isSet(allocates) ? [required('allocateLoadBalancerNodePorts')] : []),
  ];
}

function externalPolicyErrors(service: JsonObject, spec: Spot): readonly FieldError[] {
  const [policy, port] = [at(spec, 'externalTrafficPolicy'), at(spec, 'healthCheckNodePort')];
  const external = [BALANCED, 'NodePort'].includes(typeOf(service)) || (typeOf(service) === 'ClusterIP' && hasExternalIps(spec));
  const set = !external && textOf(policy) !== '';
  const number = numberOf(port) ?? 0;
  const idle = !needsHealthPort(service) && number !== 0;
  return [
    ...invalidIf(set, policy, 'may only be set for externally-accessible services'),
    ...(external ? neededOneOf(policy, POLICIES) : []),
    ...invalidIf(idle, port, "may only be set when `type` is 'LoadBalancer' and `externalTrafficPolicy` is 'Local'"),
    ...(needsHealthPort(service) ? neededPort(port) : []),
  ];
}

function neededPort(port: Spot): readonly FieldError[] {
  return (numberOf(port) ?? 0) === 0 ? [required(port.path)] : portNumber(port);
}

function hasExternalIps(spec: Spot): boolean {
  return itemsOf(at(spec, 'externalIPs')).length > 0;
}

function internalPolicyErrors(spec: Spot, type: string): readonly FieldError[] {
  const policy = at(spec, 'internalTrafficPolicy');
  const needed = ['NodePort', BALANCED, 'ClusterIP'].includes(type);
  return [...(needed && !isSet(policy) ? [required(policy.path)] : []), ...oneOf(policy, POLICIES)];
}

function distributionErrors(distribution: Spot): readonly FieldError[] {
  return oneOf(distribution, ['PreferClose', 'PreferSameZone', 'PreferSameNode']);
}

export function serviceStatusErrors(service: JsonObject, old: JsonObject): readonly FieldError[] {
  const ingressOf = (of: JsonObject): Spot => at(at(at(spot(of), 'status'), 'loadBalancer'), 'ingress');
  const list = ingressOf(service);
  if (typeOf(service) !== BALANCED && itemsOf(list).length > 0)
    return [forbiddenField(list.path, "may only be used when `spec.type` is 'LoadBalancer'")];
  const known = itemsOf(ingressOf(old)).map((entry) => textAt(entry, 'ip'));
  return itemsOf(list).flatMap((entry) => ingressErrors(entry, known));
}

function ingressErrors(entry: Spot, known: readonly string[]): readonly FieldError[] {
  const [ip, mode] = [at(entry, 'ip'), at(entry, 'ipMode')];
  const named = textOf(ip) !== '';
  const odd = isSet(mode) && named && !['Proxy', 'VIP'].includes(textOf(mode));
  return [
    ...(named ? ipErrors(ip, known) : []),
    ...(named && !isSet(mode) ? [required(mode.path, 'must be specified when `ip` is set')] : []),
    ...forbiddenIf(isSet(mode) && !named, mode, 'may not be specified when `ip` is not set'),
    ...(odd ? [notSupported(mode.path, textOf(mode), ['Proxy', 'VIP'])] : []),
    ...balancerHostErrors(at(entry, 'hostname')),
  ];
}
