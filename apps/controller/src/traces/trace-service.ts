// Serving traces as a whole: what is followed for it, and who writes.

import type { Discovery, Reflectors, ServedResources } from '@rectrace/cluster';
import { createWriter, openReflectors } from '@rectrace/cluster';
import type { ServedSchema } from '@rectrace/trace-api';
import { OUR_SCHEMA, TRACES } from '@rectrace/trace-api';
import type { ControllerContext } from '../controller-context.ts';
import type { RecordingService } from '../recording/recording-service.ts';
import { TaskGroup } from '../task-group.ts';
import { untilAborted } from '../until-aborted.ts';
import { FIELD_MANAGER } from './foreign-writer.ts';
import { TraceClient } from './trace-client.ts';
import { TraceController } from './trace-controller.ts';
import { TraceFeed } from './trace-feed.ts';

export class TraceService {
  readonly #recording: RecordingService;
  readonly #discovery: Discovery;
  readonly #controller: TraceController;
  readonly #feed: TraceFeed;
  readonly #reflectors: Reflectors;
  #schema: ServedSchema = OUR_SCHEMA;
  #served: ServedResources;

  constructor(context: ControllerContext, { recording }: { readonly recording: RecordingService }) {
    const { options, surroundings, clock, connection, metrics, served } = context;
    const { log, random, host, uniqueToken } = surroundings;
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
    const texts = { namespace: options.namespace ?? connection.defaultNamespace, name: options.texts };
    this.#feed = new TraceFeed({
      reflectors: this.#reflectors,
      controller: this.#controller,
      texts,
      log,
      onSchema: (schema) => this.#serve(this.#served, schema),
    });
    this.#served = served;
    this.#serve(served, OUR_SCHEMA);
    this.#recording = recording;
    this.#discovery = connection.discovery;
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
  async run(outer: AbortSignal): Promise<void> {
    const tasks = new TaskGroup(outer);
    const { signal } = tasks;
    this.#recording.listen(this.#controller, signal);
    this.#discovery.onChange((served) => this.#serve(served, this.#schema), signal);
    tasks.add(this.#feed.run());
    tasks.add(this.#controller.run(signal));
    tasks.add(this.#closeAfter(signal));
    await tasks.join();
  }

  async #closeAfter(signal: AbortSignal): Promise<void> {
    await untilAborted(signal);
    await this.#reflectors.close();
  }

  #serve(served: ServedResources, schema: ServedSchema): void {
    this.#served = served;
    this.#schema = schema;
    const resource = served.resources.find((one) => one.group === TRACES.group && one.resource === TRACES.resource) ?? TRACES;
    this.#controller.serve(served, { resource, schema });
  }
}
