// kubectl's JSONPath templates as data: text, paths, string literals and ranges.

/** A step of a path; each turns a list of values into another. */
export type Step =
  | { readonly kind: 'field'; readonly name: string }
  | { readonly kind: 'wildcard' }
  | { readonly kind: 'descent' }
  | { readonly kind: 'slice'; readonly from?: number; readonly to?: number; readonly step?: number }
  | { readonly kind: 'index'; readonly at: number }
  | { readonly kind: 'union'; readonly steps: readonly Step[] }
  | { readonly kind: 'filter'; readonly left: Operand; readonly operator?: FilterOperator; readonly right?: Operand };

export type FilterOperator = '==' | '!=' | '<' | '<=' | '>' | '>=';

/** root: from the whole document ('$'), else from the current value ('@'). */
export type Path = { readonly kind: 'path'; readonly root: boolean; readonly steps: readonly Step[] };
export type Operand = Path | { readonly kind: 'literal'; readonly value: string | number | boolean | null };

export type Piece =
  | { readonly kind: 'text'; readonly text: string }
  | Path
  | { readonly kind: 'range'; readonly path: Path; readonly pieces: readonly Piece[] };
