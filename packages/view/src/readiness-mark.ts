// The mark that a readiness is shown with: what is on its way is told apart from what is in trouble.

import type { Readiness } from '@rectrace/trace';
import type { Mark } from './mark.ts';

const ON_ITS_WAY: ReadonlySet<string> = new Set([
  'ContainerCreating',
  'ContainersNotReady',
  'Creating',
  'NotObserved',
  'NotTriggerScaleUp',
  'Pending',
  'PodInitializing',
  'Progressing',
  'Starting',
  'Stopping',
  'Terminating',
  'Updating',
]);

/** none: the kind has no such notion. */
export function readinessMark({ ready, reason, status }: Readiness): Mark {
  switch (ready) {
    case 'True':
      return 'ready';
    case '-':
      return status === 'Terminating' ? 'busy' : 'none';
    case 'Unknown':
      return 'unknown';
    case 'False':
      return ON_ITS_WAY.has(reason) || (reason === '' && ON_ITS_WAY.has(status)) ? 'busy' : 'notReady';
  }
}

/** True for what somebody may wait for: not ready, or asked to go and still there. */
export function isWaiting(readiness: Readiness): boolean {
  return readiness.ready === 'False' || readiness.ready === 'Unknown' || readiness.status === 'Terminating';
}
