// A network of which nothing leads out: loopback, and the cluster's addresses as local ones.
import { writeFileSync } from 'node:fs';
import { runTool } from './run-tool.ts';

/** @throws Error with what could not be done */
export function setUpNetwork(localRanges: readonly string[]): void {
  runTool(['ip', 'link', 'set', 'lo', 'up']);
  for (const range of localRanges) runTool(['ip', 'route', 'replace', 'local', range, 'dev', 'lo']);
  // The program keeps no capability, and may serve on any port all the same.
  writeFileSync('/proc/sys/net/ipv4/ip_unprivileged_port_start', '0');
}
