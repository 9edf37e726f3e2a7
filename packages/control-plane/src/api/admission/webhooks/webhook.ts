// The webhooks of the configurations in the store, in the order in which they are called: configurations by name, then as they stand.
import type { JsonObject } from '@rectrace/kube';
import { isJsonObject, listAt, stringAt } from '@rectrace/kube';
import { nameOf, numberAt } from '../../metadata.ts';
import type { AdmissionView } from '../admission-plugin.ts';
import type { MatchCondition } from '../expressions/match-conditions.ts';
import { readConditions } from '../expressions/match-conditions.ts';
import type { MatchCriteria } from '../matching/match-request.ts';
import { readCriteria } from '../matching/match-request.ts';
import type { WebhookClient } from './webhook-target.ts';
import { readWebhookClient } from './webhook-target.ts';

export type Webhook = {
  /** Tells it apart from all others: two of a configuration may have the same name. */
  readonly id: string;
  readonly name: string;
  /** Its name. */
  readonly configuration: string;
  readonly client: WebhookClient;
  readonly criteria: MatchCriteria;
  readonly conditions: readonly MatchCondition[];
  /** A failing call counts as an answer that allows. */
  readonly ignoresFailures: boolean;
  readonly sideEffects: string;
  readonly timeoutSeconds: number;
  readonly reviewVersions: readonly string[];
  /** Asked again when a later one changes the object. */
  readonly reinvoked: boolean;
};

const DEFAULT_SECONDS = 10;

/** Of one kind of configurations, by the name that the store gives it. */
export class WebhookSource {
  readonly #kind: string;
  /** Of each configuration as it is stored. */
  readonly #read = new WeakMap<JsonObject, readonly Webhook[]>();

  constructor(kind: string) {
    this.#kind = kind;
  }

  webhooks(view: AdmissionView): readonly Webhook[] {
    return view.list(this.#kind, '').flatMap((configuration) => this.#webhooksOf(configuration));
  }

  #webhooksOf(configuration: JsonObject): readonly Webhook[] {
    const known = this.#read.get(configuration);
    if (known !== undefined) return known;
    const webhooks = listAt(configuration, ['webhooks'])
      .filter(isJsonObject)
      .map((webhook, index) => readWebhook(webhook, nameOf(configuration), index));
    this.#read.set(configuration, webhooks);
    return webhooks;
  }
}

/** `index`: where it stands in its configuration. */
function readWebhook(webhook: JsonObject, configuration: string, index: number): Webhook {
  return {
    id: `${configuration}/${index}`,
    configuration,
    name: stringAt(webhook, ['name']) ?? '',
    client: readWebhookClient(webhook['clientConfig']),
    conditions: readConditions(webhook, { params: false, authorizer: true }),
    criteria: readCriteria(webhook, { rules: 'rules', unruled: 'nothing' }),
    ignoresFailures: stringAt(webhook, ['failurePolicy']) === 'Ignore',
    sideEffects: stringAt(webhook, ['sideEffects']) ?? '',
    timeoutSeconds: numberAt(webhook, ['timeoutSeconds']) ?? DEFAULT_SECONDS,
    reviewVersions: listAt(webhook, ['admissionReviewVersions']).map(String),
    reinvoked: stringAt(webhook, ['reinvocationPolicy']) === 'IfNeeded',
  };
}
