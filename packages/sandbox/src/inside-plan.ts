// From a sandbox's options to what its inner side has to do.
import { dirname } from 'node:path';
import type { InsidePlan } from './messages.ts';
import type { SandboxOptions } from './sandbox-options.ts';

const SECRETS = '/run/secrets/kubernetes.io/serviceaccount';
const HTTPS = 443;
const PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

/** Unix sockets, in one folder: where connections for the API server are taken, and where those to the program will be. */
export type SandboxSockets = { readonly apiServer: string; readonly inward: string };

export function insidePlan({ program, apiServer, cluster }: SandboxOptions, sockets: SandboxSockets): InsidePlan {
  const { command, args = [], env = {}, folder = '/', folders = [] } = program;
  const { token, authority, namespace } = cluster.serviceAccount;
  const kept = [dirname(command), folder, dirname(sockets.apiServer), ...folders];
  return {
    program: {
      command,
      args,
      folder,
      env: { PATH, HOME: '/tmp', KUBERNETES_SERVICE_HOST: cluster.apiServerService, KUBERNETES_SERVICE_PORT: String(HTTPS), ...env },
    },
    localRanges: [...cluster.addressRanges, `${cluster.apiServerService}/32`, `${apiServer.host}/32`],
    forwards: [
      { ...apiServer, socket: sockets.apiServer },
      { host: cluster.apiServerService, port: HTTPS, socket: sockets.apiServer },
    ],
    inward: sockets.inward,
    files: { [`${SECRETS}/token`]: token, [`${SECRETS}/ca.crt`]: authority, [`${SECRETS}/namespace`]: namespace },
    keptFolders: [...new Set(kept.filter((path) => /^\/(tmp|run)\/./.test(path)))],
  };
}
