// A Lease that is renewed again and again, as leaders of operators do, while something else keeps the server busy.
import { setTimeout as pause } from 'node:timers/promises';
import { BareClient } from './bare-client.ts';
import type { LoadedServer } from './virtual-program.ts';

const COLLECTION = '/apis/coordination.k8s.io/v1/namespaces/default/leases';
const EVERY_MS = 5;

export class LeaseBeat {
  readonly #client: BareClient;
  readonly #name: string;
  /** Of the last answer. */
  #version: string;

  private constructor(client: BareClient, name: string, version: string) {
    this.#client = client;
    this.#name = name;
    this.#version = version;
  }

  static async open(server: LoadedServer, name: string): Promise<LeaseBeat> {
    const client = await BareClient.open(server);
    const created = await client.answer({ method: 'POST', path: COLLECTION, body: leaseOf({ name }, 0) });
    return new LeaseBeat(client, name, versionIn(created));
  }

  /** Milliseconds of each update, from now until the work is done. */
  async during(work: () => Promise<unknown>): Promise<readonly number[]> {
    const times: number[] = [];
    let done = false;
    const beat = async (): Promise<void> => {
      for (let round = 1; !done; round++) {
        times.push(await this.#renew(round));
        await pause(EVERY_MS);
      }
    };
    const working = work().finally(() => {
      done = true;
    });
    await Promise.all([beat(), working]);
    return times;
  }

  async #renew(round: number): Promise<number> {
    const body = leaseOf({ name: this.#name, resourceVersion: this.#version }, round);
    const started = performance.now();
    const renewed = await this.#client.answer({ method: 'PUT', path: `${COLLECTION}/${this.#name}`, body });
    const ms = performance.now() - started;
    this.#version = versionIn(renewed);
    return ms;
  }

  close(): void {
    this.#client.close();
  }
}

type Metadata = { readonly name: string; readonly resourceVersion?: string };

function leaseOf(metadata: Metadata, leaseTransitions: number): string {
  const spec = { holderIdentity: 'bench', leaseDurationSeconds: 15, leaseTransitions };
  return JSON.stringify({ apiVersion: 'coordination.k8s.io/v1', kind: 'Lease', metadata, spec });
}

function versionIn(body: Buffer): string {
  const { metadata } = JSON.parse(body.toString()) as { readonly metadata: Required<Metadata> };
  return metadata.resourceVersion;
}
