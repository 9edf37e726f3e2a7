import { SteppedClock } from '@rectrace/testing';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { AnswerGarbled, ApiError, ConnectionCut } from '../errors.ts';
import type { WrittenRevision } from '../faults/ledger.ts';
import { reckon } from '../faults/ledger.ts';
import { Reflection } from '../testing/reflection.ts';
import type { Entry } from '../testing/scripted-collection.ts';
import { EXPIRED, ScriptedCollection, TOO_LARGE } from '../testing/scripted-collection.ts';

const AT = { method: 'GET', path: '/widgets' };
const FAULTS: { readonly [name: string]: () => Error } = {
  cut: () => new ConnectionCut('cut'),
  garbled: () => new AnswerGarbled('garbled'),
  expired: () => new ApiError(EXPIRED, AT),
  tooLarge: () => new ApiError(TOO_LARGE, AT),
  internal: () => new ApiError({ code: 500, reason: 'InternalError', message: 'boom' }, AT),
  busy: () => new ApiError({ code: 429, reason: 'TooManyRequests', message: 'busy', retryAfterSeconds: 1 }, AT),
  forbidden: () => new ApiError({ code: 403, reason: 'Forbidden', message: 'forbidden' }, AT),
  absent: () => new ApiError({ code: 404, reason: 'NotFound', message: 'absent' }, AT),
};

type Step =
  | { readonly kind: 'write' | 'remove'; readonly name: string }
  | { readonly kind: 'skip' | 'pass'; readonly amount: number }
  | { readonly kind: 'endWatches' | 'failWatch' | 'failList'; readonly fault: string }
  | { readonly kind: 'bookmark' | 'kill' | 'forget' | 'compact' | 'close' };

const names = fc.constantFrom('a', 'b', 'c', 'd');
const faults = fc.constantFrom(...Object.keys(FAULTS));
const steps: fc.Arbitrary<Step> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ kind: fc.constant('write' as const), name: names }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('remove' as const), name: names }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('skip' as const), amount: fc.integer({ min: 1, max: 20 }) }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('pass' as const), amount: fc.constantFrom(0, 50, 500, 10_000, 100_000) }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constantFrom('endWatches' as const, 'failWatch' as const, 'failList' as const), fault: faults }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constantFrom('bookmark' as const, 'kill' as const, 'forget' as const, 'compact' as const, 'close' as const),
    }),
  },
);

async function take(step: Step, { server, clock }: { readonly server: ScriptedCollection; readonly clock: SteppedClock }): Promise<void> {
  switch (step.kind) {
    case 'write':
      server.write(step.name);
      return;
    case 'remove':
      server.remove(step.name);
      return;
    case 'skip':
      server.skip(step.amount);
      return;
    case 'pass':
      await clock.advance(step.amount);
      return;
    case 'endWatches':
      server.cut(FAULTS[step.fault]!());
      return;
    case 'failWatch':
      server.failWatches(FAULTS[step.fault]!());
      return;
    case 'failList':
      server.failLists(FAULTS[step.fault]!());
      return;
    case 'bookmark':
      server.bookmark();
      return;
    case 'kill':
      server.kill();
      return;
    case 'forget':
      server.forget();
      return;
    case 'compact':
      server.compact();
      return;
    case 'close':
      server.cut('close');
      return;
  }
}

function toWritten({ type, object, version }: Entry): WrittenRevision {
  const { name, uid = '' } = object.metadata;
  return { type: type.toUpperCase() as WrittenRevision['type'], name, uid, resourceVersion: String(version) };
}

test('whatever happens, every revision is told once or lies in a gap, and a gap has its reason', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(steps, { maxLength: 60 }), fc.constantFrom(0, 3_000), async (script, searchMs) => {
      const clock = new SteppedClock(0);
      const server = new ScriptedCollection(clock);
      server.write('a');
      server.write('b');
      await using r = new Reflection({ clock, server, walkBack: { maxRevisionsPerObject: 1_000, concurrency: 4, searchMs } });
      await clock.settle();
      const listed = server.version;
      for (const step of script) await take(step, { server, clock });
      server.write('a');
      await clock.advance(3_600_000);
      const written = server.history.filter(({ version }) => version > listed).map(toWritten);
      const { unexplained, doubled, invented, recorded, inGaps, cameAndWent, examples } = reckon(written, r.messages);
      expect(examples).toEqual([]);
      expect({ unexplained, doubled, invented, all: recorded + inGaps }).toEqual({
        unexplained: 0,
        doubled: 0,
        invented: 0,
        all: written.length,
      });
      const refused = script.some((step) => step.kind === 'compact' || (step.kind === 'failList' && step.fault === 'expired'));
      if (!refused) expect(inGaps).toBe(cameAndWent);
      if (!refused && searchMs > 0) expect(inGaps).toBe(0);
    }),
    { numRuns: 300 },
  );
});
