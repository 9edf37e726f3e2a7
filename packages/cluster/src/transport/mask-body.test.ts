import { describe, expect, test } from 'vitest';
import { maskBody } from './mask-body.ts';

const CANARY = 'canary-5f1e';

describe('never shown', () => {
  test.each<[string, object]>([
    ['a Secret', { kind: 'Secret', data: { password: CANARY }, stringData: { token: CANARY } }],
    ['a Secret in a list whose items name no kind', { kind: 'SecretList', items: [{ data: { a: CANARY } }] }],
    ['a Secret in a watch event', { type: 'ADDED', object: { kind: 'Secret', data: { a: CANARY } } }],
    [
      'a last-applied annotation',
      { kind: 'Pod', metadata: { annotations: { 'kubectl.kubernetes.io/last-applied-configuration': CANARY } } },
    ],
    ['an env value of a telling name', { kind: 'Pod', spec: { containers: [{ env: [{ name: 'DB_PASSWORD', value: CANARY }] }] } }],
    ['a token to be reviewed', { kind: 'TokenReview', spec: { token: CANARY } }],
    ['a token issued', { kind: 'TokenRequest', status: { token: CANARY } }],
  ])('%s', (_title, body) => {
    const masked = maskBody(JSON.stringify(body), '/api/v1/pods');
    expect(masked).not.toContain(CANARY);
    expect(masked).toContain('<masked>');
  });

  test('data below a path of secrets, whatever it says it is', () => {
    expect(maskBody(JSON.stringify({ data: { a: CANARY } }), '/api/v1/namespaces/x/secrets/y')).not.toContain(CANARY);
  });

  test('text that is no JSON', () => {
    expect(maskBody(`password: ${CANARY}`, '/api/v1/namespaces/x/secrets/y')).toBe('<21 characters that are no JSON>');
  });
});

test('everything else stays as it was written, integers beyond 2^53 included', () => {
  const text = '{"kind":"ConfigMap","data":{"a":"b"},"big":12345678901234567890}';
  expect(maskBody(text, '/api/v1/configmaps')).toBe(text);
});
