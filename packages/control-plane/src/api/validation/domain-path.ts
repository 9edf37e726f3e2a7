// Paths that begin with a domain, e.g. acme.io/foo.
import type { FieldError } from '../field-error.ts';
import { invalidValue, required } from '../field-error.ts';
import { dns1123Subdomain } from './name-rules.ts';
import type { Spot } from './spot.ts';
import { textOf } from './spot.ts';

const PATH = "[A-Za-z0-9/\\-._~%!$&'()*+,;=:]+";

export function domainPathErrors(place: Spot): readonly FieldError[] {
  const text = textOf(place);
  if (text === '') return [required(place.path)];
  const slash = text.indexOf('/');
  const [host, path] = slash < 0 ? ['', ''] : [text.slice(0, slash), text.slice(slash + 1)];
  if (host === '' || path === '') return [invalidValue(place.path, text, 'must be a domain-prefixed path (such as "acme.io/foo")')];
  return [
    ...dns1123Subdomain(host).map((problem) => invalidValue(place.path, host, problem)),
    ...(new RegExp(`^${PATH}$`).test(path)
      ? []
      : [invalidValue(place.path, path, `Invalid path (regex used for validation is '${PATH}')`)]),
  ];
}
