// EndpointSlice, and what was there before it: Endpoints. Addresses of one family, and ports.
import type { JsonObject } from '@rectrace/kube';
import { jsonEquals } from '@rectrace/kube';
import type { Draft } from '../../draft.ts';
import { childrenOf } from '../../draft.ts';
import type { FieldError } from '../../field-error.ts';
import { duplicate, invalidValue, notSupported, required, tooMany } from '../../field-error.ts';
import { generationOf, labelsOf, metadataOf } from '../../metadata.ts';
import type { ResourceStrategy } from '../../strategy.ts';
import { fits, fitsIfSet, neededOneOf } from '../../validation/checks.ts';
import { endpointIpErrors, ipErrors, isIpv6Text, strictIpErrors } from '../../validation/ip-checks.ts';
import { ipWarnings } from '../../validation/ip-warnings.ts';
import { labelMapErrors } from '../../validation/label-selectors.ts';
import { dns1123Label, dns1123Subdomain, labelValue, qualifiedName } from '../../validation/name-rules.ts';
import { immutable, validateObjectMeta } from '../../validation/object-meta.ts';
import type { Spot } from '../../validation/spot.ts';
import { at, isSet, itemsOf, keysOf, spot, textAt, textOf } from '../../validation/spot.ts';
import { checkedBy } from '../checked-by.ts';

const FAMILIES = ['FQDN', 'IPv4', 'IPv6'];
const PROTOCOLS = ['SCTP', 'TCP', 'UDP'];
const MANAGED_BY = 'endpointslice.kubernetes.io/managed-by';
const OWN_CONTROLLERS = ['endpointslice-controller.k8s.io', 'endpointslicemirroring-controller.k8s.io'];
const MOST = { endpoints: 1000, addresses: 100, ports: 20_000, topology: 16, hints: 8 };

export function endpointSliceStrategy(base: ResourceStrategy): ResourceStrategy {
  const meta = { namespaced: true, nameRule: base.nameRule, strictFinalizers: base.strictFinalizers };
  const rules = (slice: JsonObject): readonly FieldError[] => validateObjectMeta(slice, meta);
  const prepared: ResourceStrategy = {
    ...base,
    prepareForCreate: (slice, context) => {
      base.prepareForCreate?.(slice, context);
      dropTopology(slice);
    },
    prepareForUpdate: (slice, old, context) => {
      base.prepareForUpdate?.(slice, old, context);
      // Labels count as well, unlike those of other kinds.
      if (!jsonEquals(labelsOf(slice), labelsOf(old))) metadataOf(slice)['generation'] = generationOf(old) + 1;
      if (!jsonEquals(slice['endpoints'] ?? null, old['endpoints'] ?? null)) dropTopology(slice);
    },
  };
  const checked = checkedBy(prepared, {
    warnings: (slice, old) => [
      ...(old === undefined && slice['addressType'] === 'FQDN' ? ['spec.addressType: FQDN endpoints are deprecated'] : []),
      ...addressWarnings(slice),
    ],
    errors: (slice) => [...rules(slice), ...sliceErrors(slice)],
    update: (slice, old) => [
      ...rules(slice),
      ...sliceErrors(slice, old),
      ...immutable('addressType', slice['addressType'] ?? '', old['addressType'] ?? ''),
    ],
  });
  return { ...checked, ownMetadataRules: false };
}

/** The controllers of slices write addresses in their canonical form. */
function addressWarnings(slice: JsonObject): readonly string[] {
  if (OWN_CONTROLLERS.includes(labelsOf(slice)[MANAGED_BY] ?? '')) return [];
  return itemsOf(at(spot(slice), 'endpoints')).flatMap((endpoint) => itemsOf(at(endpoint, 'addresses')).flatMap(ipWarnings));
}

/** Of older versions. */
function dropTopology(slice: Draft): void {
  for (const endpoint of childrenOf(slice, 'endpoints')) delete endpoint['deprecatedTopology'];
}

function sliceErrors(slice: JsonObject, old?: JsonObject): readonly FieldError[] {
  const place = spot(slice);
  const family = at(place, 'addressType');
  // Endpoints that stay as they are were fine once.
  const kept = old !== undefined && jsonEquals(old['endpoints'] ?? null, slice['endpoints'] ?? null);
  return [
    ...neededOneOf(family, FAMILIES),
    ...portsErrors(at(place, 'ports')),
    ...(kept ? [] : endpointsErrors(at(place, 'endpoints'), textOf(family))),
  ];
}

function more(list: Spot, most: number): readonly FieldError[] {
  const actual = isSet(list) ? Math.max(itemsOf(list).length, keysOf(list).length) : 0;
  return actual > most ? [tooMany(list.path, { actual, most })] : [];
}

function endpointsErrors(endpoints: Spot, family: string): readonly FieldError[] {
  const many = more(endpoints, MOST.endpoints);
  return many.length > 0 ? many : itemsOf(endpoints).flatMap((endpoint) => endpointErrors(endpoint, family));
}

function endpointErrors(endpoint: Spot, family: string): readonly FieldError[] {
  const [addresses, node, topology, host] = ['addresses', 'nodeName', 'deprecatedTopology', 'hostname'].map((key) => at(endpoint, key)) as [
    Spot,
    Spot,
    Spot,
    Spot,
  ];
  return [
    ...(itemsOf(addresses).length === 0 ? [required(addresses.path, 'must contain at least 1 address')] : more(addresses, MOST.addresses)),
    ...itemsOf(addresses).flatMap((address) => addressErrors(address, { family, list: addresses.path })),
    ...(isSet(node) ? fits(node, dns1123Subdomain) : []),
    ...more(topology, MOST.topology),
    ...labelMapErrors(topology),
    ...(isSet(host) ? fits(host, dns1123Label) : []),
    ...hintErrors(at(endpoint, 'hints')),
  ];
}

function addressErrors(address: Spot, { family, list }: { readonly family: string; readonly list: string }): readonly FieldError[] {
  if (family === 'FQDN') return domainErrors(address);
  if (family !== 'IPv4' && family !== 'IPv6') return [];
  const errors = family === 'IPv4' ? ipErrors(address) : strictIpErrors(address);
  if (errors.length > 0) return errors;
  const other = isIpv6Text(textOf(address)) !== (family === 'IPv6');
  return [...(other ? [invalidValue(list, textOf(address), `must be an ${family} address`)] : []), ...endpointIpErrors(address)];
}

function domainErrors(address: Spot): readonly FieldError[] {
  if (textOf(address) === '') return [required(address.path)];
  const name = textOf(address).replace(/\.$/, '');
  const problems = dns1123Subdomain(name);
  if (problems.length > 0) return [invalidValue(address.path, name, problems.join(','))];
  const labels = name.split('.');
  if (labels.length < 2) return [invalidValue(address.path, name, 'should be a domain with at least two segments separated by dots')];
  const bad = labels.find((label) => dns1123Label(label).length > 0);
  return bad === undefined ? [] : [invalidValue(address.path, bad, dns1123Label(bad).join(','))];
}

function hintErrors(hints: Spot): readonly FieldError[] {
  const kinds = [
    [at(hints, 'forZones'), labelValue],
    [at(hints, 'forNodes'), dns1123Subdomain],
  ] as const;
  const full = kinds.map(([list]) => more(list, MOST.hints)).find((errors) => errors.length > 0);
  return full ?? kinds.flatMap(([list, rule]) => namesErrors(list, rule));
}

function namesErrors(list: Spot, rule: (text: string) => readonly string[]): readonly FieldError[] {
  const names = itemsOf(list).map((hint) => textAt(hint, 'name'));
  return itemsOf(list).flatMap((hint, index) => {
    const name = at(hint, 'name');
    const text = names[index] ?? '';
    return [...(names.indexOf(text) < index ? [duplicate(name.path, text)] : []), ...fits({ ...name, value: text }, rule)];
  });
}

function portsErrors(ports: Spot): readonly FieldError[] {
  const many = more(ports, MOST.ports);
  if (many.length > 0) return many;
  const names = itemsOf(ports).map((port) => textAt(port, 'name'));
  return itemsOf(ports).flatMap((port, index) => {
    const [name, protocol, application] = [at(port, 'name'), at(port, 'protocol'), at(port, 'appProtocol')];
    const text = names[index] ?? '';
    const known = PROTOCOLS.includes(textOf(protocol));
    return [
      ...fitsIfSet(name, dns1123Label),
      ...(names.indexOf(text) < index ? [duplicate(name.path, text)] : []),
      ...(isSet(protocol) ? [] : [required(protocol.path)]),
      ...(isSet(protocol) && !known ? [notSupported(protocol.path, textOf(protocol), PROTOCOLS)] : []),
      ...(isSet(application) ? fits(application, qualifiedName) : []),
    ];
  });
}
