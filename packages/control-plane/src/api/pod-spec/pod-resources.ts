// Resources of a pod as a whole, beside those of its containers.
import type { Quantity } from '@rectrace/kube';
import { compareQuantities, formatQuantity } from '@rectrace/kube';
import type { FieldError } from '../field-error.ts';
import { forbiddenField, invalidValue, notSupported } from '../field-error.ts';
import { quantityOf } from '../validation/checks.ts';
import type { Spot } from '../validation/spot.ts';
import { at, entriesOf, isSet, itemsOf, keyed, textAt } from '../validation/spot.ts';
import { aggregateResources } from './aggregate-resources.ts';
import { isHugePages, resourceNameErrors } from './resource-names.ts';
import { resourceErrors } from './resources.ts';

const COMPUTE = ['cpu', 'memory'];

export function podResourceErrors(spec: Spot, claims: readonly string[]): readonly FieldError[] {
  const resources = at(spec, 'resources');
  if (!isSet(resources)) return [];
  if (textAt(at(spec, 'os'), 'name') === 'windows') return [forbiddenField(resources.path, 'may not be set for a windows pod')];
  const own = at(resources, 'claims');
  return [
    ...(isSet(own) ? [forbiddenField(own.path, 'claims may not be set for Resources at pod-level')] : []),
    ...resourceErrors(resources, { nameErrors: podResourceNameErrors, claims }),
    ...consistencyErrors(spec, resources),
  ];
}

function podResourceNameErrors(name: string, path: string): readonly FieldError[] {
  const errors = resourceNameErrors(name, path);
  if (errors.length > 0 || COMPUTE.includes(name) || isHugePages(name)) return errors;
  return [notSupported(path, name, COMPUTE)];
}

function consistencyErrors(spec: Spot, resources: Spot): readonly FieldError[] {
  const [requests, limits] = [at(resources, 'requests'), at(resources, 'limits')];
  const tooSmall = (pod: Spot, [name, total]: readonly [string, Quantity], what: string): readonly FieldError[] => {
    const place = keyed(pod, name);
    if (!isSet(place) || compareQuantities(total, quantityOf(place)) <= 0) return [];
    const words = `must be greater than or equal to aggregate container ${what} of ${formatQuantity(total)}`;
    return [invalidValue(place.path, formatQuantity(quantityOf(place)), words)];
  };
  return [
    ...[...aggregateResources(spec.value ?? {}, 'requests')].flatMap((total) => tooSmall(requests, total, 'requests')),
    ...[...aggregateResources(spec.value ?? {}, 'limits')]
      .filter(([name]) => isHugePages(name))
      .flatMap((total) => tooSmall(limits, total, 'limits')),
    ...itemsOf(at(spec, 'containers')).flatMap((container, index) =>
      limitErrors(container, limits, `${resources.path}.containers[${index}]`),
    ),
  ];
}

function limitErrors(container: Spot, limits: Spot, path: string): readonly FieldError[] {
  return entriesOf(at(at(container, 'resources'), 'limits')).flatMap(([name, place]) => {
    const most = keyed(limits, name);
    if (!isSet(most) || compareQuantities(quantityOf(place), quantityOf(most)) <= 0) return [];
    const words = `must be less than or equal to pod limits of ${formatQuantity(quantityOf(most))}`;
    return [invalidValue(`${path}[${name}].limits`, formatQuantity(quantityOf(place)), words)];
  });
}
