// The same requests and the same webhooks for the real API server and for ours: what webhooks are asked, and what is answered.
import { describeReal } from '@rectrace/testbed';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Sides, startSides } from '../sides.ts';
import { WEBHOOK_CASES } from './all-webhook-cases.ts';
import { playWebhookCase } from './webhook-case.ts';
import { startWebhookServer, type WebhookServer } from './webhook-server.ts';

describeReal('webhooks as of the real server', () => {
  let sides: Sides | undefined;
  let server: WebhookServer | undefined;

  beforeAll(async () => {
    server = await startWebhookServer();
    sides = await startSides(1);
  });

  afterAll(async () => {
    await sides?.stop();
    await server?.stop();
  });

  test.each(WEBHOOK_CASES.map((one) => [one.title, one] as const))('%s', async (_title, one) => {
    if (sides === undefined || server === undefined) throw new Error('no sides');
    expect(await playWebhookCase(sides, one, { server })).toEqual([]);
  });
});
