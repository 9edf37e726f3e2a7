// What is printed while following: one change, one turn of a cycle or one gap, each as it happens.

import type { Change, Cycle, Gap, ObjectStates } from '@rectrace/trace';
import { omittedRequestsText, requestText } from './cause-text.ts';
import { changeClock, changeMark, changeSays, writerText } from './change-row.ts';
import { cleanLine } from './clean-text.ts';
import { afterLength, cycleCause } from './cycle-text.ts';
import { cutMiddle, padEnd, textWidth } from './glyph-width.ts';
import type { Line } from './line.ts';
import { span } from './line.ts';
import type { Mark } from './mark.ts';
import { shapeOf, toneOf } from './mark.ts';
import { objectName } from './object-name.ts';
import { layoutParagraph } from './paragraph.ts';
import type { TimeFormat } from './time-format.ts';
import { RUNS_BACK, runsBack } from './time-order.ts';
import { toldClock } from './told-clock.ts';

/** width: columns of the device, undefined = without end (one line each). */
export type WatchLineOptions = { readonly time: TimeFormat; readonly home: string; readonly width?: number | undefined };

/** states: what readiness goes by. latest: the latest time shown so far, as of time-order.ts. */
export type ChangeLineOptions = WatchLineOptions & { readonly states: ObjectStates; readonly latest?: number };

/** A turn of a cycle as the recorder tells it. */
export type CycleTurn = 'opened' | 'requested' | 'reached' | 'resumed' | 'closed' | 'revised' | 'withdrawn';

const OBJECT_WIDTH = 32;
const NARROW = 80;
const VERY_NARROW = 60;

/** The change on one line where there is room, else its text below it. */
export function changeLines(change: Change, { time, home, states, width, latest }: ChangeLineOptions): readonly Line[] {
  const mark = changeMark(change);
  const clock = clockText(changeClock(change, time), width);
  const behind = latest !== undefined && runsBack(change, latest) ? RUNS_BACK : ' ';
  const head = `${clock}${behind}${shapeOf(mark)} `;
  const name =
    width === undefined ? objectName(change.ref, home) : cutMiddle(objectName(change.ref, home), Math.max(12, width - textWidth(head)));
  const writer = ` (${writerText(change)})`;
  const tone = mark === 'noise' ? 'faint' : undefined;
  const textTone = mark === 'warning' ? 'bad' : tone;
  const says = changeSays(change, { states });
  const fits = width === undefined || textWidth(head) + Math.max(OBJECT_WIDTH, textWidth(name)) + 2 + textWidth(says + writer) <= width;
  const lead = [span(clock, 'faint'), span(`${behind}${shapeOf(mark)} `, toneOf(mark))];
  if (fits) return [[...lead, span(`${padEnd(name, OBJECT_WIDTH)}  `, tone), span(says, textTone), span(writer, 'faint')]];
  return [[...lead, span(name, tone)], ...layoutParagraph(says + writer, { label: '    ', width: width ?? NARROW, tone: textTone })];
}

/** The turn with what caused it or how long it took. now: time of a turn that the cycle itself does not tell. */
export function cycleTurnLines(
  cycle: Cycle,
  options: WatchLineOptions & { readonly turn: CycleTurn; readonly now?: number },
): readonly Line[] {
  const { mark, text, at } = turnOf(cycle, options.turn, options.now ?? cycle.start.time);
  const label = `${clockText(toldClock(options.time, { at, toTheSecond: true }), options.width)} ${shapeOf(mark)} `;
  return layoutParagraph(text, { label, labelTone: toneOf(mark), tone: 'strong', width: options.width });
}

/** What a cycle was asked for between its first request and the next that is kept, by number. at: when the next one came. */
export function omittedRequestsLines(cycle: Cycle, options: WatchLineOptions & { readonly at: number }): readonly Line[] {
  const text = omittedRequestsText(cycle);
  if (text === undefined) return [];
  const label = `${clockText(toldClock(options.time, { at: options.at, toTheSecond: true }), options.width)} ${shapeOf('request')} `;
  return layoutParagraph(`cycle ${cycle.number}: ${text}`, { label, labelTone: toneOf('request'), tone: 'faint', width: options.width });
}

/** A gap, with the versions between which revisions may be missing. */
export function gapLines(gap: Gap, options: WatchLineOptions): readonly Line[] {
  const label = `${clockText(options.time.clock(gap.receivedAt), options.width)} ${shapeOf('gap')} `;
  return layoutParagraph(gapText(gap, options.home), { label, labelTone: 'bad', tone: 'bad', width: options.width });
}

/** 'gap in Pod/web-0 between revisions 12 and 40: reason'. */
export function gapText(gap: Gap, home: string): string {
  const what = gap.ref === undefined ? gap.scope : objectName(gap.ref, home);
  const between = gap.from === '' ? `before revision ${gap.to}` : `between revisions ${gap.from} and ${gap.to}`;
  return `gap in ${what} ${between}: ${gap.reason}`;
}

/** Seconds are enough where there is little room. */
function clockText(clock: string, width: number | undefined): string {
  return width !== undefined && width < VERY_NARROW ? clock.slice(0, 8) : clock;
}

type Turn = { readonly mark: Mark; readonly text: string; readonly at: number };

function turnOf(cycle: Cycle, turn: CycleTurn, now: number): Turn {
  const name = `cycle ${cycle.number}`;
  const request = cycle.requests.at(-1);
  const end = cycle.end?.time ?? cycle.start.time;
  switch (turn) {
    case 'opened':
      return { mark: 'opened', text: `${name} ${startText(cycle)}: ${cycleCause(cycle)}`, at: cycle.start.time };
    case 'requested':
      return {
        mark: 'request',
        text: `${name} is asked for more: ${request === undefined ? '' : cleanLine(requestText(request, cycle))}`,
        at: request?.time ?? cycle.start.time,
      };
    case 'reached':
      return { mark: 'reached', text: `${name} reached its end ${afterLength(cycle)}, if it holds`, at: end };
    case 'resumed':
      return { mark: 'opened', text: `${name} goes on: the end did not hold`, at: now };
    case 'closed':
      return { mark: 'closed', text: `${name} ended ${afterLength(cycle)}`, at: end };
    case 'withdrawn':
      return { mark: 'opened', text: `${name} taken back: what came late shows that there was none`, at: now };
    case 'revised':
      return { mark: 'opened', text: `${name} corrected: ${cycleCause(cycle)}, ${cycle.state}`, at: now };
  }
}

function startText({ start }: Cycle): string {
  if (start.noLater === true) return 'had started by then, nobody saw when';
  return start.noEarlier === true ? 'starts then or later, nobody saw when' : 'starts';
}
