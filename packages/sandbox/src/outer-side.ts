// The outer side of a sandbox: it starts the inner one, answers its questions and counts what the program was refused.
import { createInterface } from 'node:readline';
import { isClusterName, serviceOf } from './cluster-names.ts';
import { type FromInside, type InsidePlan, listen, type ProgramEnd, say, type ToInside } from './messages.ts';
import type { OutsideAttempts } from './outside-attempts.ts';
import type { ClusterInside, SandboxOptions } from './sandbox-options.ts';
import type { InnerSide } from './system-namespaces.ts';

/** `lost`: the namespaces were ended from outside, and the program with them. */
export type SandboxEnd = ProgramEnd | { readonly kind: 'lost' };

export type SandboxStart = { readonly kind: 'started' } | { readonly kind: 'refused'; readonly reason: string };

export class OuterSide {
  readonly #inner: InnerSide;
  readonly #addressesOf: ClusterInside['addressesOf'];
  readonly #onLine: (line: string) => void;
  readonly #start = Promise.withResolvers<SandboxStart>();
  readonly #end = Promise.withResolvers<SandboxEnd>();
  readonly #gone = Promise.withResolvers<void>();
  readonly #names = new Set<string>();
  #counts: ((connections: number) => void)[] = [];
  #connections = 0;
  /** Lines that came before the program was known to run: its own, or of what could not start it. */
  #early: string[] | undefined = [];

  constructor(inner: InnerSide, { cluster, onLine }: Pick<SandboxOptions, 'cluster' | 'onLine'>) {
    this.#inner = inner;
    this.#addressesOf = cluster.addressesOf;
    this.#onLine = onLine ?? (() => undefined);
    for (const output of [inner.stdout, inner.stderr]) createInterface(output).on('line', (line) => this.#print(line));
    listen<FromInside>(inner.channel, { hear: (message) => this.#hear(message), onEnd: () => undefined });
    inner.process.once('error', ({ message }) => this.#lose(message));
    inner.process.once('close', () => this.#lose(this.#early?.at(-1) ?? ''));
  }

  get ended(): Promise<SandboxEnd> {
    return this.#end.promise;
  }

  start(plan: InsidePlan): Promise<SandboxStart> {
    this.#say({ kind: 'start', plan });
    return this.#start.promise;
  }

  async attempts(): Promise<OutsideAttempts> {
    const counted = new Promise<number>((resolve) => this.#counts.push(resolve));
    this.#say({ kind: 'count' });
    const connections = await Promise.race([counted, this.#gone.promise.then(() => this.#connections)]);
    return { connections, names: [...this.#names].sort() };
  }

  async stop(graceMs: number): Promise<void> {
    this.#say({ kind: 'stop', graceMs });
    await this.#end.promise;
    this.#inner.channel.end();
    await this.#gone.promise;
  }

  #say(message: ToInside): void {
    if (this.#inner.channel.writable) say(this.#inner.channel, message);
  }

  #print(line: string): void {
    if (this.#early === undefined) this.#onLine(line);
    else this.#early.push(line);
  }

  #printEarly(): void {
    for (const line of this.#early ?? []) this.#onLine(line);
    this.#early = undefined;
  }

  #hear(message: FromInside): void {
    switch (message.kind) {
      case 'started':
        this.#printEarly();
        this.#start.resolve(message);
        return;
      case 'refused':
        this.#start.resolve(message);
        this.#inner.channel.end();
        return;
      case 'lookup':
        void this.#lookUp(message.name).then((addresses) => {
          this.#say({ kind: 'found', id: message.id, ...(addresses === undefined ? {} : { addresses }) });
        });
        return;
      case 'counted':
        this.#counted(message.connections);
        return;
      case 'ended':
        this.#counted(message.connections);
        this.#end.resolve(message.end);
    }
  }

  #counted(connections: number): void {
    this.#connections = connections;
    for (const resolve of this.#counts) resolve(connections);
    this.#counts = [];
  }

  /** A Service that cannot be looked up is one that is not there: the program sees no such name, and asks again. */
  async #lookUp(name: string): Promise<readonly string[] | undefined> {
    const service = serviceOf(name);
    if (service !== undefined) return this.#addressesOf(service);
    if (!isClusterName(name)) this.#names.add(name);
    return undefined;
  }

  #lose(reason: string): void {
    this.#start.resolve({ kind: 'refused', reason });
    this.#end.resolve({ kind: 'lost' });
    this.#gone.resolve();
  }
}
