// What clients are warned of in IP addresses and networks that old fields accept: forms that later releases refuse, and forms that are not canonical.
import type { CidrValue } from '@rectrace/kube';
import { formatCidr, formatIp, maskCidr, parseCidr, parseIp } from '@rectrace/kube';
import { looseCidr, looseIp } from './ip-checks.ts';
import type { Spot } from './spot.ts';
import { textOf } from './spot.ts';

/** Nothing of a text that is no address. */
export function ipWarnings(place: Spot): readonly string[] {
  const text = textOf(place);
  const ip = looseIp(text);
  if (ip === undefined) return [];
  const canonical = formatIp(ip);
  if (parseIp(text).kind === 'invalid') return [nonStandard(place, 'IP address', canonical)];
  return ip.family === 6 && canonical !== text ? [notCanonical(place, 'address', canonical)] : [];
}

/** Nothing of a text that is no network. */
export function cidrWarnings(place: Spot): readonly string[] {
  const text = textOf(place);
  const cidr = looseCidr(text);
  if (cidr === undefined) return [];
  const network = formatCidr(maskCidr(cidr));
  const told = [
    ...(network === formatCidr(cidr) ? [] : [ambiguous(place, cidr, network)]),
    ...(parseCidr(text).kind === 'invalid' ? [nonStandard(place, 'CIDR value', network)] : []),
  ];
  if (told.length > 0 || cidr.ip.family === 4 || formatCidr(cidr) === text) return told;
  return [notCanonical(place, 'CIDR value', formatCidr(cidr))];
}

function ambiguous(place: Spot, { ip }: CidrValue, network: string): string {
  const single = `${formatIp(ip)}/${ip.family === 4 ? 32 : 128}`;
  const meant = `should be ${JSON.stringify(network)} or ${JSON.stringify(single)}?`;
  return `${place.path}: CIDR value ${JSON.stringify(textOf(place))} is ambiguous in this context (${meant})`;
}

function nonStandard(place: Spot, what: string, canonical: string): string {
  const words = 'will be considered invalid in a future Kubernetes release: use';
  return `${place.path}: non-standard ${what} ${JSON.stringify(textOf(place))} ${words} ${JSON.stringify(canonical)}`;
}

function notCanonical(place: Spot, what: string, canonical: string): string {
  return `${place.path}: IPv6 ${what} ${JSON.stringify(textOf(place))} should be in RFC 5952 canonical format (${JSON.stringify(canonical)})`;
}
