// One connection to a port of a pod, over whichever protocol.
import { messageOf } from '../../api/message-of.ts';
import type { PortsSession } from '../../api/pod-streams/pod-session.ts';
import type { PortConnection } from './serve-port.ts';
import { servePort } from './serve-port.ts';

export type PortClient = PortConnection & {
  /** Told why the connection has failed, instead of its end. */
  readonly fail: (reason: string) => Promise<void>;
  readonly end: () => Promise<void>;
};

/** @throws what went wrong in the serving, once the client has been told */
export async function forwardPort({ answerOf }: PortsSession, port: number, client: PortClient): Promise<void> {
  const outcome = answerOf(port);
  if (outcome.kind === 'failed') return client.fail(outcome.reason);
  try {
    await servePort(outcome.answer, client);
  } catch (error) {
    await client.fail(`error forwarding port ${port}: ${messageOf(error)}`);
    throw error;
  }
  await client.end();
}
