// The inner side of a sandbox, process 1 of its namespaces: it sets them up, runs the program and tells the outer side of it.
import { connect } from 'node:net';
import type { Duplex } from 'node:stream';
import { type FromInside, type InsidePlan, listen, say, type ToInside } from '../messages.ts';
import { openRelay } from '../relay.ts';
import { listenInward } from './inward.ts';
import { NAME_SERVER, startNameServer } from './name-server.ts';
import { setUpMounts } from './private-mounts.ts';
import { setUpNetwork } from './private-network.ts';
import { refusedConnections } from './refused-connections.ts';
import { type RunningProgram, runProgram } from './run-program.ts';

/** As a pod's in the namespace `default`. */
const RESOLV_CONF = `nameserver ${NAME_SERVER.host}\nsearch default.svc.cluster.local svc.cluster.local cluster.local\noptions ndots:5\n`;

export type InnerSideOptions = {
  readonly channel: Duplex;
  /** Called when the outer side is gone: this process must end, and the kernel ends everything beside it. */
  readonly onAlone: () => void;
  readonly after: (ms: number, act: () => void) => void;
};

type Addresses = readonly string[] | undefined;

export class InnerSide {
  readonly #options: InnerSideOptions;
  readonly #lookups = new Map<number, (addresses: Addresses) => void>();
  #lookupCount = 0;
  #program: RunningProgram | undefined;

  constructor(options: InnerSideOptions) {
    this.#options = options;
    listen<ToInside>(options.channel, { hear: (message) => this.#hear(message), onEnd: options.onAlone });
  }

  #hear(message: ToInside): void {
    switch (message.kind) {
      case 'start':
        this.#start(message.plan).catch((error: unknown) => {
          this.#tell({ kind: 'refused', reason: error instanceof Error ? error.message : String(error) });
        });
        return;
      case 'found':
        this.#lookups.get(message.id)?.(message.addresses);
        this.#lookups.delete(message.id);
        return;
      case 'count':
        this.#tell({ kind: 'counted', connections: refusedConnections() });
        return;
      case 'stop':
        this.#program?.signal('SIGTERM');
        this.#options.after(message.graceMs, () => this.#program?.signal('SIGKILL'));
    }
  }

  async #start({ program, localRanges, forwards, inward, files, keptFolders }: InsidePlan): Promise<void> {
    setUpMounts({ keptFolders, files, resolvConf: RESOLV_CONF });
    setUpNetwork(localRanges);
    await startNameServer((name) => this.#lookUp(name));
    for (const { host, port, socket } of forwards) await openRelay({ host, port }, () => connect({ path: socket, allowHalfOpen: true }));
    await listenInward(inward);
    this.#program = runProgram(program);
    this.#tell({ kind: 'started' });
    this.#tell({ kind: 'ended', end: await this.#program.ended, connections: refusedConnections() });
  }

  #lookUp(name: string): Promise<Addresses> {
    this.#lookupCount += 1;
    const id = this.#lookupCount;
    return new Promise((resolve) => {
      this.#lookups.set(id, resolve);
      this.#tell({ kind: 'lookup', id, name });
    });
  }

  #tell(message: FromInside): void {
    say(this.#options.channel, message);
  }
}
