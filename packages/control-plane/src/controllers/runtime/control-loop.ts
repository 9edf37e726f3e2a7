// Runs controllers over one view, one key at a time: what comes of the server wakes keys, a key is reconciled, its effects are carried out in order,
// and what they changed is in the view before the next key. So the same objects, seed and times give the same requests, byte for byte.
import type { Clock, KubeObject } from '@rectrace/kube';
import { stringAt } from '@rectrace/kube';
import type { RandomSource } from '../../api/random-source.ts';
import type { InProcessClient } from '../../in-process-client.ts';
import type { Again, Controller, Look, Reconciled, Refusal } from './controller.ts';
import type { Effects, EventText } from './effect.ts';
import { EventRecorder } from './event-recorder.ts';
import { ObjectCache } from './object-cache.ts';
import type { FeedMessage, ObjectFeed } from './object-feed.ts';
import type { ObjectView } from './object-view.ts';
import type { Outcome, Request } from './perform-effect.ts';
import { performEffect } from './perform-effect.ts';
import type { Resource } from './resource.ts';
import type { Woken } from './wake-table.ts';
import { WakeTable } from './wake-table.ts';
import type { Due } from './work-queue.ts';
import { WorkQueue } from './work-queue.ts';

export type ControlLoopOptions = {
  readonly client: Pick<InProcessClient, 'request'>;
  /** Makes the feed of the resources that the controllers must be told of. */
  readonly feedOf: (resources: readonly Resource[]) => ObjectFeed;
  readonly clock: Pick<Clock, 'now'>;
  /** Woken in this order by the same change. */
  readonly controllers: readonly Controller[];
  /** Where names of Events come from. */
  readonly random: RandomSource;
  /** Gives others of the process their turn, every few requests. */
  readonly nextTurn?: () => Promise<unknown>;
  /** Told of a controller that failed by itself: a fault of the program. Its key is tried again, later each time. */
  readonly onFault?: (error: unknown, key: string) => void;
  /** Told of every request that the server refused. */
  readonly onRefusal?: (controller: Controller, refusal: Refusal) => void;
};

const REQUESTS_A_TURN = 20;

export class ControlLoop {
  readonly #options: ControlLoopOptions;
  readonly #controllers: ReadonlyMap<string, Controller>;
  readonly #wakes: WakeTable;
  readonly #feed: ObjectFeed;
  readonly #cache = new ObjectCache();
  readonly #queue = new WorkQueue();
  readonly #events: EventRecorder;
  #requests = 0;

  constructor(options: ControlLoopOptions) {
    this.#options = options;
    this.#events = new EventRecorder(options.random);
    this.#controllers = new Map(options.controllers.map((controller) => [controller.name, controller]));
    this.#wakes = new WakeTable(options.controllers);
    this.#feed = options.feedOf(this.#wakes.resources);
  }

  get view(): ObjectView {
    return this.#cache;
  }

  /** Calls back as soon as there is something to do. */
  onArrival(call: () => void): void {
    this.#feed.onArrival(call);
  }

  close(): void {
    this.#feed.close();
  }

  /** When a key is to be looked at next, as far as nothing wakes one before. */
  nextDue(): Due | undefined {
    return this.#queue.nextDue();
  }

  /** Whether a key waits that holds the cluster open: it has not settled. */
  get inProgress(): boolean {
    return this.#queue.inProgress;
  }

  /** Looks at every key that is to be looked at by now, and at those that this wakes. @returns how many, at most as many as it may */
  async drain(most: number): Promise<number> {
    for (let looks = 0; looks < most; looks += 1) {
      this.#takeIn();
      const item = this.#queue.take(this.#options.clock.now());
      if (item === undefined) return looks;
      await this.#look(item);
    }
    return most;
  }

  #takeIn(): void {
    for (const message of this.#feed.take()) this.#apply(message);
  }

  #apply(message: FeedMessage): void {
    for (const change of this.#cache.apply(message)) {
      for (const woken of this.#wakes.wokenBy(message.resource, change, this.#cache)) this.#queue.add(itemOf(woken));
    }
  }

  async #look(item: string): Promise<void> {
    const { controller, key } = this.#parse(item);
    const now = this.#options.clock.now();
    const reconciled = this.#reconcile(controller, { view: this.#cache, key, now });
    if (reconciled !== undefined && (await this.#carryOut(controller, reconciled))) this.#succeeded(item, { now, again: reconciled.again });
    else this.#queue.addAfterFailure(item, now);
  }

  /** Undefined where it fails: one object that a controller cannot read stops no other. */
  #reconcile(controller: Controller, look: Look): Reconciled | undefined {
    try {
      return controller.reconcile(look);
    } catch (error) {
      this.#options.onFault?.(error, `${controller.name} ${look.key}`);
      return undefined;
    }
  }

  #succeeded(item: string, { now, again }: { readonly now: number; readonly again: Again | undefined }): void {
    this.#queue.succeeded(item);
    if (again !== undefined) this.#queue.addAt(item, { at: now + again.afterMs, purpose: again.purpose });
  }

  /** False where it is to be tried again. */
  async #carryOut(controller: Controller, { effects, onRefusal }: Reconciled): Promise<boolean> {
    const refusal = await this.#performAll(controller, effects);
    if (refusal === undefined) return true;
    if (onRefusal === undefined) return false;
    const recovery = onRefusal(refusal);
    const again = await this.#performAll(controller, recovery.effects);
    return again === undefined && !recovery.retry;
  }

  async #performAll(controller: Controller, effects: Effects): Promise<Refusal | undefined> {
    for (const effect of effects) {
      if (effect.kind === 'event') await this.#tell(controller, effect.event);
      else {
        const outcome = await this.#perform(controller, effect);
        if (outcome.kind === 'refused') return this.#refused(controller, { effect, status: outcome.status });
      }
    }
    return undefined;
  }

  #refused(controller: Controller, refusal: Refusal): Refusal {
    this.#options.onRefusal?.(controller, refusal);
    return refusal;
  }

  async #perform(controller: Controller, effect: Request): Promise<Outcome> {
    const outcome = await this.#send(controller, effect);
    if (outcome.kind !== 'done') return outcome;
    if (outcome.object !== undefined) this.#apply({ kind: 'written', resource: effect.resource, object: outcome.object });
    const told = toldOf(effect, outcome.object);
    if (told !== undefined) await this.#tell(controller, told);
    return outcome;
  }

  /** Events are told as well as can be: one that is refused holds nothing up, as upstream. */
  async #tell(controller: Controller, event: EventText): Promise<void> {
    const request = this.#events.tell(event, { source: controller.source, now: this.#options.clock.now() });
    if (request === undefined) return;
    const outcome = await this.#send(controller, request);
    if (outcome.kind !== 'refused') return;
    this.#refused(controller, { effect: request, status: outcome.status });
    this.#events.forget(nameOfEvent(request));
    // The server no longer has what a count was to be added to.
    if (request.kind === 'patch' && outcome.status.code === 404) await this.#tell(controller, event);
  }

  async #send({ identity }: Controller, effect: Request): Promise<Outcome> {
    this.#requests += 1;
    if (this.#requests % REQUESTS_A_TURN === 0) await this.#options.nextTurn?.();
    return performEffect(this.#options.client, { effect, identity });
  }

  #parse(item: string): { readonly controller: Controller; readonly key: string } {
    const cut = item.indexOf(' ');
    const controller = this.#controllers.get(item.slice(0, cut));
    if (controller === undefined) throw new RangeError(`no controller is called ${item.slice(0, cut)}`);
    return { controller, key: item.slice(cut + 1) };
  }
}

function toldOf(effect: Request, object: KubeObject | undefined): EventText | undefined {
  if (effect.kind === 'delete') return effect.tell;
  return effect.kind === 'create' && object !== undefined ? effect.tell?.(object) : undefined;
}

function nameOfEvent(request: Request): string {
  if (request.kind === 'patch') return request.target.metadata.name;
  return request.kind === 'create' ? (stringAt(request.object, ['metadata', 'name']) ?? '') : '';
}

function itemOf({ controller, key }: Woken): string {
  return `${controller.name} ${key}`;
}
