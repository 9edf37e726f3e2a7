// What a client is warned of in a Service that is accepted.
import type { JsonObject } from '@rectrace/kube';
import { annotationsOf } from '../../../metadata.ts';
import { cidrWarnings, ipWarnings } from '../../../validation/ip-warnings.ts';
import { at, itemsOf, spot, textAt } from '../../../validation/spot.ts';
import { isHeadless, typeOf } from './needs.ts';

const HINTS = 'service.kubernetes.io/topology-aware-hints';
const MODE = 'service.kubernetes.io/topology-mode';

/** In no order: clients see them as a set of headers. */
export function serviceWarnings(service: JsonObject): readonly string[] {
  return [...useWarnings(service), ...addressWarnings(service)];
}

function addressWarnings(service: JsonObject): readonly string[] {
  const spec = at(spot(service), 'spec');
  return [
    ...(isHeadless(service) ? [] : itemsOf(at(spec, 'clusterIPs')).flatMap(ipWarnings)),
    ...itemsOf(at(spec, 'externalIPs')).flatMap(ipWarnings),
    ...ipWarnings(at(spec, 'loadBalancerIP')),
    ...itemsOf(at(spec, 'loadBalancerSourceRanges')).flatMap(cidrWarnings),
  ];
}

function useWarnings(service: JsonObject): readonly string[] {
  const spec = at(spot(service), 'spec');
  const external = itemsOf(at(spec, 'externalIPs')).length > 0;
  const isExternal = typeOf(service) === 'ExternalName';
  const told: readonly (readonly [boolean, string])[] = [
    [annotationsOf(service)[HINTS] !== undefined, `annotation ${HINTS} is deprecated, please use ${MODE} instead`],
    ...headlessWarnings(service),
    [isExternal && external, 'spec.externalIPs is ignored when spec.type is "ExternalName"'],
    [!isExternal && textAt(spec, 'externalName') !== '', 'spec.externalName is ignored when spec.type is not "ExternalName"'],
    [textAt(spec, 'trafficDistribution') === 'PreferClose', 'spec.trafficDistribution: "PreferClose" is deprecated; use "PreferSameZone"'],
  ];
  return told.filter(([isTold]) => isTold).map(([, text]) => text);
}

function headlessWarnings(service: JsonObject): readonly (readonly [boolean, string])[] {
  if (typeOf(service) !== 'ClusterIP' || !isHeadless(service)) return [];
  const spec = at(spot(service), 'spec');
  return [
    [textAt(spec, 'loadBalancerIP') !== '', 'spec.loadBalancerIP is ignored for headless services'],
    [itemsOf(at(spec, 'externalIPs')).length > 0, 'spec.externalIPs is ignored for headless services'],
    [textAt(spec, 'sessionAffinity') !== 'None', 'spec.SessionAffinity is ignored for headless services'],
  ];
}
