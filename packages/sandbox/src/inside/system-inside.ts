// The program that `unshare` starts as process 1 of a sandbox.
import { Socket } from 'node:net';
import { InnerSide } from './inner-side.ts';

const CHANNEL = 3;

new InnerSide({
  channel: new Socket({ fd: CHANNEL, readable: true, writable: true }),
  onAlone: () => process.exit(0),
  after: (ms, act) => void setTimeout(act, ms),
});
