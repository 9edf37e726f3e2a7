// Chooses the overloads of a call by the types of its arguments; says how a function is written where none fits.

import type { ExpressionFault } from './expression-fault.ts';
import { fault } from './expression-fault.ts';
import type { CallNode } from './expression-node.ts';
import { fieldsText } from './name-hint.ts';
import type { Overload } from './overload.ts';
import { FUNCTIONS, formatFunctionName } from './standard-functions.ts';
import type { StaticType } from './static-type.ts';
import { DYN, formatType, QUANTITY, STRING, unlessNull } from './static-type.ts';
import { fits, substitute } from './unify-types.ts';

const CONDITION_HINT = 'a condition compares something: object.status.readyReplicas == 3';
const CONVERT_HINT = 'convert one of them with int(), double(), string() or quantity()';
const OPTIONAL_HINT = 'say what an absent value counts as: object.?status.?phase.orValue("")';
const QUANTITY_HINT = 'quantities have isLessThan(), isGreaterThan(), compareTo(), add() and sub(); both sides of == are quantities';

/** The type of a call's result (dyn where several overloads fit and differ), or the fault of a call that cannot work. */
export function checkCallTypes(node: CallNode, argumentTypes: readonly StaticType[]): StaticType | ExpressionFault {
  const named = FUNCTIONS.get(node.name) ?? [];
  const candidates = named.filter((overload) => overload.style === node.style && overload.parameters.length === argumentTypes.length);
  const results = candidates.flatMap((overload) => resultType(overload, argumentTypes) ?? []);
  const [first] = results;
  if (first === undefined) return mismatch(node, { named, candidates, argumentTypes });
  return results.every((result) => formatType(result) === formatType(first)) ? first : DYN;
}

function resultType(overload: Overload, argumentTypes: readonly StaticType[]): StaticType | undefined {
  const bindings = new Map<string, StaticType>();
  const all = argumentTypes.every((type, index) => fits(overload.parameters[index] ?? DYN, type, bindings));
  return all ? substitute(overload.result, bindings) : undefined;
}

type Mismatch = {
  readonly named: readonly Overload[];
  readonly candidates: readonly Overload[];
  readonly argumentTypes: readonly StaticType[];
};

function mismatch(node: CallNode, { named, candidates, argumentTypes }: Mismatch): ExpressionFault {
  const name = formatFunctionName(node.name);
  if (candidates.length > 0)
    return fault(node.at, `${name} cannot take ${argumentTypes.map(formatType).join(', ')}`, hintForTypes(node, candidates, argumentTypes));
  const sameStyle = named.filter((overload) => overload.style === node.style);
  if (sameStyle.length === 0) return fault(node.at, `${name} is called differently`, `write ${usage(named)}`);
  const given = node.style === 'method' ? argumentTypes.length - 1 : argumentTypes.length;
  return fault(node.at, `${name} does not take ${given} arguments`, `write ${usage(sameStyle)}`);
}

function hintForTypes(node: CallNode, candidates: readonly Overload[], argumentTypes: readonly StaticType[]): string {
  if (argumentTypes.some((type) => type.kind === 'optional')) return OPTIONAL_HINT;
  const known = argumentTypes.map(unlessNull).find((type) => type.kind === 'object');
  if (known?.kind === 'object') return `name a field of ${known.name}: ${fieldsText(known.fields)}`;
  if (/^[A-Za-z]/.test(node.name) && node.name !== 'in') return `write ${usage(candidates)}`;
  if (node.name === 'in' && argumentTypes.every((type) => type === STRING)) return 'write "text".contains("part")';
  if (argumentTypes.includes(QUANTITY)) return QUANTITY_HINT;
  return node.name === '!' ? CONDITION_HINT : CONVERT_HINT;
}

/** How a function is written, e.g. string.contains(string). */
function usage(overloads: readonly Overload[]): string {
  const forms = overloads.map(({ name, style, parameters }) => {
    const [receiver, ...rest] = parameters.map(formatType);
    return style === 'method' ? `${receiver}.${name}(${rest.join(', ')})` : `${name}(${parameters.map(formatType).join(', ')})`;
  });
  return [...new Set(forms)].slice(0, 3).join(' or ');
}
