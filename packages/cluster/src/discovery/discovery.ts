// Asks the API server what it serves and keeps the answer until told that it changed. One group that fails does not hide the rest.

import type { Cancellation, Json } from '@rectrace/kube';
import { formatApiVersion, formatJson, parseJson } from '@rectrace/kube';
import type { RecorderMessage } from '@rectrace/trace';
import { AnswerGarbled, ApiError, reasonOf } from '../errors.ts';
import type { Transport } from '../transport/transport.ts';
import { Definitions } from './definitions.ts';
import { isAggregated, parseAggregated, parseGroupVersions, parseResourceList } from './parse-discovery.ts';
import type { ServedResources } from './served-resources.ts';
import { SharedRun } from './shared-run.ts';

const AGGREGATED = ['v2', 'v2beta1'].map((version) => `application/json;g=apidiscovery.k8s.io;v=${version};as=APIGroupDiscoveryList`);
const ACCEPT = [...AGGREGATED, 'application/json'].join(',');

type Listener = (served: ServedResources) => void;

export class Discovery {
  readonly #transport: Transport;
  readonly #listeners = new Set<Listener>();
  readonly #waiting = new Set<() => void>();
  readonly #definitions = new Definitions();
  #readings = 0;
  #served: ServedResources | undefined;
  #running: SharedRun<ServedResources> | undefined;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** What is served, from memory where it was read before. @throws ApiError, TransportError */
  async served(): Promise<ServedResources> {
    return this.#served ?? (await this.refresh());
  }

  /**
   * Reads it anew and tells the listeners where it differs. Calls at the same time share one reading, which goes on until nobody waits for it.
   * @throws ApiError, TransportError, the signal's reason
   */
  async refresh(signal?: Cancellation): Promise<ServedResources> {
    if (this.#running === undefined || this.#running.abandoned) this.#running = new SharedRun((end) => this.#read(end));
    return this.#running.join(signal);
  }

  /** What was read last; undefined before the first reading. */
  get latest(): ServedResources | undefined {
    return this.#served;
  }

  /** How often it was read, whether or not anything differed. */
  get readings(): number {
    return this.#readings;
  }

  /** What defines the kinds that are not built in, as far as somebody follows it. */
  get definitions(): Pick<Definitions, 'living' | 'deletedAt'> {
    return this.#definitions;
  }

  /** Takes in what a reflector of definitions tells; true where one came, changed or went. */
  noteDefinition(message: RecorderMessage): boolean {
    const changed = this.#definitions.note(message);
    if (changed) this.#wake();
    return changed;
  }

  /** Resolves after the next reading, also one that found nothing new, and the next change of a definition; rejects with the signal's reason. */
  nextNews(signal: Cancellation): Promise<void> {
    return new Promise((resolve, reject) => {
      const onAbort = (): void => {
        this.#waiting.delete(wake);
        reject(signal.reason);
      };
      const wake = (): void => {
        signal.removeEventListener('abort', onAbort);
        resolve();
      };
      this.#waiting.add(wake);
      signal.addEventListener('abort', onAbort, { once: true });
    });
  }

  /** Calls the listener after every change of what is served, until the signal is aborted. */
  onChange(listener: Listener, signal: Cancellation): void {
    if (signal.aborted) return;
    this.#listeners.add(listener);
    signal.addEventListener('abort', () => this.#listeners.delete(listener), { once: true });
  }

  async #read(signal: Cancellation): Promise<ServedResources> {
    const parts = await Promise.all(['/api', '/apis'].map((path) => this.#readRoot(path, signal)));
    const served = { resources: parts.flatMap((part) => part.resources), unread: parts.flatMap((part) => part.unread) };
    const before = this.#served;
    this.#served = served;
    this.#readings += 1;
    if (before !== undefined && formatJson(before) !== formatJson(served)) {
      for (const listener of this.#listeners) listener(served);
    }
    this.#wake();
    return served;
  }

  #wake(): void {
    const waiting = [...this.#waiting];
    this.#waiting.clear();
    for (const wake of waiting) wake();
  }

  async #readRoot(path: string, signal: Cancellation): Promise<ServedResources> {
    const document = await this.#get(path, signal);
    if (isAggregated(document)) return parseAggregated(document);
    const groups = parseGroupVersions(document);
    const parts = await Promise.all(
      groups.map((at) =>
        this.#readGroup(`${path}/${path === '/api' ? at.version : formatApiVersion(at.group, at.version)}`, { ...at, signal }),
      ),
    );
    return { resources: parts.flatMap((part) => part.resources), unread: parts.flatMap((part) => part.unread) };
  }

  async #readGroup(
    path: string,
    at: { readonly group: string; readonly version: string; readonly signal: Cancellation },
  ): Promise<ServedResources> {
    try {
      return { resources: parseResourceList(await this.#get(path, at.signal)), unread: [] };
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return { resources: [], unread: [{ group: at.group, version: at.version, reason: reasonOf(error) }] };
    }
  }

  async #get(path: string, signal: Cancellation): Promise<Json> {
    const { text } = await this.#transport.request({ method: 'GET', path, accept: ACCEPT, signal });
    try {
      return parseJson(text);
    } catch (error) {
      throw new AnswerGarbled(`GET ${path}: the answer is no JSON (${reasonOf(error)}); is this address an API server?`, error);
    }
  }
}
