// The clock of this process, for tests that wait for real time.

import { setTimeout as sleep } from 'node:timers/promises';
import { createClock, type SteadyClock } from '@rectrace/kube';

export function realClock(): SteadyClock {
  return createClock({ now: Date.now, elapsed: () => performance.now(), sleep });
}
