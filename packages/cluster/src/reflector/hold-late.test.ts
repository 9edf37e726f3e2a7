import { SteppedClock } from '@rectrace/testing';
import type { RecorderMessage } from '@rectrace/trace';
import { expect, test } from 'vitest';
import { describeMessage } from '../testing/reflection.ts';
import { widget } from '../testing/scripted-collection.ts';
import { holdLate } from './hold-late.ts';
import type { Outcome } from './reflector-state.ts';

const SCOPE = { group: 'example.org', resource: 'widgets', namespace: 'plain' };
const CLOSED: Outcome = { kind: 'closed', progressed: true, livedMs: 1 };

function message(version: number, by: 'lateWatch' | 'watch'): RecorderMessage {
  return { kind: 'Observed', type: 'Modified', scope: SCOPE, object: widget({ name: 'a', uid: 'u', version }), by, receivedAt: 0 };
}

type Source = (clock: SteppedClock) => AsyncGenerator<RecorderMessage, Outcome>;

/** What came by when; 'end' for an end in order, else the failure. */
async function heldFrom(source: Source): Promise<readonly string[]> {
  const clock = new SteppedClock(0);
  const told: string[] = [];
  const reading = (async (): Promise<string> => {
    const messages = holdLate(source(clock), { clock, signal: new AbortController().signal });
    for (let step = await messages.next(); ; step = await messages.next()) {
      if (step.done === true) return 'end';
      told.push(`${clock.now()} ${describeMessage(step.value)}`);
    }
  })();
  const ended = reading.catch((error: Error) => error.message);
  await clock.advance(1_000);
  return [...told, await ended];
}

test('a burst is held until the first message that is not late', async () => {
  const source: Source = async function* (clock) {
    yield message(1, 'lateWatch');
    await clock.after(50, {});
    yield message(2, 'lateWatch');
    await clock.after(50, {});
    yield message(3, 'watch');
    await clock.after(50, {});
    return CLOSED;
  };
  expect(await heldFrom(source)).toEqual(['100 Modified a@1 lateWatch', '100 Modified a@2 lateWatch', '100 Modified a@3', 'end']);
});

test('a pause ends a burst, and nothing that comes later is lost', async () => {
  const source: Source = async function* (clock) {
    yield message(1, 'lateWatch');
    await clock.after(500, {});
    yield message(2, 'watch');
    return CLOSED;
  };
  expect(await heldFrom(source)).toEqual(['100 Modified a@1 lateWatch', '500 Modified a@2', 'end']);
});

test('what is held is told before an end, and before a failure', async () => {
  const burst = async function* (): AsyncGenerator<RecorderMessage, void> {
    yield message(1, 'lateWatch');
    yield message(2, 'lateWatch');
  };
  const held = ['0 Modified a@1 lateWatch', '0 Modified a@2 lateWatch'];
  const ending: Source = async function* () {
    yield* burst();
    return CLOSED;
  };
  const failing: Source = async function* () {
    yield* burst();
    throw new Error('cut');
  };
  expect([await heldFrom(ending), await heldFrom(failing)]).toEqual([
    [...held, 'end'],
    [...held, 'cut'],
  ]);
});
