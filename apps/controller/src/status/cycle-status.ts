// The latest cycle as the trace API shows it.

import { formatTime } from '@rectrace/kube';
import type { Cycle, CycleState } from '@rectrace/trace';
import type { CycleRequestStatus, CycleStatus } from '@rectrace/trace-api';
import { presentFields } from '../present-fields.ts';
import { objectReference } from './object-reference.ts';

const STATES: { readonly [state in CycleState]: CycleStatus['state'] } = { open: 'Open', reached: 'Reached', closed: 'Closed' };

export function cycleStatus({ number, state, start, end, cause, requests }: Cycle): CycleStatus {
  const { kind, text, writer, ref } = cause;
  return {
    number,
    state: STATES[state],
    startTime: formatTime(start.time),
    ...(end === undefined ? {} : { endTime: formatTime(end.time) }),
    cause: { kind, text, ...presentFields({ writer }), objectReference: objectReference(ref, '') },
    ...(requests.length === 0 ? {} : { requests: requests.map(requestStatus) }),
  };
}

function requestStatus({ kind, time, text, writer }: Cycle['requests'][number]): CycleRequestStatus {
  return { kind, time: formatTime(time), text, ...presentFields({ writer }) };
}
