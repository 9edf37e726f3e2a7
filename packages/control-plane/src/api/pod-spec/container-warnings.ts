// What a client is warned of in the containers of a pod that is accepted.
import type { Spot } from '../validation/spot.ts';
import { at, isSet, itemsOf, keyed, numberOf, textAt, textOf } from '../validation/spot.ts';
import { fractionWarnings } from './fraction-warnings.ts';

const SECCOMP = 'container.seccomp.security.alpha.kubernetes.io/';
const BYTES = ['memory', 'ephemeral-storage'];

/** What else is said of a container of the pod. */
export type WarningsOf = (container: Spot) => readonly string[];

/** `pod`: with metadata and spec. */
export function containerWarnings(pod: Spot, others: WarningsOf): readonly string[] {
  const spec = at(pod, 'spec');
  const containers = ['initContainers', 'containers', 'ephemeralContainers'].flatMap((key) => itemsOf(at(spec, key)));
  const annotations = at(at(pod, 'metadata'), 'annotations');
  const ports = containers.flatMap((container) => itemsOf(at(container, 'ports')));
  return [
    ...containers.flatMap((container) => [
      ...seccompWarnings(container, annotations),
      ...others(container),
      ...resourceWarnings(at(container, 'resources')),
      ...variableWarnings(at(container, 'env')),
    ]),
    ...ports.flatMap((port, index) => portWarnings(port, ports.slice(0, index))),
    ...ports.flatMap((port, index) => portNameWarnings(port, ports.slice(0, index))),
  ];
}

function seccompWarnings(container: Spot, annotations: Spot): readonly string[] {
  const annotation = keyed(annotations, `${SECCOMP}${textAt(container, 'name')}`);
  const alone = annotation.value !== undefined && !isSet(at(at(container, 'securityContext'), 'seccompProfile'));
  return alone ? [`${annotation.path}: non-functional in v1.27+; use the "seccompProfile" field instead`] : [];
}

function resourceWarnings(resources: Spot): readonly string[] {
  return BYTES.flatMap((name) => ['limits', 'requests'].flatMap((key) => fractionWarnings(at(resources, key), [name])));
}

/** A variable that is set again is lost unless the new value builds on it. */
function variableWarnings(env: Spot): readonly string[] {
  const variables = itemsOf(env);
  const names = variables.map((variable) => textAt(variable, 'name'));
  return variables.flatMap((variable, index) => {
    const name = names[index] ?? '';
    const [value, reference] = [textAt(variable, 'value'), `$(${name})`];
    const builds = !isSet(at(variable, 'valueFrom')) && value !== reference && value.includes(reference);
    if (names.indexOf(name) === index || builds) return [];
    return [`${variable.path}: hides previous definition of ${JSON.stringify(name)}, which may be dropped when using apply`];
  });
}

type Port = { readonly place: Spot; readonly key: string; readonly hostIp: string; readonly hostPort: number };

function readPort(place: Spot): Port {
  const key = `${numberOf(at(place, 'containerPort')) ?? 0}/${textAt(place, 'protocol')}`;
  return { place, key, hostIp: textAt(place, 'hostIP'), hostPort: numberOf(at(place, 'hostPort')) ?? 0 };
}

function portWarnings(place: Spot, earlier: readonly Spot[]): readonly string[] {
  const port = readPort(place);
  const others = earlier.map(readPort).filter(({ key }) => key === port.key);
  return [
    ...(port.hostIp !== '' && port.hostPort === 0 ? [`${place.path}: hostIP set without hostPort: ${goPort(place)}`] : []),
    ...others.flatMap((other) => {
      const word = overlapOf(port, other);
      return word === undefined ? [] : [`${place.path}: ${word} port definition with ${other.place.path}`];
    }),
  ];
}

function overlapOf(port: Port, other: Port): string | undefined {
  if (port.hostIp === other.hostIp && port.hostPort === other.hostPort) return 'duplicate';
  if (port.hostPort === 0 || other.hostPort === 0) return 'overlapping';
  const ambiguous = port.hostPort === other.hostPort && (port.hostIp === '') !== (other.hostIp === '');
  return ambiguous ? 'dangerously ambiguous' : undefined;
}

/** As Go prints the struct. */
function goPort(place: Spot): string {
  const [name, protocol, ip] = ['name', 'protocol', 'hostIP'].map((key) => textAt(place, key));
  const [host, own] = ['hostPort', 'containerPort'].map((key) => numberOf(at(place, key)) ?? 0);
  return `{Name:${name} HostPort:${host} ContainerPort:${own} Protocol:${protocol} HostIP:${ip}}`;
}

function portNameWarnings(place: Spot, earlier: readonly Spot[]): readonly string[] {
  const name = at(place, 'name');
  const first = textOf(name) === '' ? undefined : earlier.find((other) => textAt(other, 'name') === textOf(name));
  if (first === undefined) return [];
  const words = `with ${first.path}, services and probes that select ports by name will use ${first.path}`;
  return [`${place.path}: duplicate port name ${JSON.stringify(textOf(name))} ${words}`];
}
