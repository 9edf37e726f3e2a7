// Ports of containers.
import type { FieldError } from '../field-error.ts';
import { duplicate, required } from '../field-error.ts';
import { fits, neededOneOf, portNumber } from '../validation/checks.ts';
import { portName } from '../validation/name-rules.ts';
import type { Spot } from '../validation/spot.ts';
import { at, itemsOf, numberOf, textAt, textOf } from '../validation/spot.ts';

const PROTOCOLS = ['SCTP', 'TCP', 'UDP'];

export function portErrors(ports: Spot): readonly FieldError[] {
  const names = new Set<string>();
  return itemsOf(ports).flatMap((port) => {
    const hostPort = at(port, 'hostPort');
    return [
      ...nameErrors(at(port, 'name'), names),
      ...(zero(at(port, 'containerPort')) ? [required(at(port, 'containerPort').path)] : portNumber(at(port, 'containerPort'))),
      ...(zero(hostPort) ? [] : portNumber(hostPort)),
      ...neededOneOf(at(port, 'protocol'), PROTOCOLS),
    ];
  });
}

function zero(place: Spot): boolean {
  return (numberOf(place) ?? 0) === 0;
}

function nameErrors(name: Spot, names: Set<string>): readonly FieldError[] {
  const text = textOf(name);
  if (text === '') return [];
  const problems = fits(name, portName);
  if (problems.length > 0) return problems;
  if (names.has(text)) return [duplicate(name.path, text)];
  names.add(text);
  return [];
}

/** Ports of the host that two containers want. */
export function hostPortConflicts(containers: readonly Spot[]): readonly FieldError[] {
  const taken = new Set<string>();
  return containers
    .flatMap((container) => itemsOf(at(container, 'ports')))
    .flatMap((port) => {
      const number = numberOf(at(port, 'hostPort')) ?? 0;
      if (number === 0) return [];
      const text = `${textAt(port, 'protocol')}/${textAt(port, 'hostIP')}/${number}`;
      if (taken.has(text)) return [duplicate(at(port, 'hostPort').path, text)];
      taken.add(text);
      return [];
    });
}
