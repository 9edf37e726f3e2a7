// format.<name>() and format.named("<name>"): Kubernetes' named string formats. validate() gives the faults of a text, none where it is valid.

import type { FormatValue, Outcome } from '../cel-value.ts';
import { list, NONE, some, string } from '../cel-value.ts';
import type { CallContext, Overload } from '../overload.ts';
import { anyFormat, anyString, declareFunction, declareMethod, take1, take2, takeNothing } from '../overload.ts';
import { isRequestUrl } from '../request-url.ts';
import { FORMAT, listOf, optionalOf, STRING } from '../static-type.ts';
import { parseTimestamp } from '../time-text.ts';

type Check = (text: string) => readonly string[];

const LABEL = /^[a-z0-9](?:[-a-z0-9]*[a-z0-9])?$/;
const LABEL_1035 = /^[a-z](?:[-a-z0-9]*[a-z0-9])?$/;
const NAME_PART = /^[A-Za-z0-9](?:[-A-Za-z0-9_.]*[A-Za-z0-9])?$/;
const UUID = /^[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}$/i;
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;
const DATE_TIME = /^(\d{4}-\d\d-\d\d)[Tt](\d\d:\d\d:\d\d)((?:[.,]\d+)?)([Zz]|[+-]\d\d:\d\d)$/;
const LABEL_LENGTH = 63;
const SUBDOMAIN_LENGTH = 253;

const CHECKS: { readonly [name: string]: Check } = {
  dns1123Label: label,
  dns1123Subdomain: subdomain,
  dns1035Label: label1035,
  qualifiedName,
  dns1123LabelPrefix: (text) => label(withoutTrailingDash(text)),
  dns1123SubdomainPrefix: (text) => subdomain(withoutTrailingDash(text)),
  dns1035LabelPrefix: (text) => label1035(withoutTrailingDash(text)),
  labelValue,
  uri,
  uuid: (text) => unless(UUID.test(text), 'is not a UUID'),
  byte: (text) => unless(text.length % 4 === 0 && BASE64.test(text), 'is not base64'),
  date: (text) =>
    unless(/^\d{4}-\d\d-\d\d$/.test(text) && parseTimestamp(`${text}T00:00:00Z`) !== undefined, 'is not a date such as 2024-01-31'),
  datetime: (text) => unless(isDateTime(text), 'is not a time such as 2024-01-31T12:00:00Z'),
};

export const namedFormatFunctions: readonly Overload[] = [
  ...Object.keys(CHECKS).map((name) =>
    declareFunction(`format.${name}`, { takes: takeNothing, result: FORMAT, call: () => formatNamed(name) }),
  ),
  declareFunction('format.named', {
    takes: take1(anyString),
    result: optionalOf(FORMAT),
    call: ([name]) => (Object.hasOwn(CHECKS, name) ? some(formatNamed(name)) : NONE),
  }),
  declareMethod('validate', { takes: take2(anyFormat, anyString), result: optionalOf(listOf(STRING)), call: validate }),
];

function formatNamed(name: string): FormatValue {
  return { kind: 'format', name };
}

function validate([format, text]: readonly [FormatValue, string], { budget }: CallContext): Outcome {
  const spent = budget.spendText(text.length);
  if (spent !== undefined) return spent;
  const faults = CHECKS[format.name]?.(text) ?? [];
  return faults.length === 0 ? NONE : some(list(faults.map(string)));
}

function unless(valid: boolean, fault: string): readonly string[] {
  return valid ? [] : [fault];
}

function noLongerThan(limit: number, text: string): readonly string[] {
  return unless(text.length <= limit, `has more than ${limit} characters`);
}

function label(text: string): readonly string[] {
  const fault = 'has something other than lower case letters, digits and dashes, or does not start and end with a letter or digit';
  return [...noLongerThan(LABEL_LENGTH, text), ...unless(LABEL.test(text), fault)];
}

function label1035(text: string): readonly string[] {
  const fault =
    'has something other than lower case letters, digits and dashes, or does not start with a letter and end with a letter or digit';
  return [...noLongerThan(LABEL_LENGTH, text), ...unless(LABEL_1035.test(text), fault)];
}

function subdomain(text: string): readonly string[] {
  const fault = 'is not a list of labels (lower case letters, digits, dashes) with dots between them';
  const labels = text.split('.');
  return [
    ...noLongerThan(SUBDOMAIN_LENGTH, text),
    ...unless(
      labels.every((part) => LABEL.test(part)),
      fault,
    ),
  ];
}

function qualifiedName(text: string): readonly string[] {
  const parts = text.split('/');
  const name = parts.at(-1) ?? '';
  if (parts.length > 2) return ['has more than one slash'];
  const prefix = parts.length === 2 ? (parts[0] ?? '') : undefined;
  const prefixFaults = prefix === undefined ? [] : [...unless(prefix !== '', 'has an empty prefix'), ...subdomain(prefix)];
  const fault =
    'has a name with something other than letters, digits, dashes, underscores and dots, or it does not start and end with a letter or digit';
  return [...prefixFaults, ...noLongerThan(LABEL_LENGTH, name), ...unless(NAME_PART.test(name), fault)];
}

function labelValue(text: string): readonly string[] {
  const fault = 'has something other than letters, digits, dashes, underscores and dots, or does not start and end with a letter or digit';
  return [...noLongerThan(LABEL_LENGTH, text), ...unless(text === '' || NAME_PART.test(text), fault)];
}

function uri(text: string): readonly string[] {
  return unless(isRequestUrl(text), 'is neither an absolute URI nor an absolute path');
}

/** What a name that will be extended would look like: a dash at its end gives way to a letter. */
function withoutTrailingDash(text: string): string {
  return text.length > 1 && text.endsWith('-') ? `${text.slice(0, -2)}a` : text;
}

function isDateTime(text: string): boolean {
  const match = DATE_TIME.exec(text);
  if (match === null) return false;
  const [, date = '', time = '', fraction = '', zone = ''] = match;
  return parseTimestamp(`${date}T${time}${fraction.slice(0, 10)}${zone.toUpperCase()}`) !== undefined;
}
