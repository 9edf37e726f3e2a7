// What a test needs of a running control plane, from any process: made from its coordinates, which are plain data.
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type ApiClient, createApiClient } from './api-client.ts';
import { openCertificateAuthority } from './certificate-authority.ts';
import { layoutOf } from './component-arguments.ts';
import { writeKubeconfig } from './kubeconfig.ts';
import { type KubectlOptions, type KubectlResult, runKubectl } from './kubectl.ts';
import { issueToken } from './token-webhook.ts';

/** Where a control plane is; can be sent between processes. */
export interface ClusterCoordinates {
  readonly serverUrl: string;
  /** Certificate of the authority, PEM file. */
  readonly caFile: string;
  /** Path of the administrator's kubeconfig (group system:masters, by token). */
  readonly kubeconfig: string;
  readonly adminToken: string;
  /** Tokens of the users that are always there: `viewer`, `editor` and `stranger`; see bootstrap-objects.ts. */
  readonly userTokens: Readonly<Record<string, string>>;
  /** The API server's audit log: one audit.k8s.io/v1 Event a line. */
  readonly auditLog: string;
  /** Folder of keys, logs and data; it goes when the control plane stops. */
  readonly dir: string;
  /** Path of the kubectl executable. */
  readonly kubectlProgram: string;
}

export interface NewUser {
  readonly name: string;
  readonly groups?: readonly string[];
  /** A bearer token, or a client certificate. */
  readonly kind: 'token' | 'cert';
}

export interface ClusterAccess extends ClusterCoordinates {
  /** Requests as the administrator. */
  readonly api: ApiClient;
  /** Runs the real kubectl, as the administrator unless `kubeconfig` says otherwise. */
  kubectl(args: readonly string[], options?: KubectlOptions): Promise<KubectlResult>;
  /** Makes a user without any rights of its own; returns the path of its kubeconfig. */
  addUser(user: NewUser): Promise<string>;
  /** Closes the idle connections of `api`. */
  detach(): void;
}

export function attachCluster(coordinates: ClusterCoordinates): ClusterAccess {
  const { serverUrl, caFile, adminToken, dir } = coordinates;
  const api = createApiClient({ serverUrl, caFile, token: adminToken });
  return {
    ...coordinates,
    api,
    kubectl: (args, options = {}) =>
      runKubectl(coordinates.kubectlProgram, args, { kubeconfig: coordinates.kubeconfig, home: dir, ...options }),
    addUser: (user) => addUser(coordinates, user),
    detach: () => api.close(),
  };
}

async function addUser({ serverUrl, caFile, dir }: ClusterCoordinates, { name, groups = [], kind }: NewUser): Promise<string> {
  const layout = layoutOf(dir);
  const file = join(layout.kubeconfigs, `${encodeURIComponent(name)}-${kind}.kubeconfig`);
  await mkdir(layout.kubeconfigs, { recursive: true });
  const user =
    kind === 'token'
      ? { kind, token: await issueToken(layout.tokenUsers, { name, groups }) }
      : { kind, ...(await (await openCertificateAuthority(layout.pki)).issueClient(name, groups)) };
  await writeKubeconfig(file, { serverUrl, ca: await readFile(caFile, 'utf8'), name, user });
  return file;
}
