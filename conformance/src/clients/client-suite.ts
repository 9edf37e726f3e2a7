// Clients that people use from a shell, unmodified, on `rectrace virtual up` and on the real API server, both with the real controller manager,
// scheduler and kwok: whatever they are told to do, they say the same.
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type AttachedControllers,
  attachControllers,
  buildBinaries,
  type ControlPlane,
  createApiClient,
  describeReal,
  startControlPlane,
} from '@rectrace/testbed';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningVirtual, startVirtual } from '../snapshot/virtual-program.ts';
import type { Client } from './client.ts';
import { type ClientScenario, readScenarios } from './client-scenario.ts';
import { playScenario, type Side } from './play-scenario.ts';
import { runLine, type Said } from './run-line.ts';
import { commandsIn, commandsOf } from './top-level-commands.ts';

const PLUGIN = '#!/bin/sh\necho "hello $*"\n';

type Sides = { readonly real: Side; readonly ours: Side };

/** Control planes of their own: nodes are drained, and definitions are for nobody else. */
export function describeClients(title: string, clients: readonly Client[]): void {
  describeReal(title, () => clientTests(clients));
}

function clientTests(clients: readonly Client[]): void {
  let folder: string;
  let real: ControlPlane;
  let virtual: RunningVirtual;
  let controllers: AttachedControllers;
  let sides: Sides;
  let files: Readonly<Record<string, string>>;
  let kubectl: string;

  beforeAll(async () => {
    const built = await buildBinaries();
    if (built.kind === 'unavailable') throw new Error(built.reason);
    kubectl = built.programs.kubectl;
    folder = await mkdtemp(join(tmpdir(), 'rectrace-shell-'));
    real = await startControlPlane({ programs: built.programs });
    virtual = await startVirtual({ kubeconfig: '/nowhere', args: ['--kubeconfig', join(folder, 'kubeconfig')] });
    const caFile = join(folder, 'virtual-ca.crt');
    await writeFile(caFile, virtual.authority);
    const { url, authority, token } = virtual;
    controllers = await attachControllers({ serverUrl: url, caFile, adminToken: token, programs: built.programs });
    sides = {
      real: { api: real.api, url: real.serverUrl, authority: await readFile(real.caFile, 'utf8'), token: real.adminToken },
      ours: { api: createApiClient({ serverUrl: url, caFile, token }), url, authority, token },
    };
    files = await keyPair(real);
  });

  afterAll(async () => {
    sides?.ours.api.close();
    await controllers?.stop();
    await virtual?.stop();
    await real?.stop();
    await rm(folder, { recursive: true });
  });

  describe.each(clients.map((client) => [client.name, client] as const))('%s', (_name, client) => {
    const known = readScenarios(client.scenarios, client.minor);
    const scenarios = known.filter(({ name }) => client.only?.includes(name) ?? true);
    const tally = { commands: 0, equal: 0 };
    let bin: string;

    beforeAll(async () => {
      bin = await mkdtemp(join(folder, 'bin-'));
      for (const [name, path] of Object.entries({ kubectl, ...(await client.programs()) })) await symlink(path, join(bin, name));
      await writeFile(join(bin, 'kubectl-hello'), PLUGIN, { mode: 0o755 });
    }, 900_000);

    async function saidTo(side: keyof Sides, scenario: ClientScenario): Promise<readonly Said[]> {
      const home = join(folder, `${side}-${client.name.replaceAll(/\W/g, '-')}`);
      const namespace = `${scenario.name}-${client.minor}`;
      return playScenario(scenario, { side: sides[side], bin, home, namespace, folders: client.folders, files });
    }

    test.each(scenarios.map((scenario) => [scenario.title, scenario] as const))('%s', async (_title, scenario) => {
      const [theirs, ours] = await Promise.all([saidTo('real', scenario), saidTo('ours', scenario)]);
      const told = scenario.steps.map(({ line }, index) => ({ line, real: theirs[index], ours: ours[index] }));
      const differing = told.filter((one) => JSON.stringify(one.real) !== JSON.stringify(one.ours));
      tally.commands += told.length;
      tally.equal += told.length - differing.length;
      expect(differing.map(({ line, ours: said }) => ({ line, said }))).toEqual(differing.map(({ line, real: said }) => ({ line, said })));
    });

    test('every command at the top of it is in a scenario, or asks no API server', async () => {
      const { program, inScenarios, elsewhere } = client.commands;
      const help = await runLine(`'${join(bin, program)}' --help`, { folder, env: { PATH: '/usr/bin:/bin', HOME: folder } });
      const named = commandsIn(help.stdout);
      const run = known.flatMap(({ steps }) => steps.flatMap(({ line }) => commandsOf(line, program)));
      expect(named.filter((name) => ![...inScenarios, ...elsewhere].includes(name))).toEqual([]);
      expect(inScenarios.filter((name) => named.includes(name) && !run.includes(name))).toEqual([]);
      expect(named.length).toBeGreaterThan(20);
    });

    test('figures', ({ task }) => {
      const { commands, equal } = tally;
      const figures = { commands, equal, differing: commands - equal };
      Object.assign(task.meta, { figures });
      process.stdout.write(`${client.name}: commands=${commands} equal=${equal} differing=${commands - equal}\n`);
      expect(equal).toBe(commands);
    });
  });
}

/** Of a client certificate, for Secrets. */
async function keyPair(real: ControlPlane): Promise<Readonly<Record<string, string>>> {
  const { users } = JSON.parse(await readFile(await real.addUser({ name: 'tls', kind: 'cert' }), 'utf8')) as {
    readonly users: readonly [{ readonly user: Readonly<Record<string, string>> }];
  };
  const { user } = users[0];
  const decoded = (field: string): string => Buffer.from(user[field] ?? '', 'base64').toString();
  return { 'tls.crt': decoded('client-certificate-data'), 'tls.key': decoded('client-key-data') };
}
