// The addresses of Services that the contents of a control plane say, or imply.
import type { JsonObject } from '@rectrace/kube';
import { listAt, parseIp, stringAt } from '@rectrace/kube';
import { nameOf } from '../api/metadata.ts';
import { isWithin, networkAround, parseRange } from '../api/networking/address-range.ts';

const RANGE_OF_CLUSTER = 'kubernetes';
/** Ranges are rarely smaller, and one that is too large hurts nobody. */
const LONGEST_PREFIX = 16;

/** The range that the cluster gives out, e.g. '10.96.0.0/12'; where it is not said: the given one, or else one around all that is in use. */
export function serviceRangeOf(objects: readonly JsonObject[], given: string): string {
  const said = objects.find((object) => object['kind'] === 'ServiceCIDR' && nameOf(object) === RANGE_OF_CLUSTER);
  const [range] = listAt(said, ['spec', 'cidrs']);
  return typeof range === 'string' ? range : rangeInUse(objects, given);
}

function rangeInUse(objects: readonly JsonObject[], given: string): string {
  const addresses = objects.filter(isService).map((service) => stringAt(service, ['spec', 'clusterIP']) ?? '');
  const used = addresses.filter((address) => isOfFamily4(address));
  const [first] = used;
  const holdsAll = (range: string): boolean => used.every((address) => isWithin(parseRange(range), address));
  if (first === undefined || holdsAll(given)) return given;
  let prefixLength = LONGEST_PREFIX;
  while (!holdsAll(networkAround(first, prefixLength))) prefixLength -= 1;
  return networkAround(first, prefixLength);
}

function isOfFamily4(address: string): boolean {
  const ip = parseIp(address);
  return ip.kind === 'ip' && ip.family === 4;
}

function isService(object: JsonObject): boolean {
  return object['kind'] === 'Service' && object['apiVersion'] === 'v1';
}
