// What serving traces follows beside the recording: the traces themselves, the texts of changes, and the CRD that says what a trace may hold.

import type { Reflectors } from '@rectrace/cluster';
import { CUSTOM_RESOURCE_DEFINITIONS } from '@rectrace/cluster';
import type { ApiResource, KubeObject, ResourceScope } from '@rectrace/kube';
import { asJson, isJsonObject, valueAt } from '@rectrace/kube';
import type { RecorderMessage } from '@rectrace/trace';
import { EMPTY_LOCALES, formatLocaleProblem, parseLocales } from '@rectrace/trace';
import type { Log } from '../log.ts';
import type { ServedSchema } from './served-schema.ts';
import { OUR_SCHEMA, readSchema } from './served-schema.ts';
import type { TraceController } from './trace-controller.ts';
import { TRACE_GROUP, TRACE_KIND } from './trace-spec.ts';

export type TraceFeedOptions = {
  readonly reflectors: Reflectors;
  readonly controller: TraceController;
  /** The ConfigMap of change texts. */
  readonly texts: { readonly namespace: string; readonly name: string };
  readonly onSchema: (schema: ServedSchema) => void;
  readonly log: Log;
};

/** As our CRD has it; the API server may serve it in another version. */
export const TRACES: ApiResource = {
  group: TRACE_GROUP,
  version: 'v1',
  kind: TRACE_KIND,
  resource: 'reconciliationtraces',
  singular: 'reconciliationtrace',
  shortNames: ['trace'],
  categories: ['kubeblocks', 'all'],
  namespaced: true,
  verbs: ['get', 'list', 'watch', 'patch', 'update'],
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

type Seen =
  | { readonly kind: 'present'; readonly object: KubeObject }
  | { readonly kind: 'gone'; readonly namespace: string; readonly name: string };

type FollowedResource = 'traces' | 'texts' | 'definition';

export class TraceFeed {
  readonly #options: TraceFeedOptions;
  readonly #listed = Promise.withResolvers<void>();
  readonly #skipped = new Set<string>();

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
    if (message.kind === 'Tick') return;
    const seen = seenIn(message);
    const resource = resourceOf(message.scope);
    if (seen !== undefined) this.#noteObject(resource, seen);
    if (resource === 'traces') this.#noteListing(message);
  }

  #noteObject(resource: FollowedResource | undefined, seen: Seen): void {
    if (resource === 'traces') this.#noteTrace(seen);
    if (resource === 'texts') this.#noteTexts(seen);
    if (resource === 'definition')
      this.#options.onSchema(seen.kind === 'gone' ? OUR_SCHEMA : readSchema(asJson(seen.object), TRACES.version));
  }

  #noteTrace(seen: Seen): void {
    const { controller } = this.#options;
    if (seen.kind === 'present') controller.put(seen.object);
    else controller.remove(`${seen.namespace}/${seen.name}`);
  }

  #noteListing(message: RecorderMessage): void {
    if (message.kind === 'Availability' && message.state !== 'watched') {
      this.#options.log.warn({ state: message.state, reason: message.message }, 'traces cannot be read; recording goes on without them');
      this.#listed.resolve();
    }
    if (message.kind === 'ListEnd') this.#listed.resolve();
  }

  /** A malformed line is told once, for as long as it stays. */
  #noteTexts(seen: Seen): void {
    const { controller, log } = this.#options;
    const data = seen.kind === 'gone' ? undefined : valueAt(asJson(seen.object), ['data']);
    const { table, problems } = isJsonObject(data) ? parseLocales(data) : { table: EMPTY_LOCALES, problems: [] };
    const told = problems.map(formatLocaleProblem);
    for (const problem of told) if (!this.#skipped.has(problem)) log.warn({ problem }, 'a line of the change texts is skipped');
    this.#skipped.clear();
    for (const problem of told) this.#skipped.add(problem);
    controller.speak(table);
  }
}

function seenIn(message: RecorderMessage): Seen | undefined {
  switch (message.kind) {
    case 'Listed':
      return { kind: 'present', object: message.object };
    case 'Observed':
      return message.type === 'Deleted' ? goneObject(message.object) : { kind: 'present', object: message.object };
    case 'Vanished':
      return { kind: 'gone', namespace: message.ref.namespace, name: message.ref.name };
    default:
      return undefined;
  }
}

function goneObject({ metadata }: KubeObject): Seen {
  return { kind: 'gone', namespace: metadata.namespace ?? '', name: metadata.name };
}

function resourceOf({ group, resource }: ResourceScope): FollowedResource | undefined {
  if (group === TRACES.group && resource === TRACES.resource) return 'traces';
  if (group === '' && resource === CONFIG_MAPS.resource) return 'texts';
  return resource === CUSTOM_RESOURCE_DEFINITIONS.resource ? 'definition' : undefined;
}
