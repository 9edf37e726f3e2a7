// The answer to what no script tells of: no kubelet runs here, and nothing is made up.
import type { JsonObject } from '@rectrace/kube';
import type { RequestRefused } from '../../errors.ts';
import { failure } from '../failures.ts';
import { nameOf, namespaceOf } from '../metadata.ts';

/** `what`: as in 'logs', 'the command ls -l'. */
export function notScripted(what: string, { pod, container }: { readonly pod: JsonObject; readonly container?: string }): RequestRefused {
  const subject = `pod ${namespaceOf(pod)}/${nameOf(pod)}`;
  return unanswered(what, container === undefined ? subject : `container ${container} of ${subject}`);
}

export function unanswered(what: string, subject: string): RequestRefused {
  const message = `no containers run in this virtual control plane, and no answer is scripted for ${what} of ${subject}`;
  return failure({ code: 501, reason: 'NotImplemented', message });
}
