// Endpoints: addresses behind a Service, with the ports that they share.
import type { JsonObject } from '@rectrace/kube';
import { jsonEquals } from '@rectrace/kube';
import type { FieldError } from '../../field-error.ts';
import { required } from '../../field-error.ts';
import { labelsOf } from '../../metadata.ts';
import type { ResourceStrategy } from '../../strategy.ts';
import { fits, fitsIfSet, neededAndFits, neededOneOf, portNumber } from '../../validation/checks.ts';
import { endpointIpErrors, ipErrors } from '../../validation/ip-checks.ts';
import { ipWarnings } from '../../validation/ip-warnings.ts';
import { dns1123Label, dns1123Subdomain, qualifiedName } from '../../validation/name-rules.ts';
import { validateObjectMeta } from '../../validation/object-meta.ts';
import type { Spot } from '../../validation/spot.ts';
import { at, isSet, itemsOf, spot } from '../../validation/spot.ts';

export function endpointsStrategy(base: ResourceStrategy): ResourceStrategy {
  const meta = { namespaced: true, nameRule: base.nameRule, strictFinalizers: base.strictFinalizers };
  return {
    ...base,
    warnings: addressWarnings,
    validate: subsetsErrors,
    validateOnUpdate: () => [],
    validateUpdate: (endpoints, old) => [
      ...validateObjectMeta(endpoints, meta),
      // Subsets that stay as they are were fine once.
      ...(jsonEquals(endpoints['subsets'] ?? null, old['subsets'] ?? null) ? [] : subsetsErrors(endpoints)),
    ],
  };
}

/** The controller of Endpoints writes addresses in their canonical form. */
function addressWarnings(endpoints: JsonObject): readonly string[] {
  if (labelsOf(endpoints)['endpoints.kubernetes.io/managed-by'] === 'endpoint-controller') return [];
  const subsets = itemsOf(at(spot(endpoints), 'subsets'));
  const addresses = subsets.flatMap((subset) => ['addresses', 'notReadyAddresses'].flatMap((key) => itemsOf(at(subset, key))));
  return addresses.flatMap((address) => ipWarnings(at(address, 'ip')));
}

function subsetsErrors(endpoints: JsonObject): readonly FieldError[] {
  return itemsOf(at(spot(endpoints), 'subsets')).flatMap((subset) => {
    const [ready, waiting, ports] = ['addresses', 'notReadyAddresses', 'ports'].map((key) => at(subset, key)) as [Spot, Spot, Spot];
    const empty = itemsOf(ready).length === 0 && itemsOf(waiting).length === 0;
    return [
      ...(empty ? [required(subset.path, 'must specify `addresses` or `notReadyAddresses`')] : []),
      ...[...itemsOf(ready), ...itemsOf(waiting)].flatMap(addressErrors),
      ...itemsOf(ports).flatMap((port) => portErrors(port, itemsOf(ports).length > 1)),
    ];
  });
}

function addressErrors(address: Spot): readonly FieldError[] {
  const [ip, node] = [at(address, 'ip'), at(address, 'nodeName')];
  return [
    ...ipErrors(ip),
    ...fitsIfSet(at(address, 'hostname'), dns1123Label),
    ...(isSet(node) ? fits(node, dns1123Subdomain) : []),
    ...endpointIpErrors(ip),
  ];
}

function portErrors(port: Spot, named: boolean): readonly FieldError[] {
  const [name, number, application] = [at(port, 'name'), at(port, 'port'), at(port, 'appProtocol')];
  return [
    ...(named ? neededAndFits(name, dns1123Label) : fitsIfSet(name, dns1123Label)),
    ...portNumber({ ...number, value: number.value ?? 0 }),
    ...neededOneOf(at(port, 'protocol'), ['SCTP', 'TCP', 'UDP']),
    ...(isSet(application) ? fits(application, qualifiedName) : []),
  ];
}
