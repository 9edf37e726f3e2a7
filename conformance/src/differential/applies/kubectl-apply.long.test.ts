// The real kubectl against the real API server and against ours: client-side apply, server-side apply, scale, patches. What it prints and what the
// server then holds are the same. It does not validate: that needs the server's OpenAPI documents.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ControlPlane } from '@rectrace/testbed';
import { buildBinaries, describeReal, startControlPlane } from '@rectrace/testbed';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Body } from '../cases/apply-bodies.ts';
import { configMap, deploymentsIn, webDeployment } from '../cases/apply-bodies.ts';
import { compareAnswers } from '../compare-answers.ts';
import { Subject } from '../subject.ts';
import { startVirtualSide, type VirtualSide } from '../virtual-side.ts';

const APPLY = ['apply', '--validate=false', '-f', '-'];
const SERVER_SIDE = ['apply', '--validate=false', '--server-side', '-f', '-'];

type Command = { readonly args: readonly string[]; readonly input?: Body };

const MIGRATION: readonly Command[] = [
  { args: APPLY, input: webDeployment('web') },
  { args: APPLY, input: webDeployment('web', { replicas: 3 }, { env: [{ name: 'A', value: '1' }], ports: [{ containerPort: 80 }] }) },
  { args: SERVER_SIDE, input: webDeployment('web', { replicas: 3 }, { env: [{ name: 'A', value: '1' }] }) },
  { args: SERVER_SIDE, input: webDeployment('web', { replicas: 2 }, { image: 'web:2' }) },
  { args: ['scale', 'deployment', 'web', '--replicas=5'] },
  { args: SERVER_SIDE, input: webDeployment('web', { replicas: 2 }, { image: 'web:2' }) },
  { args: [...SERVER_SIDE, '--force-conflicts'], input: webDeployment('web', { replicas: 2 }, { image: 'web:2' }) },
  { args: ['label', 'deployment', 'web', 'x=y'] },
  { args: ['set', 'image', 'deployment/web', 'web=web:3'] },
  {
    args: [
      'patch',
      'deployment',
      'web',
      '-p',
      '{"spec":{"template":{"spec":{"containers":[{"name":"web","env":[{"name":"B","value":"2"}]}]}}}}',
    ],
  },
  { args: ['patch', 'deployment', 'web', '--type=merge', '-p', '{"metadata":{"labels":{"x":null}}}'] },
  { args: APPLY, input: webDeployment('web', { replicas: 4 }) },
  { args: [...SERVER_SIDE, '--field-manager=other', '--dry-run=server'], input: webDeployment('web', { replicas: 9 }) },
  { args: [...SERVER_SIDE, '--field-manager=other'], input: configMap('web', { a: '1' }) },
];

describeReal('kubectl sees no difference', () => {
  const folder = mkdtempSync(join(tmpdir(), 'rectrace-kubectl-'));
  const kubeconfig = join(folder, 'virtual.kubeconfig');
  let plane: ControlPlane | undefined;
  let virtual: VirtualSide | undefined;

  beforeAll(async () => {
    const built = await buildBinaries();
    if (built.kind === 'unavailable') return;
    plane = await startControlPlane({ programs: built.programs, controllers: false });
    virtual = await startVirtualSide(1);
    writeFileSync(kubeconfig, kubeconfigOf(virtual));
  });

  afterAll(async () => {
    await virtual?.stop();
    await plane?.stop();
    rmSync(folder, { recursive: true });
  });

  test('from client-side to server-side apply, and back', { timeout: 300_000 }, async () => {
    if (plane === undefined || virtual === undefined) throw new Error('no sides');
    const real = await play(plane, new Subject('real', plane.api), {});
    const ours = await play(plane, new Subject('ours', virtual.api), { kubeconfig });
    expect(compareAnswers(real.exchanges, ours.exchanges)).toEqual([]);
  });
});

async function play(plane: ControlPlane, subject: Subject, side: { readonly kubeconfig?: string }): Promise<Subject> {
  await subject.prepare({ method: 'POST', path: '/api/v1/namespaces', body: { metadata: { name: 'kubectl' } } });
  for (const { args, input } of MIGRATION) {
    const result = await plane.kubectl(['-n', 'kubectl', ...args], {
      ...side,
      ...(input === undefined ? {} : { input: JSON.stringify(input) }),
    });
    subject.note(`kubectl ${args.join(' ')}`, result);
    await subject.ask({ path: `${deploymentsIn('kubectl')}/web` });
  }
  return subject;
}

function kubeconfigOf({ url, caFile, token }: VirtualSide): string {
  return JSON.stringify({
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [{ name: 'virtual', cluster: { server: url, 'certificate-authority': caFile } }],
    users: [{ name: 'admin', user: { token } }],
    contexts: [{ name: 'virtual', context: { cluster: 'virtual', user: 'admin' } }],
    'current-context': 'virtual',
  });
}
