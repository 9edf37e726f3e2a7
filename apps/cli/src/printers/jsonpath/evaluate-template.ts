// Applies a JSONPath template to a document. A field that is absent gives nothing, as with kubectl.

import type { Json } from '@rectrace/kube';
import { formatJson, isJsonObject, jsonEquals } from '@rectrace/kube';
import type { FilterOperator, Operand, Path, Piece, Step } from './template.ts';

/** The text that kubectl would print: values of one path separated by blanks, objects as JSON. */
export function evaluateTemplate(pieces: readonly Piece[], document: Json): string {
  return evaluateAt(pieces, { document, current: document });
}

type Place = { readonly document: Json; readonly current: Json };

function evaluateAt(pieces: readonly Piece[], place: Place): string {
  return pieces.map((piece) => pieceText(piece, place)).join('');
}

function pieceText(piece: Piece, place: Place): string {
  switch (piece.kind) {
    case 'text':
      return piece.text;
    case 'path':
      return valuesOf(piece, place).map(valueText).join(' ');
    case 'range':
      return valuesOf(piece.path, place)
        .map((current) => evaluateAt(piece.pieces, { ...place, current }))
        .join('');
  }
}

/** Within a range a path without '$' starts at the current item; kubectl takes both spellings so. */
function valuesOf(path: Path, { document, current }: Place): readonly Json[] {
  return path.steps.reduce<readonly Json[]>((values, step) => values.flatMap((value) => stepInto(value, step, document)), [current]);
}

function stepInto(value: Json, step: Step, document: Json): readonly Json[] {
  switch (step.kind) {
    case 'field':
      return isJsonObject(value) && Object.hasOwn(value, step.name) ? defined(value[step.name]) : [];
    case 'wildcard':
      return childrenOf(value);
    case 'descent':
      return descendantsOf(value);
    case 'index':
      return isList(value) ? defined(value.at(step.at)) : [];
    case 'slice':
      return isList(value) ? sliced(value, step) : [];
    case 'union':
      return step.steps.flatMap((one) => stepInto(value, one, document));
    case 'filter':
      return childrenOf(value).filter((item) => passes(item, step, document));
  }
}

function sliced(list: readonly Json[], { from, to, step = 1 }: Extract<Step, { readonly kind: 'slice' }>): readonly Json[] {
  return list.slice(from ?? 0, to ?? list.length).filter((_item, index) => index % Math.max(1, step) === 0);
}

type Filter = Extract<Step, { readonly kind: 'filter' }>;

function passes(current: Json, { left, operator, right }: Filter, document: Json): boolean {
  const place = { document, current };
  const values = operandValues(left, place);
  if (operator === undefined || right === undefined) return values.length > 0;
  const [against] = operandValues(right, place);
  return values.some((value) => compares(value, operator, against));
}

function operandValues(operand: Operand, place: Place): readonly Json[] {
  if (operand.kind === 'literal') return [operand.value];
  return valuesOf(operand, operand.root ? { ...place, current: place.document } : place);
}

function compares(left: Json, operator: FilterOperator, right: Json | undefined): boolean {
  if (right === undefined) return operator === '!=';
  if (operator === '==') return jsonEquals(left, right);
  if (operator === '!=') return !compares(left, '==', right);
  if (typeof left === 'string' && typeof right === 'string') return isOrdered(left, operator, right);
  return isNumeric(left) && isNumeric(right) && isOrdered(left, operator, right);
}

function isOrdered(left: string | number | bigint, operator: FilterOperator, right: string | number | bigint): boolean {
  if (operator === '<') return left < right;
  if (operator === '>') return left > right;
  return operator === '<=' ? left <= right : left >= right;
}

function isNumeric(value: Json): value is number | bigint {
  return typeof value === 'number' || typeof value === 'bigint';
}

function childrenOf(value: Json): readonly Json[] {
  if (isList(value)) return value;
  return isJsonObject(value) ? Object.values(value) : [];
}

/** The value and everything below it, without recursion. */
function descendantsOf(value: Json): readonly Json[] {
  const found: Json[] = [];
  const open: Json[] = [value];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    found.push(next);
    for (const child of childrenOf(next).toReversed()) open.push(child);
  }
  return found;
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}

function defined(value: Json | undefined): readonly Json[] {
  return value === undefined ? [] : [value];
}

function valueText(value: Json): string {
  if (typeof value === 'string') return value;
  return typeof value === 'object' && value !== null ? formatJson(value) : String(value);
}
