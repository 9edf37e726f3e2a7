// A case about webhooks, played against both servers with the same webhook server.
import { compareAnswers } from '../compare-answers.ts';
import type { Sides } from '../sides.ts';
import { Subject } from '../subject.ts';
import { CaseHooks } from './case-hooks.ts';
import type { WebhookServer } from './webhook-server.ts';

export type WebhookCase = { readonly title: string; readonly run: (hooks: CaseHooks) => Promise<void> };

export function webhookCase(title: string, run: WebhookCase['run']): WebhookCase {
  return { title, run };
}

type Playing = {
  readonly server: WebhookServer;
  /** Makes the namespace another one, where the real server has been used before. */
  readonly suffix?: string;
};

/** The differences, a line each. */
export async function playWebhookCase(
  { real, ours }: Pick<Sides, 'real' | 'ours'>,
  { title, run }: WebhookCase,
  { server, suffix = '' }: Playing,
): Promise<readonly string[]> {
  const namespace = `w-${title
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 40)
    .replaceAll(/^-|-$/g, '')}${suffix}`;
  const subjects = [new Subject('real', real), new Subject('ours', ours)] as const;
  for (const subject of subjects) {
    await subject.prepare({ method: 'POST', path: '/api/v1/namespaces', body: { metadata: { name: namespace } } });
    const hooks = new CaseHooks(subject, namespace, server);
    try {
      await run(hooks);
    } finally {
      await hooks.removeAll();
    }
  }
  const [left, right] = subjects;
  return compareAnswers(left.exchanges, right.exchanges);
}
