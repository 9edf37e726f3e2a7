import type { KubeObject } from '@rectrace/kube';
import { builtinRules, type RecorderMessage } from '@rectrace/trace';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CASE_START } from './case-message.ts';
import { countRevisionsIn } from './independent-count.mjs';
import { revisionsOf } from './recording-result.ts';
import { parseRootName } from './root-name.ts';
import { tellHistory } from './tell-history.ts';

const ROOT = 'ConfigMap/plain/o0';
const OBJECTS = 9;
const telling = { rules: builtinRules(), target: parseRootName(ROOT) };

type Plan = { readonly owner: number; readonly joinsLate: boolean; readonly sights: readonly number[] };

/** By object its owner (an earlier one), whether it has it from the start, and when it is seen to come, to change and to go. */
const plans: fc.Arbitrary<readonly Plan[]> = fc.tuple(
  ...Array.from({ length: OBJECTS }, (_, index) =>
    fc.record({
      owner: fc.nat(Math.max(index - 1, 0)),
      joinsLate: fc.boolean(),
      sights: fc.uniqueArray(fc.nat(10_000), { minLength: 1, maxLength: 4 }).map((times) => times.sort((left, right) => left - right)),
    }),
  ),
);

function messagesOf(planned: readonly Plan[]): readonly RecorderMessage[] {
  const sights = planned.flatMap(({ owner, joinsLate, sights: times }, index) =>
    times.map((time, turn) => ({
      time,
      index,
      turn,
      owner: index === 0 || (joinsLate && turn === 0) ? undefined : owner,
      last: times.length > 2 && turn === times.length - 1,
    })),
  );
  return sights
    .sort((left, right) => left.time - right.time)
    .map(({ index, turn, owner, last }, place) => ({
      kind: 'Observed',
      type: typeOf({ turn, last }),
      scope: { group: '', resource: 'configmaps', namespace: 'plain' },
      object: configMap(index, { owner, version: 100 + place }),
      by: 'watch',
      receivedAt: CASE_START + place * 3_000,
    }));
}

function typeOf({ turn, last }: { readonly turn: number; readonly last: boolean }): 'Added' | 'Modified' | 'Deleted' {
  if (last) return 'Deleted';
  return turn === 0 ? 'Added' : 'Modified';
}

function configMap(index: number, { owner, version }: { readonly owner: number | undefined; readonly version: number }): KubeObject {
  const ownerReferences = owner === undefined ? [] : [{ apiVersion: 'v1', kind: 'ConfigMap', name: `o${owner}`, uid: `u${owner}` }];
  const metadata = { name: `o${index}`, namespace: 'plain', uid: `u${index}`, resourceVersion: String(version), ownerReferences };
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata, data: { at: String(version) } };
}

test('whatever order owners and owned come and go in, the revisions are those that an independent count finds', async () => {
  const property = fc.asyncProperty(plans, async (planned) => {
    const messages = messagesOf(planned);
    const objects = messages.flatMap((message) => (message.kind === 'Observed' ? [message.object] : []));
    expect(revisionsOf(await tellHistory(messages, telling))).toBe(countRevisionsIn(objects, ROOT));
  });
  await fc.assert(property, { seed: 20261130, numRuns: 300 });
}, 120_000);
