import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Change } from '../change.ts';
import { mergeTails, tailOf } from './merge-tails.ts';

/** A change of a version; equal versions of different names stand at one place. */
const change = (version: number, name: number): Change =>
  ({ id: `${version}/${name}`, position: { epoch: 0, version: String(version), offset: 0 } }) as Change;

test('changes of several roots come in one order, each once; at one place those of the earlier root come first', () => {
  const root = fc.array(fc.tuple(fc.nat(20), fc.nat(2)), { maxLength: 20 });
  fc.assert(
    fc.property(fc.array(root, { maxLength: 8 }), (roots) => {
      const changes = roots.map((pairs) => pairs.map(([version, name]) => change(version, name)).sort(byVersion));
      const tails = changes.flatMap((own, order) => tailOf(own, order) ?? []);
      const merged = [...mergeTails(tails)].map(({ id }) => id);
      const wanted = [...new Map(changes.flat().map((one) => [one.id, one])).values()].sort(byVersion).map(({ id }) => id);
      expect(merged).toEqual(wanted);
    }),
  );
});

function byVersion(left: Change, right: Change): number {
  return Number(left.position.version) - Number(right.position.version);
}
