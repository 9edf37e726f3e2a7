// matchConditions: expressions that all have to be true for a webhook or a policy to be about a request.
import type {
  AdmissionActivation,
  AdmissionEnvironment,
  AdmissionResult,
  CompiledAdmission,
  InvalidAdmission,
  JsonObject,
} from '@rectrace/kube';
import { compileAdmission, isJsonObject, listAt, stringAt } from '@rectrace/kube';

export type MatchCondition = CompiledAdmission | InvalidAdmission;

/** `failed`: why that can't be known. */
export type ConditionsOutcome =
  | { readonly kind: 'met' }
  | { readonly kind: 'unmet' }
  | { readonly kind: 'failed'; readonly message: string };

/** What the conditions of one webhook or policy may cost together. */
export const CONDITIONS_BUDGET = 2_500_000;

export const EXHAUSTED = 'validation failed due to running out of cost budget, no further validation rules will be run';

export function readConditions(owner: JsonObject, environment: AdmissionEnvironment): readonly MatchCondition[] {
  return listAt(owner, ['matchConditions'])
    .filter(isJsonObject)
    .map((condition) => compileAdmission(stringAt(condition, ['expression']) ?? '', environment, 'condition'));
}

/** One that is false decides, whatever else fails. */
export function judgeConditions(conditions: readonly MatchCondition[], activation: AdmissionActivation): ConditionsOutcome {
  const results = conditions.map((condition) => judge(condition, activation));
  if (results.some(({ kind }) => kind === 'exhausted')) return { kind: 'failed', message: EXHAUSTED };
  if (results.some((result) => result.kind === 'bool' && !result.value)) return { kind: 'unmet' };
  const failures = results.flatMap((result) => (result.kind === 'failed' ? [result.message] : []));
  return failures.length === 0 ? { kind: 'met' } : { kind: 'failed', message: together(failures) };
}

/** What has been stored without checks may be wrong. */
export function judge(expression: MatchCondition, activation: AdmissionActivation): AdmissionResult {
  if (expression.kind === 'compiled') return activation.evaluate(expression);
  return { kind: 'failed', message: `compilation error: ${expression.detail}` };
}

/** Several errors as Go writes them as one. */
function together(messages: readonly string[]): string {
  const distinct = [...new Set(messages)];
  return distinct.length === 1 ? (distinct[0] ?? '') : `[${distinct.join(', ')}]`;
}
