// What Kubernetes 1.35 answers, case by case; testdata/oracle has filled in the answers. A case with `ours` differs on purpose and says why.

import { describe, expect, test } from 'vitest';
import { parseJson } from '../json.ts';
import { checkTypes } from './check-types.ts';
import { outcomeOf } from './evaluate.ts';
import { parseExpression } from './parse-expression.ts';
import { resolveNames } from './resolve-names.ts';
import { CASES, OBJECT } from './testdata/kubernetes-cases.ts';
import { formatOutcome } from './testing/format-outcome.ts';

const object = parseJson(OBJECT);

/** The outcome of an expression of any type; an absent field is an error, as Kubernetes has it. */
function answer(text: string): string {
  const parsed = parseExpression(text);
  const root = parsed.kind === 'fault' ? parsed : resolveNames(parsed, ['object']);
  if (root.kind === 'fault' || checkTypes(root).kind === 'fault') return 'invalid';
  const outcome = outcomeOf({ kind: 'expression', text, variables: ['object'], root }, { object });
  return outcome.kind === 'failure' ? 'error' : formatOutcome(outcome);
}

describe('answers are those of Kubernetes 1.35', () => {
  const areas = Map.groupBy(CASES, (row) => row.area);
  test.each([...areas.keys()])('%s', (area) => {
    const rows = areas.get(area) ?? [];
    const differing = rows.filter((row) => answer(row.expression) !== (row.ours ?? row.kubernetes));
    expect(differing.map((row) => ({ ...row, answer: answer(row.expression) }))).toEqual([]);
    expect(rows.length).toBeGreaterThan(20);
  });

  test('what differs on purpose differs still, and says why', () => {
    const deviations = CASES.filter((row) => row.ours !== undefined);
    expect(deviations.map((row) => row.ours === row.kubernetes)).not.toContain(true);
    expect(deviations.map((row) => row.why ?? '')).not.toContain('');
    expect(deviations).toHaveLength(17);
  });
});
