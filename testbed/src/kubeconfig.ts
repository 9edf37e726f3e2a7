// Kubeconfig files. JSON is YAML, and every client reads it.
import { writeFile } from 'node:fs/promises';
import type { Credentials } from './certificate-authority.ts';

export type KubeconfigUser =
  | { readonly kind: 'token'; readonly token: string }
  | ({ readonly kind: 'cert' } & Credentials)
  /** Somebody else, in whose name the holder of the token acts. */
  | { readonly kind: 'impersonated'; readonly token: string; readonly name: string; readonly groups: readonly string[] };

export interface KubeconfigContent {
  readonly serverUrl: string;
  /** The authority's certificate, PEM. */
  readonly ca: string;
  /** Name of the user in the file. */
  readonly name: string;
  readonly user: KubeconfigUser;
}

/** Writes a kubeconfig with one context, `testbed`, readable by its owner only. */
export async function writeKubeconfig(file: string, content: KubeconfigContent): Promise<void> {
  await writeFile(file, `${JSON.stringify(renderKubeconfig(content), null, 2)}\n`, { mode: 0o600 });
}

/** Whether a file's text is one that writeKubeconfig wrote. */
export function isTestbedKubeconfig(text: string): boolean {
  return text.startsWith('{') && text.trimEnd().endsWith('"current-context": "testbed"\n}');
}

function renderKubeconfig({ serverUrl, ca, name, user }: KubeconfigContent): object {
  return {
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [{ name: 'testbed', cluster: { server: serverUrl, 'certificate-authority-data': base64(ca) } }],
    users: [{ name, user: renderUser(user) }],
    contexts: [{ name: 'testbed', context: { cluster: 'testbed', user: name } }],
    'current-context': 'testbed',
  };
}

function renderUser(user: KubeconfigUser): object {
  if (user.kind === 'token') return { token: user.token };
  if (user.kind === 'impersonated') return { token: user.token, as: user.name, 'as-groups': user.groups };
  return { 'client-certificate-data': base64(user.certificate), 'client-key-data': base64(user.key) };
}

function base64(text: string): string {
  return Buffer.from(text).toString('base64');
}
