// Field selectors as requests carry them (`metadata.name=a,status.phase!=Running`), read and refused as the API server does.

export type FieldTerm = { readonly field: string; readonly equal: boolean; readonly value: string };

export type ParsedFieldSelector =
  | { readonly kind: 'selector'; readonly terms: readonly FieldTerm[] }
  | { readonly kind: 'invalid'; readonly message: string };

const OPERATORS = ['!=', '==', '='];

class Unparsable extends Error {}

export function parseFieldSelector(text: string): ParsedFieldSelector {
  try {
    const parts = splitTerms(text)
      .toSorted()
      .filter((part) => part !== '');
    return { kind: 'selector', terms: parts.map((part) => parseTerm(part, text)) };
  } catch (error) {
    if (error instanceof Unparsable) return { kind: 'invalid', message: error.message };
    throw error;
  }
}

export function matchesFields(terms: readonly FieldTerm[], textOf: (field: string) => string): boolean {
  return terms.every(({ field, equal, value }) => (textOf(field) === value) === equal);
}

/** The value that a selector demands of a field, where it demands one. */
export function exactValueOf(terms: readonly FieldTerm[], field: string): string | undefined {
  return terms.find((term) => term.equal && term.field === field)?.value;
}

function splitTerms(text: string): readonly string[] {
  return text.match(/(?:\\[\s\S]|[^,\\]|\\$)+/g) ?? [];
}

function parseTerm(part: string, selector: string): FieldTerm {
  const at = part.search(/[!=]=|=/);
  const operator = OPERATORS.find((candidate) => part.startsWith(candidate, at));
  if (at < 0 || operator === undefined) throw new Unparsable(`invalid selector: '${selector}'; can't understand '${part}'`);
  return { field: part.slice(0, at), equal: operator !== '!=', value: unescapeValue(part.slice(at + operator.length)) };
}

function unescapeValue(text: string): string {
  return text.replaceAll(/\\([\s\S]?)|[,=]/g, (sequence, escaped: string | undefined) => {
    if (escaped === undefined) throw new Unparsable(`invalid field selector: unescaped character in value: ${sequence.charCodeAt(0)}`);
    if (escaped === '' || !'\\,='.includes(escaped)) throw new Unparsable(`invalid field selector: invalid escape sequence: ${sequence}`);
    return escaped;
  });
}
