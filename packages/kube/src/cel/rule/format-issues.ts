// What is wrong with "…".format([…]) where both are written out: the first clause that its value does not fit, or a wrong number of values.

import type { FormatClause } from '../functions/text-format.ts';
import { parseFormat } from '../functions/text-format.ts';
import type { StaticType } from '../static-type.ts';
import type { CallCore, Core } from './core-node.ts';
import type { Issue } from './issue.ts';

type Clause = { readonly words: string; readonly types: readonly string[] };

const ANYTHING = [
  ...['list', 'map', 'int', 'uint', 'double', 'bool', 'string', 'bytes', 'type', 'null_type'],
  ...['google.protobuf.Timestamp', 'google.protobuf.Duration'],
];
const HEX: Clause = {
  words: 'only integers, byte buffers, and strings can be formatted as hex',
  types: ['int', 'uint', 'string', 'bytes'],
};
const CLAUSES: Readonly<Record<string, Clause>> = {
  s: {
    words: 'string clause can only be used on strings, bools, bytes, ints, doubles, maps, lists, types, durations, and timestamps',
    types: ANYTHING,
  },
  d: { words: 'decimal clause can only be used on integers', types: ['int', 'uint'] },
  f: { words: 'fixed-point clause can only be used on doubles', types: ['double', 'string'] },
  e: { words: 'scientific clause can only be used on doubles', types: ['double', 'string'] },
  b: { words: 'only integers and bools can be formatted as binary', types: ['int', 'uint', 'bool'] },
  x: HEX,
  X: HEX,
  o: { words: 'octal clause can only be used on integers', types: ['int', 'uint'] },
};

export function formatIssues(core: CallCore, types: ReadonlyMap<Core, StaticType>): readonly Issue[] {
  const { at, target, args } = core;
  const [values] = args;
  if (target?.kind !== 'const' || target.value.kind !== 'string' || values?.kind !== 'list') return [];
  const pieces = parseFormat(target.value.value);
  if ('kind' in pieces) return [{ at, message: unknownClause(target.value.value) }];
  const clauses = pieces.filter((piece): piece is FormatClause => piece.kind === 'clause');
  const wrong = clauses.flatMap((clause, index) => clauseIssue(clause, values.items[index]?.value, { at, index, types })).slice(0, 1);
  const many = values.items.length > clauses.length;
  const message = `too many arguments supplied to string.format (expected ${clauses.length}, got ${values.items.length})`;
  return wrong.length === 0 && many ? [{ at, message }] : wrong;
}

function unknownClause(format: string): string {
  const letter = /%(?:\.\d+)?([^sdfebxXo%.\d])/.exec(format)?.[1] ?? '';
  return `could not parse formatting clause: unrecognized formatting clause ${JSON.stringify(letter)}`;
}

type Place = { readonly at: number; readonly index: number; readonly types: ReadonlyMap<Core, StaticType> };

function clauseIssue({ conversion }: FormatClause, value: Core | undefined, { at, index, types }: Place): readonly Issue[] {
  if (value === undefined) return [{ at, message: `index ${index} out of range` }];
  const clause = CLAUSES[conversion];
  const found = typeName(types.get(value));
  if (clause === undefined || found === 'dyn' || clause.types.includes(found)) return [];
  return [{ at: value.at, message: `error during formatting: ${clause.words}, was given ${found}` }];
}

function typeName(type: StaticType | undefined): string {
  if (type === undefined) return 'dyn';
  if (type.kind === 'optional') return 'optional_type';
  return type.kind === 'scalar' || type.kind === 'object' ? type.name : type.kind;
}
