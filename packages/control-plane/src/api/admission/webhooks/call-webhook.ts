// Calls a webhook through the port.
import type { AdmissionView } from '../admission-plugin.ts';
import type { WebhookAnswer, WebhookCall, WebhookCaller } from './webhook-caller.ts';

export type WebhookCalling = { readonly caller: WebhookCaller; readonly view: AdmissionView };

/** As the caller, but a Service has to be there. */
export async function callWebhook(call: WebhookCall, { caller, view }: WebhookCalling): Promise<WebhookAnswer> {
  const { target, timeoutSeconds } = call;
  if (target.kind === 'url' || view.get('services', target.namespace, target.name) !== undefined) return caller.call(call);
  const { namespace, name, port, path } = target;
  const url = `https://${name}.${namespace}.svc:${port}${path}?timeout=${timeoutSeconds}s`;
  return { kind: 'unanswered', message: `Post ${JSON.stringify(url)}: service ${JSON.stringify(name)} not found` };
}
