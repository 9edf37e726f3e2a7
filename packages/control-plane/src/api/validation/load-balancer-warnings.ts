// What clients are warned of in the addresses that a status says a load balancer has.
import type { JsonObject } from '@rectrace/kube';
import { ipWarnings } from './ip-warnings.ts';
import { at, itemsOf, spot } from './spot.ts';

export function loadBalancerWarnings(object: JsonObject): readonly string[] {
  const balancer = at(at(spot(object), 'status'), 'loadBalancer');
  return itemsOf(at(balancer, 'ingress')).flatMap((ingress) => ipWarnings({ value: at(ingress, 'ip').value, path: ingress.path }));
}
