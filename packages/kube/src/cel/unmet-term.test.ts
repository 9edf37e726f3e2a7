import { expect, test } from 'vitest';
import type { Json } from '../json.ts';
import { compileExpression } from './compile-expression.ts';
import { evaluate } from './evaluate.ts';
import { unmetTerm } from './unmet-term.ts';

const OBJECT: Json = {
  metadata: { generation: 3, labels: { app: 'web' } },
  spec: { replicas: 3, paused: false },
  status: {
    observedGeneration: 2,
    readyReplicas: 2,
    phase: 'Updating',
    current: 'a',
    next: 'b',
    conditions: [
      { type: 'Available', status: 'True' },
      { type: 'Ready', status: 'False', observedGeneration: 1 },
    ],
  },
};

test.each([
  ['object.?status.?readyReplicas.orValue(0) == object.?spec.?replicas.orValue(1)', 'readyReplicas 2 of 3'],
  ['3 == object.status.readyReplicas', 'readyReplicas 2 of 3'],
  ['object.status.observedGeneration >= object.metadata.generation', 'observedGeneration 2 of 3'],
  ['object.status.readyReplicas < 2', 'readyReplicas 2, more than 2'],
  ['object.status.readyReplicas == 1', 'readyReplicas 2, more than 1'],
  ['object.status.readyReplicas == 1.5', 'readyReplicas 2, more than 1.5'],
  ['has(object.status.phase) && object.status.phase == "Running"', 'phase Updating'],
  ['has(object.status.state) && object.status.state == "Running"', 'state not set'],
  ['object.?status.?state.orValue("") == "Running"', 'state not set'],
  ['object.status.phase != "Updating"', 'phase still Updating'],
  ['object.status.phase in ["Running", "Stopped"]', 'phase Updating'],
  ['object.status.current == object.status.next', 'current a, not b'],
  ['object.spec.paused', 'paused false'],
  ['object.?spec.?suspended.orValue(false)', 'suspended false'],
  ['object.metadata.labels["app"] == "db"', 'app web'],
  ['object.spec.paused ? true : object.status.readyReplicas == 3', 'readyReplicas 2 of 3'],
  ['object.status.phase == "Running" || object.status.readyReplicas == 3', 'phase Updating and readyReplicas 2 of 3'],
  ['object.status.conditions.exists(c, c.type == "Ready" && c.status == "True")', 'condition Ready: status False'],
  [
    'object.status.conditions.exists(c, c.type == "Available" && c.?observedGeneration.orValue(1) >= 3)',
    'condition Available: observedGeneration 1 of 3',
  ],
  ['object.status.conditions.exists(c, c.type == "Synced" && c.status == "True")', 'no condition Synced'],
  ['object.?status.?items.orValue([]).exists(i, i.name == "x")', 'no item x'],
  ['object.status.conditions.all(c, c.status == "True")', 'a condition: status False'],
  ['1 > 2', undefined],
  ['false', undefined],
])('%s waits for %s', (text, waits) => {
  const compiled = compileExpression(text);
  if (compiled.kind === 'invalid') throw new Error(compiled.error.message);
  expect(evaluate(compiled.expression, OBJECT).kind).toBe('false');
  expect(unmetTerm(compiled.expression, OBJECT)).toBe(waits);
});
