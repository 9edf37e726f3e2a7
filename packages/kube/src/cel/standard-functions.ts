// All functions an expression may call: CEL's own and the libraries that Kubernetes 1.35 adds to it. The authorizer is left out: an expression
// sees an object, not a request; those of admission have it from a library of their own.

import type { CelValue, Outcome } from './cel-value.ts';
import { failure } from './cel-value.ts';
import { arithmeticFunctions } from './functions/arithmetic.ts';
import { collectionFunctions } from './functions/collection.ts';
import { comparisonFunctions } from './functions/comparison.ts';
import { conversionFunctions } from './functions/conversion.ts';
import { namedFormatFunctions } from './functions/named-format.ts';
import { networkFunctions } from './functions/network.ts';
import { optionalFunctions } from './functions/optional.ts';
import { quantityFunctions } from './functions/quantity.ts';
import { regularExpressionFunctions } from './functions/regular-expression.ts';
import { textFunctions } from './functions/text.ts';
import { timeFunctions } from './functions/time.ts';
import { urlFunctions } from './functions/url.ts';
import { versionFunctions } from './functions/version.ts';
import type { CallContext, Overload } from './overload.ts';
import { typeNameOf } from './type-name.ts';

export const FUNCTIONS: ReadonlyMap<string, readonly Overload[]> = Map.groupBy(
  [
    ...arithmeticFunctions,
    ...comparisonFunctions,
    ...conversionFunctions,
    ...textFunctions,
    ...regularExpressionFunctions,
    ...timeFunctions,
    ...optionalFunctions,
    ...quantityFunctions,
    ...urlFunctions,
    ...networkFunctions,
    ...namedFormatFunctions,
    ...versionFunctions,
    ...collectionFunctions(add),
  ],
  (overload) => overload.name,
);

export type FunctionCall = { readonly name: string; readonly style: Overload['style']; readonly values: readonly CelValue[] };

/** Calls the first overload that takes the values. */
export function callFunction({ name, style, values }: FunctionCall, context: CallContext): Outcome {
  for (const overload of FUNCTIONS.get(name) ?? context.library?.get(name) ?? []) {
    if (overload.style !== style || overload.parameters.length !== values.length) continue;
    const outcome = overload.call(values, context);
    if (outcome !== undefined) return outcome;
  }
  return failure(`${formatFunctionName(name)} cannot take ${values.map(typeNameOf).join(', ') || 'no arguments'}`, 'no such overload');
}

/** A function as messages name it: operators in quotes. */
export function formatFunctionName(name: string): string {
  if (name === '-_') return "'-'";
  return /^[A-Za-z]/.test(name) && name !== 'in' ? `${name}()` : `'${name}'`;
}

function add(left: CelValue, right: CelValue, context: CallContext): Outcome {
  return callFunction({ name: '+', style: 'function', values: [left, right] }, context);
}
