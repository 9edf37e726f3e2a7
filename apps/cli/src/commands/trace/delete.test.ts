import { afterEach, beforeEach, expect, test } from 'vitest';
import { EXIT_CODES } from '../../exit-code.ts';
import { type CapturedRun, captureRun } from '../../testing/captured-run.ts';
import type { LoopbackApi } from '../../testing/loopback-api.ts';
import { startLoopbackApi, statusOf } from '../../testing/loopback-api.ts';

const TRACES = '/apis/trace.kubeblocks.io/v1/namespaces/shop/reconciliationtraces';

const SPEC = { properties: { depth: {}, targetObject: { properties: { kind: {} } } } };
const SCHEMA = { components: { schemas: { 'io.kubeblocks.trace.v1.ReconciliationTrace': { properties: { spec: SPEC } } } } };

let api: LoopbackApi;

beforeEach(async () => {
  api = await startLoopbackApi({
    [`GET ${TRACES}/web`]: { kind: 'ReconciliationTrace', metadata: { name: 'web' } },
    [`DELETE ${TRACES}/web`]: { kind: 'Status', status: 'Success' },
    'GET /openapi/v3/apis/trace.kubeblocks.io/v1': SCHEMA,
    [`POST ${TRACES}`]: statusOf(409, { reason: 'AlreadyExists', message: 'it exists', name: 'web' }),
  });
});
afterEach(() => api.close());

function run(args: readonly string[], answers: readonly string[] = []): Promise<CapturedRun> {
  return captureRun(['trace', ...args, '-n', 'shop', '--kubeconfig', api.kubeconfig], { answers, env: { HOME: api.home } });
}

test('a trace is deleted only after its name was typed', async () => {
  const refused = await run(['delete', 'web'], ['other']);
  expect(refused).toEqual({
    code: EXIT_CODES.failure,
    stdout: '',
    stderr: 'rectrace: trace web is not deleted: its name was not typed; use --auto-approve where nobody can answer [REFUSED]\n',
  });
  expect(api.requests).toEqual([`GET ${TRACES}/web`]);
  expect((await run(['delete', 'web'], ['web'])).stdout).toBe('reconciliationtrace.trace.kubeblocks.io "web" deleted\n');
  expect(api.requests.at(-1)).toBe(`DELETE ${TRACES}/web`);
});

test('a trace that is not there is not asked about', async () => {
  expect(await run(['delete', 'web', 'other'], ['web', 'other'])).toEqual({
    code: EXIT_CODES.notFound,
    stdout: '',
    stderr: 'rectrace: there is no trace other in namespace shop [NOT_FOUND]\n',
  });
  expect(api.requests).not.toContain(`DELETE ${TRACES}/web`);
});

test('a trace that exists already is named without paths', async () => {
  const { code, stderr } = await run(['create', 'web']);
  expect(code).toBe(EXIT_CODES.failure);
  expect(stderr).toBe('rectrace: trace web exists already in namespace shop; `rectrace trace update web` changes it [REFUSED]\n');
});
