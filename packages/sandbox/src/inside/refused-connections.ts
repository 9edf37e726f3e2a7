// How often the kernel has refused to send anything because no route leads there, since the network namespace was made.
import { readFileSync } from 'node:fs';

/** Of connections and datagrams, IPv4 and IPv6. */
export function refusedConnections(): number {
  return ipv4(readFileSync('/proc/net/snmp', 'utf8')) + ipv6();
}

/** Two lines: names, values. */
function ipv4(text: string): number {
  const [names = [], values = []] = text
    .split('\n')
    .filter((line) => line.startsWith('Ip: '))
    .map((line) => line.split(' '));
  return Number(values[names.indexOf('OutNoRoutes')]);
}

/** A kernel without IPv6 has no such file, and no such connections. */
function ipv6(): number {
  try {
    return Number(/^Ip6OutNoRoutes\s+(\d+)/m.exec(readFileSync('/proc/net/snmp6', 'utf8'))?.[1]);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return 0;
    throw error;
  }
}
