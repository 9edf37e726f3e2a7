// The latest cycle as the trace API shows it.

import { formatTime } from '@rectrace/kube';
import type { Cycle, CycleState } from '@rectrace/trace';
import type { CycleRequestStatus, CycleStatus } from '@rectrace/trace-api';
import { causeText, requestText } from '@rectrace/view';
import { presentFields } from '../present-fields.ts';
import { objectReference } from './object-reference.ts';

const STATES: { readonly [state in CycleState]: CycleStatus['state'] } = { open: 'Open', reached: 'Reached', closed: 'Closed' };

export function cycleStatus(cycle: Cycle): CycleStatus {
  const { number, state, start, end, cause, requests } = cycle;
  const { kind, writer, ref } = cause;
  return {
    number,
    state: STATES[state],
    startTime: formatTime(start.time),
    ...(end === undefined ? {} : { endTime: formatTime(end.time) }),
    cause: { kind, text: causeText(cause), ...presentFields({ writer }), objectReference: objectReference(ref, '') },
    ...(requests.length === 0 ? {} : { requests: requests.map((request) => requestStatus(request, cycle)) }),
  };
}

function requestStatus(request: Cycle['requests'][number], cycle: Cycle): CycleRequestStatus {
  const { kind, time, writer } = request;
  return { kind, time: formatTime(time), text: requestText(request, cycle), ...presentFields({ writer }) };
}
