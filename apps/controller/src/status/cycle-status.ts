// The latest cycle as the trace API shows it.

import { formatTime } from '@rectrace/kube';
import type { Cycle, CycleState, ToldTime } from '@rectrace/trace';
import { knownTime } from '@rectrace/trace';
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
    ...presentFields({ startTime: timeOf(start), endTime: timeOf(end) }),
    cause: { kind, text: causeText(cause), ...presentFields({ writer }), objectReference: objectReference(ref, '') },
    ...(requests.length === 0 ? {} : { requests: requests.map((request) => requestStatus(request, cycle)) }),
  };
}

function requestStatus(request: Cycle['requests'][number], cycle: Cycle): CycleRequestStatus {
  const { kind, writer } = request;
  return { kind, ...presentFields({ time: timeOf(request) }), text: requestText(request, cycle), ...presentFields({ writer }) };
}

function timeOf(instant: ToldTime | undefined): string | undefined {
  const time = knownTime(instant);
  return time === undefined ? undefined : formatTime(time);
}
