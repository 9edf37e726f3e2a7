// Events as client-go's recorder tells them: what was told before is counted up, what differs only in its words is told together after ten,
// and who tells too much of one object is not heard. (k8s.io/client-go/tools/record, 0.35.)
import type { JsonObject, KubeObject } from '@rectrace/kube';
import { formatTime, parseObject } from '@rectrace/kube';
import type { RandomSource } from '../../api/random-source.ts';
import type { EventText } from './effect.ts';
import type { EventSource } from './identity.ts';
import type { Request } from './perform-effect.ts';
import { resourceOf } from './resource.ts';

type Told = { readonly event: KubeObject; readonly count: number };
type Similar = { readonly messages: ReadonlySet<string>; readonly lastAt: number };
type Allowance = { readonly left: number; readonly at: number };

const EVENTS = resourceOf({ apiVersion: 'v1', kind: 'Event', plural: 'events' });

/** Most objects and texts that are remembered, of each kind of memory. */
const REMEMBERED = 4_096;
const SIMILAR_MOST = 10;
const SIMILAR_WITHIN_MS = 600_000;
const BURST = 25;
const REFILL_MS = 300_000;
const MS_IN_NS = 1_000_000n;

export class EventRecorder {
  readonly #told = new Recent<Told>();
  readonly #similar = new Recent<Similar>();
  readonly #allowances = new Recent<Allowance>();
  readonly #offsetNs: bigint;
  #lastNs = 0n;

  /** Two recorders of one moment give other names. */
  constructor(random: RandomSource) {
    this.#offsetNs = BigInt(Math.floor(random.next() * Number(MS_IN_NS)));
  }

  /** The request that tells it, or nothing where its source has told too much of the object. `now`: milliseconds since the epoch. */
  tell(text: EventText, { source, now }: { readonly source: EventSource; readonly now: number }): Request | undefined {
    const { resourceVersion: _resourceVersion, ...identity } = referenceOf(text.about);
    const about = JSON.stringify([source.component, source.host ?? '', identity, text.type]);
    const { key, message } = this.#grouped(text, { about, now });
    const known = this.#told.get(key);
    if (!this.#mayTell(about, now)) return undefined;
    if (known === undefined) return this.#create({ ...text, message }, { key, source, now });
    const event = { ...known.event, lastTimestamp: formatTime(now), message };
    const count = known.count + 1;
    this.#told.set(key, { event, count });
    return { kind: 'patch', resource: EVENTS, target: event, body: { count, lastTimestamp: formatTime(now), message } };
  }

  /** The server does not have the Event of that name: what it told is told anew. */
  forget(name: string): void {
    this.#told.deleteWhere(({ event }) => event.metadata.name === name);
  }

  #create(text: EventText, { key, source, now }: { readonly key: string; readonly source: EventSource; readonly now: number }): Request {
    const object = eventOf(text, { source, now, name: `${text.about.metadata.name}.${this.#nextNs(now).toString(16)}` });
    const parsed = parseObject(object);
    if (parsed.kind === 'object') this.#told.set(key, { event: parsed.object, count: 1 });
    return { kind: 'create', resource: EVENTS, object };
  }

  #grouped({ reason, message }: EventText, { about, now }: { readonly about: string; readonly now: number }) {
    const group = JSON.stringify([about, reason]);
    const before = this.#similar.get(group);
    const fresh = before === undefined || now - before.lastAt > SIMILAR_WITHIN_MS;
    const messages = new Set(fresh ? [] : before.messages).add(message);
    if (messages.size < SIMILAR_MOST) {
      this.#similar.set(group, { messages, lastAt: now });
      return { key: JSON.stringify([group, message]), message };
    }
    messages.delete([...messages][0] ?? message);
    this.#similar.set(group, { messages, lastAt: now });
    return { key: group, message: `(combined from similar events): ${message}` };
  }

  #mayTell(about: string, now: number): boolean {
    const { left, at } = this.#allowances.get(about) ?? { left: BURST, at: now };
    const refilled = Math.min(BURST, left + (now - at) / REFILL_MS);
    const may = refilled >= 1;
    this.#allowances.set(about, { left: may ? refilled - 1 : refilled, at: now });
    return may;
  }

  /** Names are made of the time in nanoseconds: each is a little later than the last. */
  #nextNs(now: number): bigint {
    const ns = BigInt(Math.floor(now)) * MS_IN_NS + this.#offsetNs;
    this.#lastNs = ns > this.#lastNs ? ns : this.#lastNs + 1n;
    return this.#lastNs;
  }
}

/** What was used last; the oldest goes. */
class Recent<Value> {
  readonly #values = new Map<string, Value>();

  get(key: string): Value | undefined {
    const value = this.#values.get(key);
    if (value === undefined) return undefined;
    this.#values.delete(key);
    this.#values.set(key, value);
    return value;
  }

  set(key: string, value: Value): void {
    this.#values.delete(key);
    this.#values.set(key, value);
    const [oldest] = this.#values.keys();
    if (this.#values.size > REMEMBERED && oldest !== undefined) this.#values.delete(oldest);
  }

  deleteWhere(matches: (value: Value) => boolean): void {
    for (const [key, value] of this.#values) if (matches(value)) this.#values.delete(key);
  }
}

function referenceOf({ apiVersion, kind, metadata }: KubeObject): JsonObject {
  const { namespace, name, uid, resourceVersion } = metadata;
  return {
    kind,
    ...(namespace === undefined ? {} : { namespace }),
    name,
    ...(uid === undefined ? {} : { uid }),
    apiVersion,
    ...(resourceVersion === undefined ? {} : { resourceVersion }),
  };
}

function eventOf(
  { about, type, reason, message }: EventText,
  { source, now, name }: { readonly source: EventSource; readonly now: number; readonly name: string },
): JsonObject {
  const namespace = about.metadata.namespace ?? 'default';
  const time = formatTime(now);
  return {
    apiVersion: 'v1',
    kind: 'Event',
    metadata: { name, namespace },
    involvedObject: referenceOf(about),
    reason,
    message,
    source: { component: source.component, ...(source.host === undefined ? {} : { host: source.host }) },
    firstTimestamp: time,
    lastTimestamp: time,
    count: 1,
    type,
    reportingComponent: source.component,
    reportingInstance: source.host ?? '',
  };
}
