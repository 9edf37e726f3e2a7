// The kubeconfig of a virtual control plane: readable by its owner only, never written over anybody else's.

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { readTextFile } from '@rectrace/history';
import { UnreadableFileError, UsageError } from '../errors.ts';

export type KubeconfigContent = {
  readonly server: string;
  /** PEM, as the certificate and the key of the client. */
  readonly authority: string;
  readonly certificate: string;
  readonly key: string;
  readonly token: string;
};

export interface KubeconfigFile {
  readonly path: string;
  write(content: KubeconfigContent): Promise<void>;
  remove(): Promise<void>;
}

const CONTEXT = 'rectrace-virtual';
/** Ends every file that is written here. JSON is YAML, and every client reads it. */
const LAST_LINES = `"current-context": "${CONTEXT}"\n}`;

/** `path`: undefined for a new file among the machine's temporary ones. @throws UsageError where a foreign file is in the way. */
export async function placeKubeconfig(path: string | undefined): Promise<KubeconfigFile> {
  if (path === undefined) {
    const folder = await mkdtemp(join(tmpdir(), 'rectrace-virtual-'));
    return fileAt(join(folder, 'kubeconfig'), folder);
  }
  const full = resolve(path);
  const known = textOf(full);
  if (known !== undefined && !known.trimEnd().endsWith(LAST_LINES))
    throw new UsageError(`--kubeconfig ${path}: the file exists and is not of a virtual control plane; name another one`);
  return fileAt(full, full);
}

function fileAt(path: string, removed: string): KubeconfigFile {
  return {
    path,
    write: async (content) => {
      try {
        await rm(path, { force: true });
        await writeFile(path, `${JSON.stringify(render(content), null, 2)}\n`, { mode: 0o600, flag: 'wx' });
      } catch (cause) {
        throw new UnreadableFileError(`${path} cannot be written: ${reason(cause)}`, { hint: `is ${dirname(path)} there?`, cause });
      }
    },
    remove: () => rm(removed, { recursive: true, force: true }),
  };
}

function textOf(path: string): string | undefined {
  try {
    return readTextFile(path);
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return undefined;
    throw new UnreadableFileError(`--kubeconfig ${path}: ${reason(cause)}`, { cause });
  }
}

function reason(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}

function render({ server, authority, certificate, key, token }: KubeconfigContent): object {
  return {
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [{ name: CONTEXT, cluster: { server, 'certificate-authority-data': base64(authority) } }],
    users: [{ name: 'admin', user: { 'client-certificate-data': base64(certificate), 'client-key-data': base64(key), token } }],
    contexts: [{ name: CONTEXT, context: { cluster: CONTEXT, user: 'admin' } }],
    'current-context': CONTEXT,
  };
}

function base64(text: string): string {
  return Buffer.from(text).toString('base64');
}
