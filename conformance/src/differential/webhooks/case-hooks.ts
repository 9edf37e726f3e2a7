// What a case about webhooks does: configurations that are in force once they are made, and what the webhooks were asked.
import type { JsonObject } from '@rectrace/kube';
import { stringAt } from '@rectrace/kube';
import { waitFor } from '@rectrace/testbed';
import type { Subject } from '../subject.ts';
import type { AskedReview, WebhookBehaviour, WebhookServer } from './webhook-server.ts';

export type HookKind = 'mutating' | 'validating';

const REGISTRATION = '/apis/admissionregistration.k8s.io/v1';
const CONFIG_MAPS = { operations: ['*'], apiGroups: [''], apiVersions: ['v1'], resources: ['configmaps'] };
const PROBE = 'probe.rectrace.dev';

export class CaseHooks {
  readonly subject: Subject;
  readonly namespace: string;
  readonly #server: WebhookServer;
  readonly #made: string[] = [];

  constructor(subject: Subject, namespace: string, server: WebhookServer) {
    this.subject = subject;
    this.namespace = namespace;
    this.#server = server;
  }

  behave(behaviours: Readonly<Record<string, WebhookBehaviour>>): void {
    this.#server.behave(behaviours);
    this.#server.takeAsked();
  }

  /** A webhook about ConfigMaps of the case's namespace, at the path. */
  webhook(path: string, rest: JsonObject = {}): JsonObject {
    return {
      name: `${path.replaceAll('/', '-')}.example.org`,
      clientConfig: this.client(path),
      rules: [CONFIG_MAPS],
      sideEffects: 'None',
      admissionReviewVersions: ['v1'],
      namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': this.namespace } },
      objectSelector: { matchExpressions: [{ key: PROBE, operator: 'DoesNotExist' }] },
      ...rest,
    };
  }

  /** Makes a configuration and waits until it is in force. */
  async configure(kind: HookKind, webhooks: readonly JsonObject[], name: string = kind): Promise<void> {
    const full = `${this.namespace}-${name}`;
    const path = `${REGISTRATION}/${kind}webhookconfigurations`;
    const probe = this.webhook(`probe/${full}`, { objectSelector: { matchLabels: { [PROBE]: full } }, failurePolicy: 'Ignore' });
    const made = await this.subject.prepare({
      method: 'POST',
      path,
      body: { metadata: { name: full }, webhooks: [...webhooks, { ...probe, name: 'probe.example.org' }] },
    });
    if (made.status !== 201) throw new Error(`the configuration was refused: ${JSON.stringify(made.body)}`);
    this.#made.push(`${path}/${full}`);
    await waitFor(() => this.#reaches(full), { timeoutMs: 20_000 });
    this.#server.takeAsked();
  }

  async #reaches(full: string): Promise<boolean> {
    const body = { metadata: { name: 'probe', labels: { [PROBE]: full } } };
    await this.subject.prepare({ method: 'POST', path: `/api/v1/namespaces/${this.namespace}/configmaps?dryRun=All`, body });
    return this.#server.takeAsked().some(({ path }) => path.startsWith(`probe/${full}?`));
  }

  /** Records what was asked since. Webhooks that are asked at the same time are told in the order of their paths. */
  noteAsked(): void {
    this.subject.note('asked', this.#server.takeAsked().map(withoutUserUid).toSorted(byPath));
  }

  /** The same of the webhooks at those paths alone. */
  noteAskedAt(paths: readonly string[]): void {
    const asked = this.#server.takeAsked().filter(({ path }) => paths.includes(path.replace(/\?.*/, '')));
    this.subject.note('asked', asked.map(withoutUserUid).toSorted(byPath));
  }

  /** The same, their paths alone. */
  notePaths(): void {
    const paths = this.#server.takeAsked().map(({ path }) => path);
    this.subject.note('asked', paths.toSorted());
  }

  /** The first that asked for a conversion into that version: how often a server asks depends on what it keeps. */
  noteConversion(apiVersion: string): void {
    const found = this.#server.takeAsked().find(({ review }) => stringAt(review, ['request', 'desiredAPIVersion']) === apiVersion);
    this.subject.note('asked to convert', found ?? null);
  }

  /** The clientConfig of a webhook at the path. */
  client(path: string): JsonObject {
    return { url: `https://127.0.0.1:${this.#server.port}/${path}`, caBundle: this.#server.caBundle };
  }

  forgetAsked(): void {
    this.#server.takeAsked();
  }

  /** The same in the order in which they were asked, their paths alone. */
  noteOrder(): void {
    this.subject.note(
      'asked in order',
      this.#server.takeAsked().map(({ path }) => path),
    );
  }

  async removeAll(): Promise<void> {
    for (const path of this.#made) await this.subject.prepare({ method: 'DELETE', path });
  }
}

/** The testbed's tokens give their users uids. */
function withoutUserUid({ path, review }: AskedReview): AskedReview {
  const request = review['request'] as JsonObject;
  const { uid: _uid, ...userInfo } = request['userInfo'] as JsonObject;
  return { path, review: { ...review, request: { ...request, userInfo } } };
}

/** Then by the names of the objects: those of a collection are asked about at the same time. */
function byPath(left: AskedReview, right: AskedReview): number {
  const [a, b] = [left, right].map(({ path, review }) => `${path} ${stringAt(review, ['request', 'oldObject', 'metadata', 'name']) ?? ''}`);
  if (a === b) return 0;
  return (a ?? '') < (b ?? '') ? -1 : 1;
}
