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
    ['a refreshed token', { kind: 'ExecCredential', status: { 'refresh-token': CANARY, clientKeyData: CANARY } }],
    ['a token issued', { kind: 'TokenRequest', status: { token: CANARY } }],
  ])('%s', (_title, body) => {
    const masked = maskBody(JSON.stringify(body), '/api/v1/pods');
    expect(masked).not.toContain(CANARY);
    expect(masked).toContain('<redacted:log>');
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

test('what the recorder redacts is masked in logs too: arguments, shell lines, probes, also within lists', () => {
  const container = {
    name: 'c',
    args: ['--password=canary1', '--token', 'canary2'],
    command: ['sh', '-c', 'redis-cli -a canary3 ping'],
    livenessProbe: { exec: { command: ['mysqladmin', '-pcanary4', 'status'] } },
    env: [{ name: 'DB_PASSWORD', value: 'canary5' }],
  };
  const pod = { metadata: { name: 'p' }, spec: { containers: [container] } };
  const list = { apiVersion: 'v1', kind: 'PodList', metadata: { resourceVersion: '1' }, items: [pod] };
  const event = { type: 'ADDED', object: { apiVersion: 'v1', kind: 'Pod', ...pod } };
  for (const body of [list, event]) expect(maskBody(JSON.stringify(body), '/api/v1/pods')).not.toMatch(/canary/);
});
