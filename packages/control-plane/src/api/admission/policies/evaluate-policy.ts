// What a policy says of one request, with one of its parameters.
import type { AdmissionBindings, AdmissionResult } from '@rectrace/kube';
import { AdmissionActivation } from '@rectrace/kube';
import { CONDITIONS_BUDGET, EXHAUSTED, judge, judgeConditions } from '../expressions/match-conditions.ts';
import type { Policy, Validation } from './policy.ts';

/** Why the request is not as it should be. `reason`: '' where that can't be known. */
export type Violation = {
  readonly message: string;
  readonly reason: string /** Of the validation; absent where it is none's. */;
  readonly index?: number;
};

/** What the audit log is to say. */
export type Annotation = { readonly key: string; readonly value: string };

/** `violations`: what the actions of the binding are taken for; `denials`: what is refused whatever they are. */
export type PolicyOutcome = {
  readonly violations: readonly Violation[];
  readonly denials: readonly Violation[];
  readonly annotations: readonly Annotation[];
};

const NOTHING: PolicyOutcome = { violations: [], denials: [], annotations: [] };
const BUDGET = 10_000_000;
const MOST_MESSAGE_BYTES = 5 * 1024;
const MOST_ANNOTATION = 10 * 1024;

export function evaluatePolicy(policy: Policy, bindings: AdmissionBindings): PolicyOutcome {
  const { conditions, variables, ignoresFailures, validations } = policy;
  const activate = (budget: number): AdmissionActivation => new AdmissionActivation({ bindings, variables, budget });
  const met = judgeConditions(conditions, activate(CONDITIONS_BUDGET));
  if (met.kind === 'unmet') return NOTHING;
  const failed = (message: string): readonly Violation[] => (ignoresFailures ? [] : [{ message, reason: '' }]);
  // A condition that fails under Ignore leaves the request alone.
  if (met.kind === 'failed') return { ...NOTHING, violations: failed(met.message) };
  const activation = activate(BUDGET);
  const results = validations.map(({ expression }) => judge(expression, activation));
  if (results.some(({ kind }) => kind === 'exhausted')) return { ...NOTHING, violations: failed(EXHAUSTED) };
  const messages = activate(activation.left);
  const texts = validations.map(({ messageExpression }) =>
    messageExpression === undefined ? undefined : judge(messageExpression, messages),
  );
  const violations = results.flatMap((result, index): readonly Violation[] => {
    if (result.kind === 'failed') return at(index, failed(result.message));
    if (texts.some((text) => text?.kind === 'exhausted')) return at(index, failed(`failed messageExpression: ${EXHAUSTED}`));
    const validation = validations[index];
    if (validation === undefined || (result.kind === 'bool' && result.value)) return [];
    return [{ message: messageOf(validation, texts[index]), reason: validation.reason || 'Invalid', index }];
  });
  return annotated(policy, { activation: activate(BUDGET), violations, failed });
}

function at(index: number, violations: readonly Violation[]): readonly Violation[] {
  return violations.map((violation) => ({ ...violation, index }));
}

/** What the validation's expression for it says, else its message, else the expression that is not true. */
function messageOf({ message, expression }: Validation, evaluated: AdmissionResult | undefined): string {
  const text = evaluated?.kind === 'text' ? evaluated.value.trim() : '';
  if (text !== '' && !text.includes('\n') && new TextEncoder().encode(text).length <= MOST_MESSAGE_BYTES) return text;
  return message === '' ? `failed expression: ${expression.text.trim()}` : message;
}

type Annotating = {
  readonly activation: AdmissionActivation;
  readonly violations: readonly Violation[];
  readonly failed: (message: string) => readonly Violation[];
};

/** An annotation that can't be worked out refuses the request; one that is empty is left out. */
function annotated({ annotations }: Policy, { activation, violations, failed }: Annotating): PolicyOutcome {
  const results = annotations.map(({ expression }) => judge(expression, activation));
  if (results.some(({ kind }) => kind === 'exhausted')) return { ...NOTHING, violations: failed(EXHAUSTED) };
  return {
    violations,
    denials: results.flatMap((result) => (result.kind === 'failed' ? failed(result.message) : [])),
    annotations: results.flatMap((result, index) => annotationOf(annotations[index]?.key ?? '', result)),
  };
}

function annotationOf(key: string, result: AdmissionResult): readonly Annotation[] {
  const value = result.kind === 'text' ? result.value.trim() : '';
  return value === '' ? [] : [{ key, value: value.slice(0, MOST_ANNOTATION) }];
}
