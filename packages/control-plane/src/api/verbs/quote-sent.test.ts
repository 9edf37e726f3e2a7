import type { Json } from '@rectrace/kube';
import { expect, test } from 'vitest';
import { RequestRefused } from '../../errors.ts';
import { invalid } from '../failures.ts';
import { invalidValue, quoting } from '../field-error.ts';
import { quotingSent } from './quote-sent.ts';

const SUBJECT = { group: 'apps', kind: 'Deployment', name: 'a' };

async function told(field: string, { value, sent }: { readonly value: Json; readonly sent: Json | undefined }): Promise<string> {
  const refused = await quotingSent(
    () => sent,
    () => Promise.reject(invalid(SUBJECT, [invalidValue(field, value, 'no')])),
  ).catch((error: unknown) => error);
  return refused instanceof RequestRefused ? refused.status.message : String(refused);
}

test('what was sent empty is quoted so, under the names that the quotation has', async () => {
  const sent = { spec: { selector: { matchLabels: { a: 'b' }, matchExpressions: [] } } };
  const value = { MatchLabels: { a: 'b' }, MatchExpressions: null };
  expect(await told('spec.selector', { value, sent })).toContain('{"MatchLabels":{"a":"b"},"MatchExpressions":[]}: no');
  expect(await told('spec.selector', { value, sent: undefined })).toContain('"MatchExpressions":null}: no');
});

test('an empty map is quoted where the field is a map', async () => {
  const sent = { spec: { template: { metadata: { labels: {} } }, selector: {} } };
  expect(await told('spec.template.metadata.labels', { value: null, sent })).toContain('Invalid value: {}: no');
  expect(await told('spec.selector', { value: null, sent })).toContain('Invalid value: null: no');
});

test('an error may quote another field than the one it is about', async () => {
  const error = quoting(invalidValue('spec', null, 'no'), 'spec.rules');
  const refused = quotingSent(
    () => ({ spec: { rules: [] } }),
    () => Promise.reject(invalid(SUBJECT, [error])),
  );
  await expect(refused).rejects.toThrow('spec: Invalid value: []: no');
});

test('items of lists are found by their place', async () => {
  const sent = { spec: { rules: [{}, { paths: [] }] } };
  expect(await told('spec.rules[1].paths', { value: null, sent })).toContain('spec.rules[1].paths: Invalid value: []: no');
  expect(await told('spec.rules[0].paths', { value: null, sent })).toContain('spec.rules[0].paths: Invalid value: null: no');
});
