// What makes an expression invalid: where, what, and how to put it right.

/** Offset counts UTF-16 units from 0; line and column count from 1, columns in characters. */
export type SourcePosition = { readonly offset: number; readonly line: number; readonly column: number };

/** A fault found in an expression, at an offset of its text. */
export type ExpressionFault = { readonly kind: 'fault'; readonly at: number; readonly message: string; readonly hint: string };

const GENERAL_HINT = 'an expression compares fields of the object, such as object.status.phase == "Running"';

export function fault(at: number, message: string, hint: string = GENERAL_HINT): ExpressionFault {
  return { kind: 'fault', at, message, hint };
}

export function positionOf(text: string, offset: number): SourcePosition {
  const before = text.slice(0, offset);
  const lineStart = before.lastIndexOf('\n') + 1;
  return { offset, line: before.split('\n').length, column: Array.from(before.slice(lineStart)).length + 1 };
}
