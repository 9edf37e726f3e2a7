// Real operators, unmodified and in the sandbox, on our API server and on the real one, each with the real controller manager, scheduler and
// kwok: they converge, leave the same objects, and ask for the same things with the same answers.
import { readFile } from 'node:fs/promises';
import type { AuditEvent } from '@rectrace/control-plane';
import type { Json } from '@rectrace/kube';
import { isJsonObject } from '@rectrace/kube';
import type { OutsideAttempts } from '@rectrace/sandbox';
import {
  type AttachedControllers,
  attachControllers,
  buildBinaries,
  type ControlPlane,
  describeReal,
  startControlPlane,
  waitFor,
} from '@rectrace/testbed';
import { namespacesForbidden } from '@rectrace/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { endState } from '../controllers/end-state.ts';
import { make } from '../controllers/scenario.ts';
import { differences } from '../differential/compare.ts';
import { comparableManagers } from '../differential/managed-fields.ts';
import { startVirtualSide, type VirtualSide } from '../differential/virtual-side.ts';
import { type AuditLine, auditSet } from './audit-set.ts';
import type { OperatorCase } from './operator-case.ts';
import { applyDefinitions, operatorUser, runOperator, type Server } from './run-operator.ts';

const OF_OPERATORS = ['/api/v1/secrets'];

/** A control plane of its own for each: the definitions are for nobody else. */
export function describeOperators(title: string, cases: readonly OperatorCase[]): void {
  describeReal(title, () => operatorTests(cases));
}

function operatorTests(cases: readonly OperatorCase[]): void {
  const forbidden = namespacesForbidden();
  const events: AuditEvent[] = [];
  let real: ControlPlane;
  let ours: VirtualSide;
  let controllers: AttachedControllers;

  beforeAll(async () => {
    const built = await buildBinaries();
    if (built.kind === 'unavailable') throw new Error(built.reason);
    real = await startControlPlane({ programs: built.programs });
    ours = await startVirtualSide(1, { auditSink: (event) => events.push(event) });
    controllers = await attachControllers({ serverUrl: ours.url, caFile: ours.caFile, adminToken: ours.token, programs: built.programs });
  });

  afterAll(async () => {
    await controllers?.stop();
    await ours?.stop();
    await real?.stop();
  });

  test.for(cases.map((operator) => [operator.title, operator] as const))(
    '%s',
    { timeout: 600_000 },
    async ([title, operator], { skip, task }) => {
      skip(process.env['CI'] !== 'true' && !operator.canBuild(), 'what it is built with is not here');
      skip(forbidden !== undefined, `the kernel lets nothing be isolated: ${forbidden}`);
      const virtual = await converge(operator, { api: ours.api, serverUrl: ours.url, caFile: ours.caFile });
      const actual = await converge(operator, real);
      const audited = auditSet(await auditLines(real.auditLog), operatorUser(title));
      const objects = differences(actual.state, virtual.state);
      expect(objects).toEqual([]);
      expect(auditSet(events, operatorUser(title))).toEqual(audited);
      expect(virtual.attempts).toEqual(actual.attempts);
      Object.assign(task.meta, { figures: { requests: audited.length, outside: virtual.attempts.connections } });
      process.stdout.write(`operator=${title} objects=equal requests=${audited.length} outside=${virtual.attempts.connections}\n`);
    },
  );
}

async function converge(
  operator: OperatorCase,
  server: Server,
): Promise<{ readonly state: Awaited<ReturnType<typeof endState>>; readonly attempts: OutsideAttempts }> {
  const cluster = { api: server.api, namespace: `shop-${operator.title}` };
  const built = await operator.build();
  await applyDefinitions(server.api, operator, built.sources);
  const { sandbox, lines } = await runOperator(server, { built, account: operator.title });
  try {
    await make(cluster, '/api/v1/namespaces', { metadata: { name: cluster.namespace } });
    const account = { path: `/api/v1/namespaces/${cluster.namespace}/serviceaccounts/default` };
    await waitFor(async () => (await server.api.request(account)).status === 200, { timeoutMs: 20_000, what: account.path });
    await operator.play(cluster);
    const state = await endState(cluster, { also: [...OF_OPERATORS, ...operator.collections], managers: comparableManagers });
    return { state: withoutChance(state, operator.chance ?? []), attempts: await sandbox.attempts() };
  } catch (error) {
    throw new Error(`${operator.title} at ${server.serverUrl}: ${String(error)}\n${lines.slice(-30).join('\n')}`, { cause: error });
  } finally {
    await sandbox.stop();
  }
}

function withoutChance(value: Json, annotations: readonly string[]): Json {
  if (Array.isArray(value)) return value.map((item) => withoutChance(item, annotations));
  if (!isJsonObject(value)) return value;
  const entries = Object.entries(value).map(([key, item]) => [
    key,
    annotations.includes(key) ? '<chance>' : withoutChance(item, annotations),
  ]);
  return Object.fromEntries(entries);
}

async function auditLines(file: string): Promise<readonly AuditLine[]> {
  const lines = (await readFile(file, 'utf8')).split('\n').filter((line) => line !== '');
  return lines.map((line) => JSON.parse(line) as AuditLine);
}
