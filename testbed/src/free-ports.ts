// Ports on loopback for programs that are told where to listen. They are taken below the range that the system gives to outgoing
// connections, so that a server that is down for a while finds its port free again.
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { TestbedError } from './errors.ts';

const LOWEST = 20_000;
const HIGHEST = 32_000;

/** `count` different ports that nobody listens on. */
export async function freePorts(count: number): Promise<number[]> {
  const held: Server[] = [];
  try {
    for (let tries = 0; held.length < count && tries < 1_000; tries += 1) {
      const server = await listenOn(randomInt(LOWEST, HIGHEST));
      if (server !== undefined) held.push(server);
    }
    if (held.length < count) throw new TestbedError('COMPONENT_ENDED', `no ${count} free ports between ${LOWEST} and ${HIGHEST}`);
    return held.map(portOf);
  } finally {
    await Promise.all(held.map(close));
  }
}

async function listenOn(port: number): Promise<Server | undefined> {
  const server = createServer();
  try {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    return server;
  } catch {
    return undefined;
  }
}

function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new TestbedError('COMPONENT_ENDED', 'a listening server has no port');
  return address.port;
}

async function close(server: Server): Promise<void> {
  server.close();
  await once(server, 'close');
}
