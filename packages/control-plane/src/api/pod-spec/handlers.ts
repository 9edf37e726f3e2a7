// What probes and lifecycle hooks do.
import type { FieldError } from '../field-error.ts';
import { forbiddenField, invalidValue, required } from '../field-error.ts';
import { fits, invalidAt, invalidIf, needed, notNegative, oneOf, portNumber } from '../validation/checks.ts';
import { headerName, portName } from '../validation/name-rules.ts';
import type { Spot } from '../validation/spot.ts';
import { at, isSet, itemsOf, numberOf, textAt } from '../validation/spot.ts';

type Check = (handler: Spot, grace: number | undefined) => readonly FieldError[];

const EXEC: readonly [string, Check] = [
  'exec',
  (exec) => (itemsOf(at(exec, 'command')).length === 0 ? [required(at(exec, 'command').path)] : []),
];
const HTTP: readonly [string, Check] = ['httpGet', httpErrors];
const TCP: readonly [string, Check] = ['tcpSocket', (tcp) => portOrName(at(tcp, 'port'))];
const GRPC: readonly [string, Check] = ['grpc', (grpc) => portNumber(orZero(at(grpc, 'port')))];
const SLEEP: readonly [string, Check] = ['sleep', sleepErrors];

const PROBE_HANDLERS = [EXEC, HTTP, TCP, GRPC];
const HOOK_HANDLERS = [EXEC, HTTP, TCP, SLEEP];

function orZero(place: Spot): Spot {
  return { ...place, value: place.value ?? 0 };
}

/** A number, or the name of a port. */
export function portOrName(port: Spot): readonly FieldError[] {
  return typeof port.value === 'string' ? fits(port, portName) : portNumber(orZero(port));
}

function httpErrors(http: Spot): readonly FieldError[] {
  const headers = at(http, 'httpHeaders');
  return [
    ...needed(at(http, 'path')),
    ...portOrName(at(http, 'port')),
    ...oneOf({ ...at(http, 'scheme'), value: textAt(http, 'scheme') }, ['HTTP', 'HTTPS']),
    ...itemsOf(headers).flatMap((header) => fits({ value: textAt(header, 'name'), path: headers.path }, headerName)),
  ];
}

function sleepErrors(sleep: Spot, grace: number | undefined): readonly FieldError[] {
  const seconds = numberOf(at(sleep, 'seconds')) ?? 0;
  if (grace === undefined || (seconds >= 0 && seconds <= grace)) return [];
  return [invalidValue(sleep.path, seconds, `must be non-negative and less than terminationGracePeriodSeconds (${grace})`)];
}

function handlerErrors(holder: Spot, known: readonly (readonly [string, Check])[], grace: number | undefined): readonly FieldError[] {
  const given = known.filter(([key]) => isSet(at(holder, key)));
  if (given.length === 0) return [required(holder.path, 'must specify a handler type')];
  return given.flatMap(([key, check], index) =>
    index === 0 ? check(at(holder, key), grace) : [forbiddenField(at(holder, key).path, 'may not specify more than 1 handler type')],
  );
}

const SECONDS = ['initialDelaySeconds', 'timeoutSeconds', 'periodSeconds', 'successThreshold', 'failureThreshold'];

function probeErrors(probe: Spot, grace: number | undefined): readonly FieldError[] {
  const own = at(probe, 'terminationGracePeriodSeconds');
  return [
    ...handlerErrors(probe, PROBE_HANDLERS, grace),
    ...SECONDS.flatMap((key) => notNegative(at(probe, key))),
    ...invalidIf((numberOf(own) ?? 1) <= 0, own, 'must be greater than 0'),
  ];
}

/** The three probes of a container that runs on. `grace`: the pod's, in seconds. */
export function probesErrors(container: Spot, grace: number | undefined): readonly FieldError[] {
  const once = (key: string): readonly FieldError[] => {
    const probe = at(container, key);
    if (!isSet(probe)) return [];
    const success = orZero(at(probe, 'successThreshold'));
    return [...probeErrors(probe, grace), ...invalidIf(numberOf(success) !== 1, success, 'must be 1')];
  };
  const readiness = at(container, 'readinessProbe');
  const own = at(readiness, 'terminationGracePeriodSeconds');
  return [
    ...once('livenessProbe'),
    ...(isSet(readiness) ? probeErrors(readiness, grace) : []),
    ...(isSet(own) ? [invalidAt(own, 'must not be set for readinessProbes')] : []),
    ...once('startupProbe'),
  ];
}

export function lifecycleErrors(lifecycle: Spot, grace: number | undefined): readonly FieldError[] {
  return ['postStart', 'preStop'].flatMap((key) => {
    const hook = at(lifecycle, key);
    return isSet(hook) ? handlerErrors(hook, HOOK_HANDLERS, grace) : [];
  });
}
