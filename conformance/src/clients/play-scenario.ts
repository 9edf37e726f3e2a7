// Plays a scenario against one server: its lines one after the other, in a folder and a namespace of their own.
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ApiClient } from '@rectrace/testbed';
import { waitFor } from '@rectrace/testbed';
import type { ClientScenario, Comparison } from './client-scenario.ts';
import { maskOutput, type Origin } from './mask-output.ts';
import { runLine, type Said } from './run-line.ts';

export type Side = {
  readonly api: ApiClient;
  readonly url: string;
  /** Certificate of its authority, PEM. */
  readonly authority: string;
  readonly token: string;
};

export type Setting = {
  readonly side: Side;
  /** The clients, under the names that lines call them by. */
  readonly bin: string;
  /** Where the client keeps what it remembers of this server. */
  readonly home: string;
  readonly namespace: string;
  /** Folders whose contents lines find where they run. */
  readonly folders: readonly string[];
  /** More of these files, by name. */
  readonly files: Readonly<Record<string, string>>;
};

/** What each step said, as far as it is compared. */
export async function playScenario({ steps }: ClientScenario, setting: Setting): Promise<readonly Said[]> {
  const { side, bin, home, namespace } = setting;
  const folder = await mkdtemp(join(tmpdir(), 'rectrace-clients-'));
  try {
    for (const source of setting.folders) await cp(source, folder, { recursive: true });
    for (const [name, content] of Object.entries(setting.files)) await writeFile(join(folder, name), content);
    await writeFile(join(folder, 'kubeconfig'), kubeconfigOf(side, namespace));
    await mkdir(home, { recursive: true });
    await makeNamespace(side.api, namespace);
    const env = { PATH: `${bin}:/usr/bin:/bin`, HOME: home, KUBECONFIG: join(folder, 'kubeconfig'), ns: namespace, LC_ALL: 'C', TZ: 'UTC' };
    const origin: Origin = { url: side.url, folders: { [folder]: '<folder>', [home]: '<home>', [bin]: '<bin>' } };
    const said: Said[] = [];
    for (const { line, compare } of steps) said.push(compared(await runLine(line, { folder, env }), { compare, origin }));
    return said;
  } finally {
    await side.api.request({ method: 'DELETE', path: `/api/v1/namespaces/${namespace}` });
    await rm(folder, { recursive: true });
  }
}

async function makeNamespace(api: ApiClient, name: string): Promise<void> {
  await api.expect({ method: 'POST', path: '/api/v1/namespaces', body: { metadata: { name } } });
  for (const path of ['serviceaccounts/default', 'configmaps/kube-root-ca.crt']) {
    const awaited = `/api/v1/namespaces/${name}/${path}`;
    await waitFor(async () => (await api.request({ path: awaited })).status === 200, { timeoutMs: 20_000, what: awaited });
  }
}

function compared(said: Said, { compare, origin }: { readonly compare: Comparison; readonly origin: Origin }): Said {
  const cut = (output: string): string => CUTS[compare](maskOutput(output, origin));
  return { code: said.code, stdout: cut(said.stdout), stderr: cut(said.stderr) };
}

const CUTS: Readonly<Record<Comparison, (output: string) => string>> = {
  all: (output) => output,
  lines: (output) => output.split('\n').toSorted().join('\n'),
  last: (output) => output.trimEnd().split('\n').at(-1) ?? '',
  code: () => '',
};

function kubeconfigOf({ url, authority, token }: Side, namespace: string): string {
  return JSON.stringify({
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [{ name: 'here', cluster: { server: url, 'certificate-authority-data': Buffer.from(authority).toString('base64') } }],
    users: [{ name: 'admin', user: { token } }],
    contexts: [{ name: 'here', context: { cluster: 'here', user: 'admin', namespace } }],
    'current-context': 'here',
  });
}
