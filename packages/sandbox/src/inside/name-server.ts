// The name server inside: it asks outside for every name, as only there the cluster's Services are known.
import { createSocket } from 'node:dgram';
import { type DnsQuestion, formatAnswer, parseQuestion, TYPE_A, TYPE_AAAA } from './dns-message.ts';

export const NAME_SERVER = { host: '127.0.0.1', port: 53 };

/** Addresses of a host name; undefined where there is none of that name. */
export type Lookup = (name: string) => Promise<readonly string[] | undefined>;

/** Resolves when it listens. */
export async function startNameServer(lookup: Lookup): Promise<void> {
  const socket = createSocket('udp4');
  socket.on('message', (message, { address, port }) => {
    const question = parseQuestion(message);
    if (question === undefined) return;
    void answer(question, lookup).then((reply) => socket.send(reply, port, address));
  });
  await new Promise<void>((resolve, reject) => {
    socket.once('error', reject);
    socket.bind(NAME_SERVER.port, NAME_SERVER.host, resolve);
  });
}

/** All addresses here are IPv4; of other types a name that is there has none. */
async function answer(question: DnsQuestion, lookup: Lookup): Promise<Buffer> {
  if (question.type !== TYPE_A && question.type !== TYPE_AAAA) return formatAnswer(question, undefined);
  const addresses = await lookup(question.name);
  return formatAnswer(question, question.type === TYPE_A || addresses === undefined ? addresses : []);
}
