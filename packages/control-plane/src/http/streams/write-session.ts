// A session with a pod, in the protocol that its client asks for.
import type { Clock } from '@rectrace/kube';
import type { ApiResponse } from '../../api/api-request.ts';
import type { PodSession } from '../../api/pod-streams/pod-session.ts';
import type { StatusBody } from '../../api/status.ts';
import type { Upgrade } from '../upgrade.ts';
import { asksForWebSocket } from '../web-socket-handshake.ts';
import { portsOverSpdy } from './ports-over-spdy.ts';
import { channelsRefusal, portsOverWebSocket, tunnelledPorts, tunnels } from './ports-over-web-socket.ts';
import { runOverSpdy } from './program-over-spdy.ts';
import { refusesOnChannel, runOverWebSocket } from './program-over-web-socket.ts';

export type SessionResponse = Extract<ApiResponse, { kind: 'session' }>;

/** Why the protocol is not switched; undefined where it is. */
export function sessionRefusal(upgrade: Upgrade, { session }: SessionResponse): StatusBody | undefined {
  if (session.kind === 'ports') return session.refusal ?? (byChannels(upgrade) ? channelsRefusal(session) : undefined);
  if (session.program.kind === 'runs' || refusesOnChannel(upgrade)) return undefined;
  return session.program.status;
}

function byChannels(upgrade: Upgrade): boolean {
  return asksForWebSocket(upgrade.incoming) && !tunnels(upgrade);
}

/** Resolves when it has ended. @throws what went wrong here, once the client has been told */
export function writeSession(upgrade: Upgrade, session: PodSession, clock: Clock): Promise<void> {
  const overWebSocket = asksForWebSocket(upgrade.incoming);
  if (session.kind === 'program') return overWebSocket ? runOverWebSocket(upgrade, session) : runOverSpdy(upgrade, session, clock);
  if (!overWebSocket) return portsOverSpdy(upgrade, session, clock);
  return byChannels(upgrade) ? portsOverWebSocket(upgrade, session) : tunnelledPorts(upgrade, session, clock);
}
