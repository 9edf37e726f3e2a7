// Label selectors as requests carry them (`a=b,c notin (d,e),!f`), read and refused as the API server does.
import type { Labels } from '@rectrace/kube';
import { formatFieldErrors, invalidValue } from '../field-error.ts';
import { labelValue, qualifiedName } from '../validation/name-rules.ts';
import type { SelectorToken } from './label-selector-tokens.ts';
import { scanSelector } from './label-selector-tokens.ts';

export type LabelRequirement = {
  readonly key: string;
  readonly operator: 'in' | 'notin' | 'exists' | '!' | 'gt' | 'lt';
  readonly values: readonly string[];
};

export type ParsedLabelSelector =
  | { readonly kind: 'selector'; readonly requirements: readonly LabelRequirement[] }
  | { readonly kind: 'invalid'; readonly message: string };

const OPERATORS: Readonly<Record<string, LabelRequirement['operator']>> = {
  in: 'in',
  notin: 'notin',
  '=': 'in',
  '==': 'in',
  '!=': 'notin',
  '>': 'gt',
  '<': 'lt',
};

class Unparsable extends Error {}

export function parseLabelSelector(text: string): ParsedLabelSelector {
  try {
    return { kind: 'selector', requirements: new Parser(scanSelector(text)).selector() };
  } catch (error) {
    if (error instanceof Unparsable) return { kind: 'invalid', message: error.message };
    throw error;
  }
}

export function matchesLabels(requirements: readonly LabelRequirement[], labels: Labels): boolean {
  return requirements.every((requirement) => meets(requirement, labels));
}

function meets({ key, operator, values }: LabelRequirement, labels: Labels): boolean {
  const value = Object.hasOwn(labels, key) ? labels[key] : undefined;
  switch (operator) {
    case 'in':
      return value !== undefined && values.includes(value);
    case 'notin':
      return value === undefined || !values.includes(value);
    case 'exists':
      return value !== undefined;
    case '!':
      return value === undefined;
    default:
      return compares(operator, value, values[0]);
  }
}

function compares(operator: 'gt' | 'lt', value: string | undefined, bound: string | undefined): boolean {
  if (value === undefined || bound === undefined || !isInteger(value)) return false;
  return operator === 'gt' ? BigInt(value) > BigInt(bound) : BigInt(value) < BigInt(bound);
}

function isInteger(text: string): boolean {
  return /^-?[0-9]+$/.test(text);
}

class Parser {
  readonly #tokens: readonly SelectorToken[];
  #at = 0;

  constructor(tokens: readonly SelectorToken[]) {
    this.#tokens = tokens;
  }

  selector(): readonly LabelRequirement[] {
    const found: LabelRequirement[] = [];
    while (this.#here().kind !== 'end') {
      const { kind, text } = this.#here();
      if (kind !== 'word' && kind !== '!') throw new Unparsable(`found '${text}', expected: !, identifier, or 'end of string'`);
      found.push(this.#prefixed());
      if (!this.#separated()) break;
    }
    return found.toSorted((left, right) => (left.key < right.key ? -1 : 1));
  }

  #separated(): boolean {
    const { kind, text } = this.#take();
    if (kind === 'end') return false;
    if (kind !== ',') throw new Unparsable(`found '${text}', expected: ',' or 'end of string'`);
    const next = this.#here();
    if (next.kind !== 'word' && next.kind !== '!') throw new Unparsable(`found '${next.text}', expected: identifier after ','`);
    return true;
  }

  #prefixed(): LabelRequirement {
    try {
      return this.#requirement();
    } catch (error) {
      throw error instanceof Unparsable ? new Unparsable(`unable to parse requirement: ${error.message}`) : error;
    }
  }

  #requirement(): LabelRequirement {
    const first = this.#take();
    const negated = first.kind === '!';
    const { kind, text: key } = negated ? this.#take() : first;
    if (kind !== 'word') throw new Unparsable(`found '${key}', expected: identifier`);
    refuseIfAny(keyProblems(key, '<nil>'));
    if (negated) return { key, operator: '!', values: [] };
    if (this.#here().kind === 'end' || this.#here().kind === ',') return { key, operator: 'exists', values: [] };
    return this.#compared(key);
  }

  #compared(key: string): LabelRequirement {
    const { text } = this.#takeOperator();
    const operator = OPERATORS[text];
    if (operator === undefined) throw new Unparsable(`found '${text}', expected: in, notin, =, ==, !=, gt, lt`);
    const values = text === 'in' || text === 'notin' ? this.#valueList() : [this.#exactValue()];
    const sorted = [...new Set(values)].toSorted();
    refuseIfAny([
      ...keyProblems(key, 'key'),
      ...numberProblems(operator, sorted),
      ...sorted.flatMap((value, index) => valueProblems(value, `values[${index}][${key}]`)),
    ]);
    return { key, operator, values: sorted };
  }

  #exactValue(): string {
    const { kind } = this.#here();
    if (kind === 'end' || kind === ',') return '';
    const token = this.#take();
    if (token.kind !== 'word') throw new Unparsable(`found '${token.text}', expected: identifier`);
    return token.text;
  }

  #valueList(): readonly string[] {
    const open = this.#take();
    if (open.kind !== '(') throw new Unparsable(`found '${open.text}' expected: '('`);
    const { kind, text } = this.#here();
    if (kind === ')') {
      this.#take();
      return [''];
    }
    if (kind !== 'word' && kind !== ',') throw new Unparsable(`found '${text}', expected: ',', ')' or identifier`);
    const values = this.#values();
    if (this.#take().kind !== ')') throw new Unparsable(`found '${text}', expected: ')'`);
    return values;
  }

  /** Also `(,a)`, `(a,,b)` and `(a,)`, which name the empty value. */
  #values(): readonly string[] {
    const values: string[] = [];
    do {
      const { kind, text } = this.#take();
      if (kind === 'word') values.push(this.#followed(text));
      else if (kind !== ',') throw new Unparsable(`found '${text}', expected: ',', or identifier`);
      else if (values.length === 0 || this.#here().kind !== 'word') values.push('');
    } while (this.#here().kind !== ')');
    return values;
  }

  #followed(value: string): string {
    const { kind, text } = this.#here();
    if (kind !== ')' && kind !== ',') throw new Unparsable(`found '${text}', expected: ',' or ')'`);
    return value;
  }

  #here(): SelectorToken {
    return asValue(this.#tokens[this.#at] ?? { kind: 'end', text: '' });
  }

  #take(): SelectorToken {
    const token = this.#here();
    this.#at += 1;
    return token;
  }

  #takeOperator(): SelectorToken {
    const token = this.#tokens[this.#at] ?? { kind: 'end', text: '' };
    this.#at += 1;
    return token;
  }
}

/** Where no operator is expected, `in` and `notin` are words like others. */
function asValue(token: SelectorToken): SelectorToken {
  return token.kind === 'in' || token.kind === 'notin' ? { kind: 'word', text: token.text } : token;
}

function keyProblems(key: string, path: string): readonly string[] {
  const problems = qualifiedName(key);
  return problems.length === 0 ? [] : [formatFieldErrors([invalidValue(path, key, problems.join('; '))])];
}

function valueProblems(value: string, path: string): readonly string[] {
  const problems = labelValue(value);
  return problems.length === 0 ? [] : [formatFieldErrors([invalidValue(path, value, problems.join('; '))])];
}

function numberProblems(operator: LabelRequirement['operator'], values: readonly string[]): readonly string[] {
  if (operator !== 'gt' && operator !== 'lt') return [];
  const detail = "for 'Gt', 'Lt' operators, the value must be an integer";
  return values.flatMap((value, index) => (isInteger(value) ? [] : [formatFieldErrors([invalidValue(`values[${index}]`, value, detail)])]));
}

function refuseIfAny(problems: readonly string[]): void {
  if (problems.length > 0) throw new Unparsable(problems.length === 1 ? problems[0] : `[${problems.join(', ')}]`);
}
