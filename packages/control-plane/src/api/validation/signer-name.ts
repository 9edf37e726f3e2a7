// Names of signers: a domain, and a path of labels.
import type { FieldError } from '../field-error.ts';
import { invalidValue, required, tooLong } from '../field-error.ts';
import { dns1123Label, dns1123Subdomain } from './name-rules.ts';

const FORM = "must be a fully qualified domain and path of the form 'example.com/signer-name'";
const MOST_DOMAIN = 253;
const MOST_PATH = 253 + 63 + 1;
const MOST = MOST_DOMAIN + MOST_PATH + 1;

export function signerNameErrors(name: string, field: string): readonly FieldError[] {
  if (name === '') return [required(field)];
  const [domain = '', path = '', ...others] = name.split('/');
  if (others.length > 0 || !name.includes('/')) return [invalidValue(field, name, FORM)];
  const labels = domain.split('.');
  return [
    ...(domain.length > MOST_DOMAIN ? [tooLong(field, MOST_DOMAIN)] : []),
    ...firstErrors(labels, dns1123Label).map((detail) => invalidValue(field, domain, detail)),
    ...(labels.length < 2 ? [invalidValue(field, domain, 'should be a domain with at least two segments separated by dots')] : []),
    ...firstErrors(path.split('.'), dns1123Subdomain).map((detail) => invalidValue(field, path, detail)),
    ...(name.length > MOST ? [tooLong(field, MOST)] : []),
  ];
}

/** Of the first that has any. */
function firstErrors(labels: readonly string[], rule: (label: string) => readonly string[]): readonly string[] {
  const wrong = labels.find((label) => rule(label).length > 0);
  return wrong === undefined ? [] : rule(wrong).map((problem) => `validating label ${JSON.stringify(wrong)}: ${problem}`);
}
