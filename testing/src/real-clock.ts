// The clock of this process, for tests that wait for real time.

import { setTimeout as sleep } from 'node:timers/promises';
import { type Clock, createClock } from '@rectrace/kube';

export function realClock(): Clock {
  return createClock({ now: Date.now, sleep });
}
