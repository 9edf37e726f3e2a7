// What serving traces follows beside the recording: the traces themselves, the texts of changes, and the CRD that says what a trace may hold.

import type { Reflectors } from '@rectrace/cluster';
import { CUSTOM_RESOURCE_DEFINITIONS } from '@rectrace/cluster';
import type { ApiResource, Json, KubeObject, ResourceScope } from '@rectrace/kube';
import { asJson, isJsonObject, valueAt } from '@rectrace/kube';
import type { RecorderMessage } from '@rectrace/trace';
import { EMPTY_LOCALES, formatLocaleProblem, parseLocales } from '@rectrace/trace';
import type { ServedSchema } from '@rectrace/trace-api';
import { OUR_SCHEMA, readSchema, TRACES } from '@rectrace/trace-api';
import type { Log } from '../log.ts';
import type { ObjectName } from './living-names.ts';
import { LivingNames } from './living-names.ts';
import type { TraceController } from './trace-controller.ts';

export type TraceFeedOptions = {
  readonly reflectors: Reflectors;
  readonly controller: Pick<TraceController, 'put' | 'remove' | 'speak'>;
  /** The ConfigMap of change texts. */
  readonly texts: { readonly namespace: string; readonly name: string };
  readonly onSchema: (schema: ServedSchema) => void;
  readonly log: Log;
};

const CONFIG_MAPS: ApiResource = {
  group: '',
  version: 'v1',
  kind: 'ConfigMap',
  resource: 'configmaps',
  singular: 'configmap',
  shortNames: ['cm'],
  categories: [],
  namespaced: true,
  verbs: ['get', 'list', 'watch'],
};

const DEFINITION = `${TRACES.resource}.${TRACES.group}`;

type FollowedResource = 'traces' | 'texts' | 'definition';

export class TraceFeed {
  readonly #options: TraceFeedOptions;
  readonly #listed = Promise.withResolvers<void>();
  readonly #skipped = new Set<string>();
  readonly #living: Readonly<Record<FollowedResource, LivingNames>> = {
    traces: new LivingNames(),
    texts: new LivingNames(),
    definition: new LivingNames(),
  };

  constructor(options: TraceFeedOptions) {
    this.#options = options;
  }

  /** Resolves when the traces that were there at the start are known, or when it is known that there can be none yet. */
  get listed(): Promise<void> {
    return this.#listed.promise;
  }

  /** Follows them until the reflectors are closed. */
  async run(): Promise<void> {
    const { reflectors, texts } = this.#options;
    const byName = (name: string) => ({ fieldSelector: `metadata.name=${name}` });
    reflectors.want({ resource: CUSTOM_RESOURCE_DEFINITIONS, namespace: '', ...byName(DEFINITION) });
    reflectors.want({ resource: CONFIG_MAPS, namespace: texts.namespace, ...byName(texts.name) });
    reflectors.want({ resource: TRACES, namespace: '' });
    for await (const message of reflectors.messages()) this.#note(message);
  }

  #note(message: RecorderMessage): void {
    const resource = message.kind === 'Tick' ? undefined : resourceOf(message.scope);
    if (resource === undefined) return;
    const object = presentIn(message);
    if (object !== undefined) this.#put(resource, object);
    for (const name of this.#living[resource].note(message)) this.#remove(resource, name);
    if (resource === 'traces') this.#noteListing(message);
  }

  #put(resource: FollowedResource, object: KubeObject): void {
    if (resource === 'traces') this.#options.controller.put(object);
    if (resource === 'texts') this.#speak(valueAt(asJson(object), ['data']));
    if (resource === 'definition') this.#options.onSchema(readSchema(asJson(object), TRACES.version));
  }

  #remove(resource: FollowedResource, { namespace, name }: ObjectName): void {
    if (resource === 'traces') this.#options.controller.remove(`${namespace}/${name}`);
    if (resource === 'texts') this.#speak(undefined);
    if (resource === 'definition') this.#options.onSchema(OUR_SCHEMA);
  }

  #noteListing(message: RecorderMessage): void {
    if (message.kind === 'Availability' && message.state !== 'watched') {
      this.#options.log.warn({ state: message.state, reason: message.message }, 'traces cannot be read; recording goes on without them');
      this.#listed.resolve();
    }
    if (message.kind === 'ListEnd') this.#listed.resolve();
  }

  /** data: of the ConfigMap. A malformed line is told once, for as long as it stays. */
  #speak(data: Json | undefined): void {
    const { controller, log } = this.#options;
    const { table, problems } = isJsonObject(data) ? parseLocales(data) : { table: EMPTY_LOCALES, problems: [] };
    const told = problems.map(formatLocaleProblem);
    for (const problem of told) if (!this.#skipped.has(problem)) log.warn({ problem }, 'a line of the change texts is skipped');
    this.#skipped.clear();
    for (const problem of told) this.#skipped.add(problem);
    controller.speak(table);
  }
}

/** The object that a message shows alive. */
function presentIn(message: RecorderMessage): KubeObject | undefined {
  if (message.kind === 'Listed') return message.object;
  return message.kind === 'Observed' && message.type !== 'Deleted' ? message.object : undefined;
}

function resourceOf({ group, resource }: ResourceScope): FollowedResource | undefined {
  if (group === TRACES.group && resource === TRACES.resource) return 'traces';
  if (group === '' && resource === CONFIG_MAPS.resource) return 'texts';
  return resource === CUSTOM_RESOURCE_DEFINITIONS.resource ? 'definition' : undefined;
}
