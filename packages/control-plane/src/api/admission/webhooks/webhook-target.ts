// Where a webhook is: the clientConfig of configurations and definitions, read.
import type { Json, JsonObject } from '@rectrace/kube';
import { isJsonObject, stringAt, valueAt } from '@rectrace/kube';
import { numberAt } from '../../metadata.ts';
import type { WebhookTarget } from './webhook-caller.ts';

export type WebhookClient = { readonly target: WebhookTarget; readonly caBundle: string };

const HTTPS_PORT = 443;

export function readWebhookClient(config: Json | undefined): WebhookClient {
  const client: JsonObject = isJsonObject(config) ? config : {};
  const caBundle = stringAt(client, ['caBundle']) ?? '';
  const service = valueAt(client, ['service']);
  if (!isJsonObject(service)) return { caBundle, target: { kind: 'url', url: stringAt(client, ['url']) ?? '' } };
  const [namespace = '', name = '', path = ''] = ['namespace', 'name', 'path'].map((key) => stringAt(service, [key]));
  return { caBundle, target: { kind: 'service', namespace, name, path, port: numberAt(service, ['port']) ?? HTTPS_PORT } };
}
