// Checks of the parts of a definition that have nothing to do with each other.
import type { Json, JsonObject } from '@rectrace/kube';
import { listAt, stringAt, valueAt } from '@rectrace/kube';
import type { FieldError } from '../../field-error.ts';
import { forbiddenField, invalidValue, notSupported, required } from '../../field-error.ts';
import { dns1035Label, dns1123Subdomain } from '../../validation/name-rules.ts';

const COLUMN_TYPES = ['boolean', 'date', 'integer', 'number', 'string'];
const COLUMN_FORMATS = ['byte', 'date', 'date-time', 'double', 'float', 'int32', 'int64', 'password'];
const MOST_WARNING = 256;

export function groupErrors(group: string): readonly FieldError[] {
  if (group === '') return [required('spec.group')];
  const problems = dns1123Subdomain(group);
  if (problems.length > 0) return [invalidValue('spec.group', group, problems.join(','))];
  return group.includes('.') ? [] : [invalidValue('spec.group', group, 'should be a domain with at least one dot')];
}

export function choiceErrors(field: string, value: string, accepted: readonly string[]): readonly FieldError[] {
  if (value === '') return [required(field)];
  return accepted.includes(value) ? [] : [notSupported(field, value, accepted)];
}

export function deprecationErrors(version: JsonObject, field: string): readonly FieldError[] {
  const warning = version['deprecationWarning'];
  if (typeof warning !== 'string') return [];
  const problem = (detail: string): FieldError => invalidValue(field, warning, detail);
  if (version['deprecated'] !== true) return [problem('can only be set for deprecated versions')];
  const odd = [...warning].findIndex((letter) => /[\p{C}\p{Zl}\p{Zp}]/u.test(letter));
  return [
    ...(warning.length > MOST_WARNING ? [problem('must be <= 256 characters long')] : []),
    ...(warning === '' ? [problem('must not be an empty string')] : []),
    ...(odd < 0 ? [] : [problem(`must only contain printable UTF-8 characters; non-printable character found at index ${odd}`)]),
  ];
}

/** Names that are there; which of them have to be, the spec says. */
export function namesErrors(names: Json | undefined, field: string): readonly FieldError[] {
  const [plural, singular, kind, listKind] = ['plural', 'singular', 'kind', 'listKind'].map((key) => stringAt(names, [key]) ?? '');
  const mixed = 'may have mixed case, but should otherwise match: ';
  return [
    ...labelErrors(`${field}.plural`, plural ?? ''),
    ...labelErrors(`${field}.singular`, singular ?? ''),
    ...labelErrors(`${field}.kind`, kind ?? '', mixed),
    ...labelErrors(`${field}.listKind`, listKind ?? '', mixed),
    ...eachLabel(`${field}.shortNames`, listAt(names, ['shortNames'])),
    ...(kind !== '' && kind === listKind ? [invalidValue(`${field}.listKind`, kind ?? '', 'kind and listKind may not be the same')] : []),
    ...eachLabel(`${field}.categories`, listAt(names, ['categories'])),
  ];
}

function labelErrors(field: string, text: string, before = ''): readonly FieldError[] {
  if (text === '') return [];
  const problems = dns1035Label(before === '' ? text : text.toLowerCase());
  return problems.length === 0 ? [] : [invalidValue(field, text, before + problems.join(','))];
}

function eachLabel(field: string, texts: readonly Json[]): readonly FieldError[] {
  return texts.map(String).flatMap((text, index) => {
    const problems = dns1035Label(text);
    return problems.length === 0 ? [] : [invalidValue(`${field}[${index}]`, text, problems.join(','))];
  });
}

export function subresourceErrors(subresources: Json | undefined, field: string): readonly FieldError[] {
  const scale = valueAt(subresources, ['scale']);
  if (scale === undefined || scale === null) return [];
  const text = (key: string): string => stringAt(scale, [key]) ?? '';
  const wanted = (key: string, root: string): readonly FieldError[] => {
    const path = `${field}.scale.${key}`;
    if (text(key) === '') return [required(path)];
    return pathErrors(path, { path: text(key), roots: [root], words: `under ${root}` });
  };
  const selector = text('labelSelectorPath');
  const both = { path: selector, roots: ['.spec', '.status'], words: 'under either .spec or .status' };
  return [
    ...wanted('specReplicasPath', '.spec'),
    ...wanted('statusReplicasPath', '.status'),
    ...(selector === '' ? [] : pathErrors(`${field}.scale.labelSelectorPath`, both)),
  ];
}

type RootedPath = { readonly path: string; readonly roots: readonly string[]; readonly words: string };

function pathErrors(field: string, { path, roots, words }: RootedPath): readonly FieldError[] {
  const simple = simplePathErrors(field, path);
  if (simple.length > 0 || roots.some((root) => path.startsWith(`${root}.`))) return simple;
  return [invalidValue(field, path, `should be a json path ${words}`)];
}

function simplePathErrors(field: string, path: string): readonly FieldError[] {
  return path.startsWith('.') ? [] : [invalidValue(field, path, 'must be a simple json path starting with .')];
}

export function columnErrors(columns: readonly Json[], field: string): readonly FieldError[] {
  return columns.flatMap((column, index) => oneColumn(column, `${field}[${index}]`));
}

function oneColumn(column: Json, field: string): readonly FieldError[] {
  const [name = '', type = '', format = '', path = ''] = ['name', 'type', 'format', 'jsonPath'].map((key) => stringAt(column, [key]));
  const types = `must be one of ${COLUMN_TYPES.join(',')}`;
  return [
    ...(name === '' ? [required(`${field}.name`)] : []),
    ...(type === '' ? [required(`${field}.type`, types)] : []),
    ...(type === '' || COLUMN_TYPES.includes(type) ? [] : [invalidValue(`${field}.type`, type, types)]),
    ...(format === '' || COLUMN_FORMATS.includes(format)
      ? []
      : [invalidValue(`${field}.format`, format, `must be one of ${COLUMN_FORMATS.join(',')}`)]),
    ...(path === '' ? [required(`${field}.JSONPath`)] : simplePathErrors(`${field}.JSONPath`, path)),
  ];
}

const REVIEW_VERSIONS = ['v1', 'v1beta1'];

export function conversionErrors(conversion: Json | undefined, field: string): readonly FieldError[] {
  const strategy = stringAt(conversion, ['strategy']) ?? '';
  const webhook = valueAt(conversion, ['webhook']);
  const client = valueAt(webhook, ['clientConfig']);
  const versions = listAt(webhook, ['conversionReviewVersions']).map(String);
  const chosen = choiceErrors(`${field}.strategy`, strategy, ['None', 'Webhook']);
  if (strategy === 'Webhook') {
    return [
      ...chosen,
      ...clientErrors(client, `${field}.webhookClientConfig`),
      ...reviewErrors(versions, `${field}.conversionReviewVersions`),
    ];
  }
  const unused = 'should not be set when strategy is not set to Webhook';
  return [
    ...chosen,
    ...(client === undefined ? [] : [forbiddenField(`${field}.webhookClientConfig`, unused)]),
    ...(versions.length === 0 ? [] : [forbiddenField(`${field}.conversionReviewVersions`, unused)]),
  ];
}

function clientErrors(client: Json | undefined, field: string): readonly FieldError[] {
  if (client === undefined) return [required(field, 'required when strategy is set to Webhook')];
  const named = [valueAt(client, ['url']), valueAt(client, ['service'])].filter((value) => value !== undefined);
  return named.length === 1 ? [] : [required(field, 'exactly one of url or service is required')];
}

function reviewErrors(versions: readonly string[], field: string): readonly FieldError[] {
  if (versions.length === 0) return [required(field)];
  const each = versions.flatMap((version, index) => {
    const place = `${field}[${index}]`;
    if (versions.indexOf(version) < index) return [invalidValue(place, version, 'duplicate version')];
    return dns1035Label(version).map((problem) => invalidValue(place, version, problem));
  });
  const known = versions.some((version) => REVIEW_VERSIONS.includes(version));
  return known ? each : [...each, invalidValue(field, versions, `must include at least one of ${REVIEW_VERSIONS.join(', ')}`)];
}
