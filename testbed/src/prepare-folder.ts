// Writes everything that the components read when they start: keys, certificates, users, policies, stages.
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AUDIT_POLICY } from './audit-policy.ts';
import { NAMED_USERS } from './bootstrap-objects.ts';
import { type CertificateAuthority, createCertificateAuthority, serviceAccountKey } from './certificate-authority.ts';
import { COMPONENT_USERS, componentKubeconfig, type Layout, SERVICE_OF_API_SERVER } from './component-arguments.ts';
import { writeKubeconfig } from './kubeconfig.ts';
import { TESTBED_FOLDER } from './programs.ts';
import { newToken } from './token-webhook.ts';

export interface Preparation {
  readonly layout: Layout;
  readonly serverUrl: string;
  readonly tokenWebhookUrl: string;
}

export interface Prepared {
  readonly ca: CertificateAuthority;
  readonly adminToken: string;
  readonly userTokens: Readonly<Record<string, string>>;
}

export async function prepareFolder({ layout, serverUrl, tokenWebhookUrl }: Preparation): Promise<Prepared> {
  for (const folder of [layout.dir, layout.pki, layout.logs, layout.kubeconfigs, layout.tokenUsers]) {
    await mkdir(folder, { recursive: true, mode: 0o700 });
  }
  const adminToken = newToken();
  const userTokens = Object.fromEntries(NAMED_USERS.map((name) => [name, newToken()]));
  const ca = await writeKeys(layout);
  await writeFile(layout.tokenFile, tokenLines(adminToken, userTokens), { mode: 0o600 });
  await writeFile(layout.tokenWebhook, JSON.stringify(webhookKubeconfig(tokenWebhookUrl)));
  await writeFile(layout.auditPolicy, JSON.stringify(AUDIT_POLICY));
  await writeFile(layout.stages, await allStages());
  await writeKubeconfigs({ layout, serverUrl, ca, adminToken });
  return { ca, adminToken, userTokens };
}

async function writeKeys(layout: Layout): Promise<CertificateAuthority> {
  const ca = await createCertificateAuthority(layout.pki);
  const serving = await ca.issueServing(['127.0.0.1', 'localhost', 'kubernetes.default.svc', SERVICE_OF_API_SERVER]);
  const frontProxy = await ca.issueClient('front-proxy-client', []);
  const serviceAccounts = serviceAccountKey();
  const files = {
    'serving.crt': serving.certificate,
    'serving.key': serving.key,
    'front-proxy.crt': frontProxy.certificate,
    'front-proxy.key': frontProxy.key,
    'service-account.key': serviceAccounts.privateKey,
    'service-account.pub': serviceAccounts.publicKey,
  };
  for (const [name, content] of Object.entries(files)) await writeFile(join(layout.pki, name), content, { mode: 0o600 });
  return ca;
}

async function writeKubeconfigs(options: {
  readonly layout: Layout;
  readonly serverUrl: string;
  readonly ca: CertificateAuthority;
  readonly adminToken: string;
}): Promise<void> {
  const { layout, serverUrl, adminToken } = options;
  const ca = await readFile(options.ca.certificateFile, 'utf8');
  await writeKubeconfig(layout.adminKubeconfig, { serverUrl, ca, name: 'admin', user: { kind: 'token', token: adminToken } });
  for (const component of ['kube-controller-manager', 'kube-scheduler', 'kwok'] as const) {
    const { name, groups } = COMPONENT_USERS[component];
    const user = { kind: 'cert', ...(await options.ca.issueClient(name, groups)) } as const;
    await writeKubeconfig(componentKubeconfig(layout, component), { serverUrl, ca, name, user });
  }
}

/** Lines of a static token file: token, user, uid, groups. */
function tokenLines(adminToken: string, userTokens: Readonly<Record<string, string>>): string {
  const users = Object.entries(userTokens).map(([name, token]) => `${token},${name},${name},`);
  return `${[`${adminToken},admin,admin,"system:masters"`, ...users].join('\n')}\n`;
}

function webhookKubeconfig(server: string): object {
  return {
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [{ name: 'tokens', cluster: { server } }],
    users: [{ name: 'api-server', user: {} }],
    contexts: [{ name: 'tokens', context: { cluster: 'tokens', user: 'api-server' } }],
    'current-context': 'tokens',
  };
}

/** The stages of nodes and pods, as kwok reads them. */
export async function allStages(): Promise<string> {
  const folder = join(TESTBED_FOLDER, 'stages');
  const names = (await readdir(folder)).filter((name) => name.endsWith('.yaml')).sort();
  return (await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))).join('\n---\n');
}
