// The ports that a Service has on every node. Which are in use is what the other Services say: they are asked once, and then those written since.
import type { JsonObject } from '@rectrace/kube';
import { listAt } from '@rectrace/kube';
import { Gathered } from '../../../../storage/ordered-map.ts';
import type { Store } from '../../../../storage/store.ts';
import type { StoredObject } from '../../../../storage/stored-object.ts';
import type { Draft } from '../../../draft.ts';
import { childrenOf, ensureChild } from '../../../draft.ts';
import type { FieldError } from '../../../field-error.ts';
import { invalidValue } from '../../../field-error.ts';
import { numberAt, uidOf } from '../../../metadata.ts';
import type { ReservationAccess } from '../../../reservation.ts';
import { needsHealthPort, needsNodePort } from './needs.ts';

const FIRST = 30_000;
const LAST = 32_767;
/** The lower part is left to clients that choose their own. */
const LEFT_TO_CLIENTS = 86;
const TAKEN = 'provided port is already allocated';
const OUT_OF_RANGE = `provided port is not in the valid range. The range of valid ports is ${FIRST}-${LAST}`;

type Holder = { readonly uid: string; readonly ports: readonly number[] };

/** The Services that hold ports, in whichever store they are. */
export class PortHolders {
  readonly #holders = new Gathered<StoredObject, Holder>(({ object }) => {
    const ports = nodePortsOf(object);
    return ports.length === 0 ? [] : [{ uid: uidOf(object), ports }];
  });

  /** Those of one Service left out. */
  portsInUse(store: Store, exceptUid: string): Set<number> {
    const snapshot = store.snapshot('services');
    const holders = snapshot.kind === 'snapshot' ? this.#holders.in(snapshot.objects) : [];
    return new Set(holders.flatMap(({ uid, ports }) => (uid === exceptUid ? [] : ports)));
  }
}

/** Gives a port to each that needs one. What can't be given is told. */
export function takeNodePorts(service: Draft, { store, random, dryRun }: ReservationAccess, holders: PortHolders): readonly FieldError[] {
  if (!needsNodePort(service) && !needsHealthPort(service)) return [];
  const used = holders.portsInUse(store, uidOf(service));
  const errors: FieldError[] = [];
  const take = (holder: Draft, key: string, field: string): void => {
    const wanted = numberAt(holder, [key]) ?? 0;
    const problem = wanted === 0 ? undefined : problemWith(wanted, { used, dryRun });
    if (problem !== undefined) errors.push(invalidValue(field, wanted, problem));
    const port = wanted === 0 ? anyPort(used, () => random.next()) : wanted;
    used.add(port);
    holder[key] = port;
  };
  if (needsNodePort(service)) giveEach(ensureChild(service, 'spec'), take);
  if (needsHealthPort(service)) take(ensureChild(service, 'spec'), 'healthCheckNodePort', 'spec.healthCheckNodePort');
  return errors;
}

type Take = (holder: Draft, key: string, field: string) => void;

/** A port under several protocols has one node port for all of them; one that the client chose counts first. */
function giveEach(spec: Draft, take: Take): void {
  const given = new Map<number, number>();
  const ports = childrenOf(spec, 'ports');
  ports.forEach((port, index) => {
    const [number, wanted] = [numberAt(port, ['port']) ?? 0, numberAt(port, ['nodePort']) ?? 0];
    const shared = given.get(number);
    if (shared !== undefined && (wanted === 0 || wanted === shared)) {
      port['nodePort'] = shared;
      return;
    }
    if (shared === undefined) port['nodePort'] = chosenFor(ports, number);
    take(port, 'nodePort', `spec.ports[${index}].nodePort`);
    given.set(number, shared ?? numberAt(port, ['nodePort']) ?? 0);
  });
}

function chosenFor(ports: readonly Draft[], number: number): number {
  const chosen = ports.filter((port) => numberAt(port, ['port']) === number).map((port) => numberAt(port, ['nodePort']) ?? 0);
  return chosen.find((port) => port > 0) ?? 0;
}

type Trying = { readonly used: ReadonlySet<number>; readonly dryRun: boolean };

/** A dry run asks only whether the port is in use. */
function problemWith(port: number, { used, dryRun }: Trying): string | undefined {
  if (!dryRun && (port < FIRST || port > LAST)) return OUT_OF_RANGE;
  return used.has(port) ? TAKEN : undefined;
}

function anyPort(used: ReadonlySet<number>, next: () => number): number {
  const dynamic = FIRST + LEFT_TO_CLIENTS;
  return freeBetween(used, { first: dynamic, last: LAST, next }) ?? freeBetween(used, { first: FIRST, last: dynamic - 1, next }) ?? 0;
}

type Between = { readonly first: number; readonly last: number; readonly next: () => number };

function freeBetween(used: ReadonlySet<number>, { first, last, next }: Between): number | undefined {
  const size = last - first + 1;
  const start = Math.floor(next() * size);
  for (let step = 0; step < size; step++) {
    const port = first + ((start + step) % size);
    if (!used.has(port)) return port;
  }
  return undefined;
}

function nodePortsOf(service: JsonObject): readonly number[] {
  const ports = listAt(service, ['spec', 'ports']).map((port) => numberAt(port as JsonObject, ['nodePort']) ?? 0);
  return [...ports, numberAt(service, ['spec', 'healthCheckNodePort']) ?? 0].filter((port) => port > 0);
}
