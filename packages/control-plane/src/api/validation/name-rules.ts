// Rules for names, keys and values, each giving the API server's complaints about a text; none where the text is fine.

import { isIpAddress } from './ip-address.ts';

export type NameRule = (text: string, isPrefix?: boolean) => readonly string[];

type Pattern = { readonly expression: RegExp; readonly words: string };

const ALPHANUMERIC_ENDS = 'must start and end with an alphanumeric character';
const LABEL_SOURCE = '[a-z0-9]([-a-z0-9]*[a-z0-9])?';
const SUBDOMAIN_SOURCE = `${LABEL_SOURCE}(\\.${LABEL_SOURCE})*`;
const QUALIFIED_SOURCE = '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]';
const QUALIFIED_WORDS = `must consist of alphanumeric characters, '-', '_' or '.', and ${ALPHANUMERIC_ENDS}`;

const LABEL = pattern(
  LABEL_SOURCE,
  `a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and ${ALPHANUMERIC_ENDS}`,
  ['my-name', '123-abc'],
);
const SUBDOMAIN = pattern(
  SUBDOMAIN_SOURCE,
  `a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and ${ALPHANUMERIC_ENDS}`,
  ['example.com'],
);
const LABEL_1035 = pattern(
  '[a-z]([-a-z0-9]*[a-z0-9])?',
  "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character",
  ['my-name', 'abc-123'],
);
const QUALIFIED = pattern(QUALIFIED_SOURCE, QUALIFIED_WORDS, ['MyName', 'my.name', '123-abc']);
const VALUE = pattern(
  `(${QUALIFIED_SOURCE})?`,
  `a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and ${ALPHANUMERIC_ENDS}`,
  ['MyValue', 'my_value', '12345'],
);
const CONFIG_KEY = pattern('[-._a-zA-Z0-9]+', "a valid config key must consist of alphanumeric characters, '-', '_' or '.'", [
  'key.name',
  'KEY_NAME',
  'key-name',
]);

const UNDERSCORED_SOURCE = '_?[a-z0-9]([-_a-z0-9]*[a-z0-9])?';
const UNDERSCORED = pattern(
  `${UNDERSCORED_SOURCE}(\\.${UNDERSCORED_SOURCE})*`,
  `a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '_', '-' or '.', and ${ALPHANUMERIC_ENDS}`,
  ['example.com'],
);
const HEADER_NAME = pattern('[-A-Za-z0-9]+', "a valid HTTP header must consist of alphanumeric characters or '-'", ['X-Header-Name']);
const PERCENT = pattern('[0-9]+%', "a valid percent string must be a numeric string followed by an ending '%'", ['1%', '93%']);

const LABEL_LENGTH = 63;
const SUBDOMAIN_LENGTH = 253;

export const dns1123Label: NameRule = (text, isPrefix = false) => {
  const name = trimmed(text, isPrefix);
  const dotted = !LABEL.expression.test(name) && SUBDOMAIN.expression.test(name);
  return [...lengthProblem(name, LABEL_LENGTH), ...(dotted ? ['must not contain dots'] : patternProblem(name, LABEL))];
};

export const dns1123Subdomain: NameRule = (text, isPrefix = false) => {
  const name = trimmed(text, isPrefix);
  return [...lengthProblem(name, SUBDOMAIN_LENGTH), ...patternProblem(name, SUBDOMAIN)];
};

const WILDCARD = pattern(
  `\\*\\.${SUBDOMAIN_SOURCE}`,
  "a wildcard DNS-1123 subdomain must start with '*.', followed by a valid DNS subdomain, which must consist of lower case alphanumeric characters, '-' or '.' and end with an alphanumeric character",
  ['*.example.com'],
);

/** *.example.com */
export const wildcardSubdomain: NameRule = (text) => [...lengthProblem(text, SUBDOMAIN_LENGTH), ...patternProblem(text, WILDCARD)];

export const dns1035Label: NameRule = (text, isPrefix = false) => {
  const name = trimmed(text, isPrefix);
  return [...lengthProblem(name, LABEL_LENGTH), ...patternProblem(name, LABEL_1035)];
};

export const underscoredSubdomain: NameRule = (text) => [...lengthProblem(text, SUBDOMAIN_LENGTH), ...patternProblem(text, UNDERSCORED)];

export const headerName: NameRule = (text) => patternProblem(text, HEADER_NAME);

export const percentText: NameRule = (text) => patternProblem(text, PERCENT);

const MOST_PORT_NAME = 15;

export const portName: NameRule = (text) => [
  ...lengthProblem(text, MOST_PORT_NAME),
  ...(/^[-a-z0-9]+$/.test(text) ? [] : ['must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)']),
  ...(/[a-z]/.test(text) ? [] : ['must contain at least one letter (a-z)']),
  ...(text.includes('--') ? ['must not contain consecutive hyphens'] : []),
  ...(/^-|-$/.test(text) ? ['must not begin or end with a hyphen'] : []),
];

/** Names of environment variables. */
export const environmentName: NameRule = (text) => {
  const odd = [...text].some((letter) => letter < ' ' || letter > '~' || letter === '=');
  return [
    ...(text === '' ? ['environment variable name must be non-empty'] : []),
    ...(odd ? ["a valid environment variable name must consist only of printable ASCII characters other than '='"] : []),
  ];
};

/** An IP address of either family, as lenient as the API server: leading zeros are fine. */
export const ipAddress: NameRule = (text) => (isIpAddress(text) ? [] : ['must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)']);

/** Any text that can stand between two slashes of a path. */
export const pathSegmentName: NameRule = (text, isPrefix = false) => {
  if (!isPrefix && (text === '.' || text === '..')) return [`may not be '${text}'`];
  return ['/', '%'].filter((part) => text.includes(part)).map((part) => `may not contain '${part}'`);
};

/** prefix/name, the prefix optional: label keys, annotation keys, finalizers. */
export function qualifiedName(text: string): readonly string[] {
  const [first = '', second, ...more] = text.split('/');
  if (more.length > 0)
    return [`a valid label key ${QUALIFIED.words} with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')`];
  return second === undefined ? namePartProblems(first) : [...prefixProblems(first), ...namePartProblems(second)];
}

function prefixProblems(prefix: string): readonly string[] {
  if (prefix === '') return ['prefix part must be non-empty'];
  const problems = [...lengthProblem(prefix, SUBDOMAIN_LENGTH, 'bytes'), ...patternProblem(prefix, SUBDOMAIN)];
  return problems.map((problem) => `prefix part ${problem}`);
}

function namePartProblems(name: string): readonly string[] {
  const empty = name === '' ? ['must be non-empty'] : [];
  const problems = [...empty, ...lengthProblem(name, LABEL_LENGTH, 'bytes'), ...patternProblem(name, QUALIFIED)];
  return problems.map((problem) => `name part ${problem}`);
}

export function labelValue(text: string): readonly string[] {
  return [...lengthProblem(text, LABEL_LENGTH, 'bytes'), ...patternProblem(text, VALUE)];
}

/** Keys of ConfigMaps and Secrets. */
export function configMapKey(text: string): readonly string[] {
  return [...lengthProblem(text, SUBDOMAIN_LENGTH), ...patternProblem(text, CONFIG_KEY), ...backsteps(text)];
}

function backsteps(text: string): readonly string[] {
  if (text === '.') return ["must not be '.'"];
  if (text === '..') return ["must not be '..'"];
  return text.startsWith('..') ? ["must not start with '..'"] : [];
}

function lengthProblem(text: string, most: number, unit = 'characters'): readonly string[] {
  return text.length > most ? [`must be no more than ${most} ${unit}`] : [];
}

function pattern(source: string, words: string, examples: readonly string[]): Pattern {
  const quoted = examples.map((text) => `'${text}'`).join(',  or ');
  return { expression: new RegExp(`^${source}$`), words: `${words} (e.g. ${quoted}, regex used for validation is '${source}')` };
}

function patternProblem(text: string, { expression, words }: Pattern): readonly string[] {
  return expression.test(text) ? [] : [words];
}

/** A prefix for generated names may end in a dash. As on the server the character before the dash is not looked at. */
function trimmed(text: string, isPrefix: boolean): string {
  return isPrefix && text.length > 1 && text.endsWith('-') ? `${text.slice(0, -2)}a` : text;
}
