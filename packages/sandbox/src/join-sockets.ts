// Two connections that become one.
import type { Socket } from 'node:net';

/** What ends or breaks on one side does so on the other. Both allow half-open connections. */
export function joinSockets(near: Socket, far: Socket): void {
  for (const [from, to] of [
    [near, far],
    [far, near],
  ] as const) {
    from.setNoDelay(true);
    from.pipe(to);
    from.on('error', () => to.destroy());
    from.on('close', (broken) => (broken ? to.destroy() : to.end()));
  }
}
