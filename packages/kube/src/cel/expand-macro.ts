// Macros: calls whose arguments are not values but a variable's name and expressions over it, and has().

import type { ExpressionFault } from './expression-fault.ts';
import { fault } from './expression-fault.ts';
import type { Macro, Node } from './expression-node.ts';

export type MacroCall = {
  readonly name: string;
  readonly at: number;
  readonly mark: number;
  readonly receiver: Node | undefined;
  readonly arguments: readonly Node[];
};

/** How many variables and expressions a macro takes. */
type Shape = { readonly macro: Macro; readonly variables: 1 | 2; readonly expressions: 1 | 2 };

const SHAPES: { readonly [name: string]: readonly Shape[] } = {
  all: quantifier('all'),
  exists: quantifier('exists'),
  exists_one: quantifier('existsOne'),
  existsOne: quantifier('existsOne'),
  map: [
    { macro: 'map', variables: 1, expressions: 1 },
    { macro: 'map', variables: 1, expressions: 2 },
  ],
  filter: [{ macro: 'filter', variables: 1, expressions: 1 }],
  sortBy: [{ macro: 'sortBy', variables: 1, expressions: 1 }],
  transformList: transformation('transformList'),
  transformMap: transformation('transformMap'),
  transformMapEntry: transformation('transformMapEntry'),
};
const OPTIONAL_MACROS = ['optMap', 'optFlatMap'];
const VARIABLE_HINT = 'the first argument names a variable: object.status.conditions.exists(c, c.type == "Ready")';
const HAS_HINT = 'write has(object.status.phase); for a key of a map, "key" in object.metadata.labels';

/** The names of all macros. */
export const MACRO_NAMES: readonly string[] = ['has', ...Object.keys(SHAPES), ...OPTIONAL_MACROS];

/** The node a macro stands for, a fault in its use, or undefined where the call is no macro. */
export function expandMacro(call: MacroCall): Node | ExpressionFault | undefined {
  if (call.receiver === undefined) return call.name === 'has' ? expandHas(call) : undefined;
  if (OPTIONAL_MACROS.includes(call.name)) return expandOptionalMap(call, call.receiver);
  const shapes = Object.hasOwn(SHAPES, call.name) ? SHAPES[call.name] : undefined;
  return shapes === undefined ? undefined : expandComprehension(call, { receiver: call.receiver, shapes });
}

function quantifier(macro: Macro): readonly Shape[] {
  return [
    { macro, variables: 1, expressions: 1 },
    { macro, variables: 2, expressions: 1 },
  ];
}

function transformation(macro: Macro): readonly Shape[] {
  return [
    { macro, variables: 2, expressions: 1 },
    { macro, variables: 2, expressions: 2 },
  ];
}

function expandHas(call: MacroCall): Node | ExpressionFault {
  const [target] = call.arguments;
  if (call.arguments.length !== 1) return fault(call.at, 'has() takes one argument', HAS_HINT);
  if (target?.kind !== 'select' || target.optional) return fault(target?.at ?? call.at, 'has() takes a field of something', HAS_HINT);
  return { kind: 'has', at: target.at, mark: call.mark, operand: target.operand, field: target.field };
}

function expandOptionalMap(call: MacroCall, operand: Node): Node | ExpressionFault {
  const [variable, body] = call.arguments;
  if (call.arguments.length !== 2 || body === undefined)
    return fault(call.at, `${call.name}() takes a variable and an expression`, VARIABLE_HINT);
  const name = variableName(variable);
  if (typeof name !== 'string') return name;
  return { kind: 'optional-map', at: call.at, mark: call.mark, flat: call.name === 'optFlatMap', operand, variable: name, body };
}

function expandComprehension(
  call: MacroCall,
  options: { readonly receiver: Node; readonly shapes: readonly Shape[] },
): Node | ExpressionFault {
  const shape = options.shapes.find(({ variables, expressions }) => variables + expressions === call.arguments.length);
  if (shape === undefined)
    return fault(call.at, `${call.name}() takes ${countsOf(options.shapes)} arguments, not ${call.arguments.length}`, VARIABLE_HINT);
  const [first, second] = [variableName(call.arguments[0]), variableName(call.arguments[shape.variables - 1])];
  if (typeof first !== 'string') return first;
  if (typeof second !== 'string') return second;
  if (shape.variables === 2 && first === second) return fault(call.at, `both variables are called '${first}'`, 'give them different names');
  const expressions = call.arguments.slice(shape.variables);
  const body = expressions.at(-1);
  if (body === undefined) return fault(call.at, `${call.name}() has no expression`, VARIABLE_HINT);
  const filter = expressions.length === 2 ? expressions[0] : undefined;
  return {
    kind: 'comprehension',
    at: call.at,
    mark: call.mark,
    macro: shape.macro,
    range: options.receiver,
    variables: shape.variables === 2 ? [first, second] : [first],
    filter,
    body,
  };
}

function variableName(node: Node | undefined): string | ExpressionFault {
  if (node?.kind === 'name') return node.name;
  return fault(node?.at ?? 0, 'the name of a variable is missing', VARIABLE_HINT);
}

function countsOf(shapes: readonly Shape[]): string {
  return shapes.map(({ variables, expressions }) => variables + expressions).join(' or ');
}
