// Serving traces as a whole: what is followed for it, and who writes.

import type { Reflectors, ServedResources } from '@rectrace/cluster';
import { createWriter, openReflectors } from '@rectrace/cluster';
import type { ControllerContext } from '../controller-context.ts';
import type { RecordingService } from '../recording/recording-service.ts';
import { FIELD_MANAGER } from './foreign-writer.ts';
import type { ServedSchema } from './served-schema.ts';
import { OUR_SCHEMA } from './served-schema.ts';
import { TraceClient } from './trace-client.ts';
import { TraceController } from './trace-controller.ts';
import { TRACES, TraceFeed } from './trace-feed.ts';

const DEFAULT_TEXTS = 'kubeblocks-i18n-resources';

export class TraceService {
  readonly #controller: TraceController;
  readonly #feed: TraceFeed;
  readonly #reflectors: Reflectors;
  #schema: ServedSchema = OUR_SCHEMA;
  #served: ServedResources;

  constructor(context: ControllerContext, { recording }: { readonly recording: RecordingService }) {
    const { options, surroundings, clock, connection, metrics, served } = context;
    const { log, random, env, host, uniqueToken } = surroundings;
    const writer = createWriter(connection.transport, { fieldManager: FIELD_MANAGER });
    const client = new TraceClient({ writer, uniqueToken, instance: host });
    this.#controller = new TraceController({
      recording: recording.recording,
      client,
      clock,
      log,
      metrics,
      statusBytes: options.statusBytes,
    });
    this.#reflectors = openReflectors({ connection, clock, random });
    const namespace = options.namespace ?? env['POD_NAMESPACE'] ?? connection.defaultNamespace;
    const texts = { namespace, name: env['I18N_RESOURCES_NAME'] || DEFAULT_TEXTS };
    this.#feed = new TraceFeed({
      reflectors: this.#reflectors,
      controller: this.#controller,
      texts,
      log,
      onSchema: (schema) => this.#serve(this.#served, schema),
    });
    this.#served = served;
    this.#serve(served, OUR_SCHEMA);
    recording.listen(this.#controller);
    connection.discovery.onChange((now) => this.#serve(now, this.#schema));
  }

  /** Traces served, those left alone included. */
  get count(): number {
    return this.#controller.count;
  }

  /** Resolves when the traces that were there at the start are known. */
  get listed(): Promise<void> {
    return this.#feed.listed;
  }

  /** Serves until the signal is aborted; writes that are under way are finished. */
  async run(signal: AbortSignal): Promise<void> {
    const feeding = this.#feed.run();
    try {
      await Promise.race([this.#controller.run(signal), feeding]);
    } finally {
      await this.#reflectors.close();
      await feeding;
    }
  }

  #serve(served: ServedResources, schema: ServedSchema): void {
    this.#served = served;
    this.#schema = schema;
    const resource = served.resources.find((one) => one.group === TRACES.group && one.resource === TRACES.resource) ?? TRACES;
    this.#controller.serve(served, { resource, schema });
  }
}
