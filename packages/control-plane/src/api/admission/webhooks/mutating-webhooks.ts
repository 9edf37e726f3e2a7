// MutatingAdmissionWebhook: webhooks are asked one after the other, each about what those before it have made of the object.
import type { JsonObject } from '@rectrace/kube';
import { jsonEquals } from '@rectrace/kube';
import type { Draft } from '../../draft.ts';
import { draftOf } from '../../draft.ts';
import type { AdmissionPlugin, AdmissionRequest } from '../admission-plugin.ts';
import type { Invocation } from '../matching/match-request.ts';
import type { MutationRound } from '../mutation-round.ts';
import { presentedObject } from './admission-review.ts';
import type { FailedCall, WebhookAsking } from './call-admission-webhook.ts';
import { callAdmissionWebhook, callFailure } from './call-admission-webhook.ts';
import { isExempt } from './exempt-configurations.ts';
import { matchWebhook, type WebhookParts } from './match-webhook.ts';
import { patchObject } from './patch-object.ts';
import type { Webhook } from './webhook.ts';
import { WebhookSource } from './webhook.ts';

const NAME = 'MutatingAdmissionWebhook';
const ANNOTATION = 'mutation.webhook.admission.k8s.io/';

export function mutatingWebhooks(parts: WebhookParts): AdmissionPlugin {
  const source = new WebhookSource('mutatingwebhookconfigurations.admissionregistration.k8s.io');
  return {
    name: NAME,
    mutate: async (request, view, round) => {
      const webhooks = isExempt(request) ? [] : source.webhooks(view);
      if (webhooks.length > 0) await askAll(webhooks, { request, asking: { ...parts, view }, parts, round, repeats: repeatsOf(round) });
    },
  };
}

async function askAll(webhooks: readonly Webhook[], asking: Asking): Promise<void> {
  const { request, round, repeats } = asking;
  if (round.isSecond && !jsonEquals(repeats.output ?? null, request.object ?? null)) repeats.require();
  for (const [index, webhook] of webhooks.entries()) await ask(webhook, `round_${round.isSecond ? 1 : 0}_index_${index}`, asking);
  repeats.output = request.object === undefined ? undefined : draftOf(request.object);
}

function repeatsOf({ memory }: MutationRound): Repeats {
  const known = memory.get(NAME);
  if (known instanceof Repeats) return known;
  const repeats = new Repeats();
  memory.set(NAME, repeats);
  return repeats;
}

/** Which webhooks want to be asked again, and which of them are to be. */
class Repeats {
  /** The object as the webhooks left it. */
  output: JsonObject | undefined;
  readonly #asked = new Set<string>();
  readonly #wanted = new Set<string>();

  note({ id, reinvoked }: Webhook): void {
    if (reinvoked) this.#asked.add(id);
  }

  /** Those that have been asked before now are to be asked again. */
  require(): void {
    for (const id of this.#asked) this.#wanted.add(id);
    this.#asked.clear();
  }

  wants({ id }: Webhook): boolean {
    return this.#wanted.has(id);
  }
}

type Asking = {
  readonly request: AdmissionRequest;
  readonly asking: WebhookAsking;
  readonly parts: WebhookParts;
  readonly round: MutationRound;
  readonly repeats: Repeats;
};

/** `place`: in annotations. @throws RequestRefused */
async function ask(webhook: Webhook, place: string, { request, asking, parts, round, repeats }: Asking): Promise<void> {
  const invocation = await matchWebhook(webhook, request, { ...parts, view: asking.view });
  if (invocation === undefined || (round.isSecond && !repeats.wants(webhook))) return;
  const outcome = await change(webhook, { request, invocation, asking });
  annotate(request, { webhook, place, outcome });
  if (outcome === 'changed') {
    repeats.require();
    round.askAgain();
  }
  repeats.note(webhook);
  if (typeof outcome === 'object' && !webhook.ignoresFailures) throw callFailure(outcome);
}

type Asked = { readonly webhook: Webhook; readonly place: string; readonly outcome: Outcome };

function annotate({ annotate: tell }: AdmissionRequest, { webhook, place, outcome }: Asked): void {
  const { configuration, name, ignoresFailures } = webhook;
  tell(`${ANNOTATION}${place}`, JSON.stringify({ configuration, webhook: name, mutated: outcome === 'changed' }));
  if (typeof outcome === 'object' && ignoresFailures) tell(`failed-open.${ANNOTATION}${place}`, name);
}

type Outcome = 'changed' | 'same' | FailedCall;

type Changing = { readonly request: AdmissionRequest; readonly invocation: Invocation; readonly asking: WebhookAsking };

/** @throws RequestRefused */
async function change(webhook: Webhook, { request, invocation, asking }: Changing): Promise<Outcome> {
  const answer = await callAdmissionWebhook(webhook, { request, invocation }, { asking, mutating: true });
  if (answer.kind === 'failed' || answer.patch === '') return answer.kind === 'failed' ? answer : 'same';
  const { object } = request;
  const before = object === undefined ? undefined : await presentedObject(object, invocation);
  const patched = patchObject(before, { webhook: webhook.name, answer, codec: invocation.shown.codec });
  if (patched.kind !== 'patched' || object === undefined || before === undefined) return patched.kind === 'failed' ? patched : 'same';
  await replace(object, patched.draft, { request, invocation });
  return jsonEquals(before, await presentedObject(object, invocation)) ? 'same' : 'changed';
}

/** In place: those who hold the object see the change. A custom resource goes back into the version of the request. */
async function replace(object: Draft, patched: Draft, { request, invocation }: Omit<Changing, 'asking'>): Promise<void> {
  const { shown } = request;
  const elsewhere = shown.custom && invocation.shown.version !== shown.version;
  const settled = elsewhere ? await presentedObject(patched, { ...invocation, shown }) : patched;
  for (const key of Object.keys(object)) delete object[key];
  Object.assign(object, draftOf(settled));
}
