import type { KubeObject } from '@rectrace/kube';
import { asJson, formatJson, integerAt, parseJson, parseObject, stringAt } from '@rectrace/kube';
import { SteppedClock } from '@rectrace/testing';
import { describe, expect, test } from 'vitest';
import { ApiError, ConnectionCut } from '../errors.ts';
import type { ApiRequest, ApiResponse, Transport } from '../transport/transport.ts';
import type { LeaseState } from './lease-election.ts';
import { electLeader } from './lease-election.ts';
import { createWriter } from './writer.ts';

/** A server that holds one Lease with optimistic locking, and can be away or silent for one client. */
class LeaseServer {
  lease: KubeObject | undefined;
  readonly away = new Set<string>();
  readonly silent = new Set<string>();
  #version = 0;

  transportOf(client: string): Transport {
    return { request: (request) => this.#answer(client, request), stream: () => Promise.reject(new Error('no streams here')) };
  }

  get holder(): string {
    return this.lease === undefined ? '' : (stringAt(asJson(this.lease), ['spec', 'holderIdentity']) ?? '');
  }

  get transitions(): number {
    return this.lease === undefined ? 0 : Number(integerAt(asJson(this.lease), ['spec', 'leaseTransitions']));
  }

  async #answer(client: string, request: ApiRequest): Promise<ApiResponse> {
    if (this.away.has(client)) throw new ConnectionCut('cut');
    if (this.silent.has(client))
      return new Promise((_resolve, reject) => request.signal?.addEventListener('abort', () => reject(request.signal?.reason)));
    if (request.method === 'GET') return this.#read(request);
    const parsed = parseObject(parseJson(request.body?.text ?? ''));
    if (parsed.kind === 'invalid') throw new Error(parsed.reason);
    return this.#write(request, parsed.object);
  }

  #read(request: ApiRequest): ApiResponse {
    if (this.lease === undefined) throw new ApiError({ code: 404, reason: 'NotFound', message: 'not found' }, request);
    return { code: 200, headers: {}, text: formatJson(this.lease) };
  }

  #write(request: ApiRequest, object: KubeObject): ApiResponse {
    const stale = object.metadata.resourceVersion !== this.lease?.metadata.resourceVersion;
    if (stale || (request.method === 'POST' && this.lease !== undefined))
      throw new ApiError({ code: 409, reason: 'Conflict', message: 'conflict' }, request);
    this.#version += 1;
    this.lease = { ...object, metadata: { ...object.metadata, resourceVersion: String(this.#version) } };
    return { code: 200, headers: {}, text: formatJson(this.lease) };
  }
}

class Candidate implements AsyncDisposable {
  readonly states: string[] = [];
  readonly #stop = new AbortController();
  readonly #running: Promise<void>;

  constructor(identity: string, { server, clock }: { readonly server: LeaseServer; readonly clock: SteppedClock }) {
    const transport = server.transportOf(identity);
    const writer = createWriter(transport, { fieldManager: 'test' });
    const election = electLeader({
      transport,
      writer,
      namespace: 'plain',
      name: 'recorder',
      identity,
      clock,
      random: () => 0.5,
      signal: this.#stop.signal,
    });
    this.#running = (async () => {
      for await (const state of election) this.states.push(describeState(state));
    })();
  }

  take(): readonly string[] {
    return this.states.splice(0);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stop.abort();
    await this.#running;
  }
}

function describeState(state: LeaseState): string {
  if (state.kind === 'held') return `held ${state.fence}`;
  return state.kind === 'waiting' ? `waiting ${state.holder}` : state.kind;
}

function setUp(): { readonly server: LeaseServer; readonly clock: SteppedClock } {
  return { server: new LeaseServer(), clock: new SteppedClock(Date.UTC(2026, 0, 1)) };
}

describe('election', () => {
  test('the first takes it, the second waits, and holds it at once when it is given back', async () => {
    const { server, clock } = setUp();
    const a = new Candidate('a', { server, clock });
    await clock.settle();
    await using b = new Candidate('b', { server, clock });
    await clock.advance(60_000);
    expect(a.take()).toEqual(['held 1']);
    expect(b.take()).toEqual(['waiting a']);
    await a[Symbol.asyncDispose]();
    await clock.advance(3_000);
    expect(b.take()).toEqual(['held 2']);
    expect(server.holder).toBe('b');
  });

  test('a holder that is gone is followed after the duration, with a higher fence', async () => {
    const { server, clock } = setUp();
    const a = new Candidate('a', { server, clock });
    await clock.advance(4_000);
    await using b = new Candidate('b', { server, clock });
    await clock.settle();
    server.away.add('a');
    await a[Symbol.asyncDispose]();
    await clock.advance(14_000);
    expect(b.take()).toEqual(['waiting a']);
    await clock.advance(4_000);
    expect(b.take()).toEqual(['held 2']);
  });

  test.each([
    ['refused', 'away'],
    ['not answered', 'silent'],
  ] as const)('a holder whose renewals are %s tells the loss before anybody else can hold it', async (_title, how) => {
    const { server, clock } = setUp();
    await using a = new Candidate('a', { server, clock });
    await clock.advance(4_000);
    await using b = new Candidate('b', { server, clock });
    await clock.settle();
    server[how].add('a');
    a.take();
    b.take();
    for (let elapsed = 0; a.states.length === 0 && elapsed < 60; elapsed += 1) await clock.advance(1_000);
    expect(a.take()[0]).toBe('lost');
    expect(b.take()).toEqual([]);
    await clock.advance(10_000);
    expect(b.take()).toEqual(['held 2']);
    server[how].delete('a');
    await clock.advance(20_000);
    expect(a.take().at(-1)).toBe('waiting b');
  });

  test('a wall clock that is set back keeps no holder believing in its lease, and nobody waiting for it', async () => {
    const { server, clock } = setUp();
    await using a = new Candidate('a', { server, clock });
    await clock.advance(4_000);
    await using b = new Candidate('b', { server, clock });
    await clock.settle();
    server.away.add('a');
    a.take();
    b.take();
    clock.set(-3_600_000);
    await clock.advance(11_000);
    expect(a.take()[0]).toBe('lost');
    expect(b.take()).toEqual([]);
    await clock.advance(10_000);
    expect(b.take()).toEqual(['held 2']);
  });

  test('two that try at once: one holds it', async () => {
    const { server, clock } = setUp();
    await using a = new Candidate('a', { server, clock });
    await using b = new Candidate('b', { server, clock });
    await clock.advance(30_000);
    const held = [...a.states, ...b.states].filter((state) => state.startsWith('held'));
    expect(held).toEqual(['held 1']);
  });

  test('the lease taken by hand is noticed as a loss', async () => {
    const { server, clock } = setUp();
    await using a = new Candidate('a', { server, clock });
    await clock.advance(1_000);
    a.take();
    const taken = server.lease;
    if (taken === undefined) throw new Error('no lease');
    server.lease = {
      ...taken,
      metadata: { ...taken.metadata, resourceVersion: '99' },
      spec: { holderIdentity: 'c', leaseTransitions: 7, renewTime: 'now' },
    };
    await clock.advance(3_000);
    expect(a.take()).toEqual(['lost', 'waiting c']);
    await clock.advance(20_000);
    expect(a.take()).toEqual(['held 8']);
  });
});
