// Our server over HTTPS with a token, as a client of the testbed sees it. Also what `virtual up` will be made of.
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  createCertificateAuthority,
  createControlPlane,
  jsonRepresentation,
  startServer,
  yamlRepresentation,
} from '@rectrace/control-plane';
import type { Clock } from '@rectrace/kube';
import type { ApiClient } from '@rectrace/testbed';
import { createApiClient } from '@rectrace/testbed';

export type VirtualSide = {
  readonly api: ApiClient;
  readonly url: string;
  readonly caFile: string;
  readonly token: string;
  stop(): Promise<void>;
};

export async function startVirtualSide(seed: number): Promise<VirtualSide> {
  const folder = await mkdtemp(join(tmpdir(), 'rectrace-virtual-'));
  const caFile = join(folder, 'ca.crt');
  const token = randomBytes(18).toString('base64url');
  const authority = await createCertificateAuthority({ now: Date.now(), serialNumber: () => `1${randomBytes(15).toString('hex')}` });
  await writeFile(caFile, authority.certificate);
  const serving = await authority.issueServing(['127.0.0.1', 'localhost']);
  const plane = await createControlPlane({ clock: systemClock, seed });
  const server = await startServer({
    api: plane.api,
    representations: [jsonRepresentation, yamlRepresentation],
    tokens: { userOf: (given) => (given === token ? { name: 'admin', groups: ['system:masters'] } : undefined) },
    tls: { ...serving, clientAuthority: authority.certificate },
    newAuditId: () => randomUUID(),
    onFault: (error) => process.stderr.write(`virtual: ${error instanceof Error ? error.stack : String(error)}\n`),
  });
  const url = `https://127.0.0.1:${server.port}`;
  const api = createApiClient({ serverUrl: url, caFile, token });
  return {
    api,
    url,
    caFile,
    token,
    stop: async () => {
      api.close();
      await server.stop();
      await rm(folder, { recursive: true });
    },
  };
}

const systemClock: Clock = {
  now: () => Date.now(),
  after: (ms, { signal }) =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(resolve, Math.min(ms, 2 ** 31 - 1));
      signal?.addEventListener('abort', () => {
        clearTimeout(timer);
        reject(new Error('aborted'));
      });
    }),
};
